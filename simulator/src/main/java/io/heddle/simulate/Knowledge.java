package io.heddle.simulate;

import io.heddle.finding.Assumptions;
import io.heddle.machine.SimulationOptions;
import io.heddle.term.TermStore;
import io.heddle.value.Views;

/**
 * What executions know of the terms that they have made, such as which were rounded. Launches one
 * after the other share it: a float that one has rounded is no other one for the next.
 *
 * @param views reads and notes terms
 * @param assumptions receives what it assumes
 */
record Knowledge(Views views, Assumptions assumptions) {
    /** Nothing is known yet. */
    static Knowledge none(TermStore store, SimulationOptions options) {
        Assumptions assumptions = new Assumptions();
        return new Knowledge(new Views(store, options.finiteMasks(), assumptions), assumptions);
    }
}
