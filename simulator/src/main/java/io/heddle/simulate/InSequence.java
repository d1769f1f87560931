package io.heddle.simulate;

import io.heddle.finding.Assumptions;
import io.heddle.machine.SimulationOptions;
import io.heddle.memory.LeftVariables;
import io.heddle.ptx.Instruction;
import io.heddle.term.TermStore;
import io.heddle.value.Views;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a launch finds that is one of several.
 *
 * @param knowledge of the terms that the launches before have left, to which this one adds; null if
 *     the launch is the only one
 * @param decided truth values of conditions on scalar arguments, which all launches share
 * @param left what the launches before of the same file have left in its variables
 * @param number of the launch, from 0
 */
record InSequence(
        Knowledge knowledge, Map<Integer, Boolean> decided, LeftVariables left, int number) {
    /** Of a launch that is the only one. */
    static final InSequence ALONE = new InSequence(null, Map.of(), LeftVariables.NONE, 0);

    /** Copies the map, keeping its order. */
    InSequence {
        decided = new LinkedHashMap<>(decided);
    }

    /** True if it matters to others what the launch leaves in variables. */
    boolean keeps() {
        return knowledge != null;
    }

    Assumptions assumptions() {
        return knowledge == null ? new Assumptions() : knowledge.assumptions();
    }

    Views views(TermStore store, SimulationOptions options, Assumptions assumptions) {
        return knowledge == null
                ? new Views(store, options.finiteMasks(), assumptions)
                : knowledge.views();
    }

    /** The instructions of all launches, if there are several. */
    List<List<Instruction>> programs() {
        return knowledge == null ? List.of() : knowledge.programs();
    }
}
