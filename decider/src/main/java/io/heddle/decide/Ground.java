package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.PrefixBasis;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Domain;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * What all proofs of a pair stand on, in all threads.
 *
 * @param store terms; only read
 * @param options of the decision
 * @param fanOut the terms below the pair's conditions
 * @param recoveries literals among them that may stand for other numbers
 * @param basis the inputs that are written by prefix sums
 * @param graphs the lemmas
 */
record Ground(
        TermStore store,
        DecideOptions options,
        FanOut fanOut,
        Recoveries recoveries,
        PrefixBasis basis,
        LemmaGraphs graphs) {
    static Ground of(
            TermStore store, DecideOptions options, List<VerificationCondition> conditions) {
        int[] roots = new int[conditions.size() * 2];
        for (int i = 0; i < conditions.size(); i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
        }
        FanOut fanOut = FanOut.of(store, roots);
        Recoveries recoveries =
                options.exactConstants()
                        ? Recoveries.NONE
                        : Recoveries.of(store, fanOut, options.recovery());
        boolean total = new Domain(store, fanOut).isTotal();
        PrefixBasis basis = total ? PrefixBasis.NONE : PrefixBasis.of(store, fanOut);
        LemmaGraphs graphs =
                new LemmaGraphs(store, options, conditions, fanOut, !recoveries.isEmpty());
        return new Ground(store, options, fanOut, recoveries, basis, graphs);
    }

    /** What proofs of one thread find out and keep: forms, and domain conditions that they show. */
    Kept nothingKept() {
        return nothingKept(recoveries.isEmpty() ? Prover.Literals.EXACT : Prover.Literals.EITHER);
    }

    /** The same where proofs may read literals in these ways. */
    Kept nothingKept(Prover.Literals literals) {
        return new Kept(
                new Domain(store, fanOut), new Prover(store, options, fanOut, literals, basis));
    }

    /**
     * Kept from one range of conditions to the next; for one thread at a time.
     *
     * @param domain which domain conditions are shown
     * @param prover the forms
     */
    record Kept(Domain domain, Prover prover) {}
}
