package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.MonomialPool;
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
 * @param recoveries literals that may stand for other numbers; none if none of them is among the
 *     terms
 * @param basis the inputs that are written by prefix sums
 * @param graphs the lemmas
 * @param pool the monomials that they may hold together
 */
record Ground(
        TermStore store,
        DecideOptions options,
        FanOut fanOut,
        Recoveries recoveries,
        PrefixBasis basis,
        LemmaGraphs graphs,
        MonomialPool pool) {
    static Ground of(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            MonomialPool pool) {
        FanOut fanOut = below(store, conditions);
        Recoveries recoveries = Recoveries.of(store, fanOut, options);
        return of(store, options, conditions, fanOut, recoveries, pool);
    }

    /**
     * The same for some of a pair's conditions.
     *
     * @param ofPair the recovered literals of all of them: a proof that reads one so lists all
     */
    static Ground of(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            Recoveries ofPair,
            MonomialPool pool) {
        FanOut fanOut = below(store, conditions);
        Recoveries here = Recoveries.of(store, fanOut, options);
        return of(store, options, conditions, fanOut, here.isEmpty() ? here : ofPair, pool);
    }

    /** The terms below both sides of some conditions. */
    static FanOut below(TermStore store, List<VerificationCondition> conditions) {
        int[] roots = new int[conditions.size() * 2];
        for (int i = 0; i < conditions.size(); i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
        }
        return FanOut.of(store, roots);
    }

    private static Ground of(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            FanOut fanOut,
            Recoveries recoveries,
            MonomialPool pool) {
        boolean total = new Domain(store, fanOut).isTotal();
        PrefixBasis basis = total ? PrefixBasis.NONE : PrefixBasis.of(store, fanOut);
        LemmaGraphs graphs =
                new LemmaGraphs(store, options, pool, conditions, fanOut, !recoveries.isEmpty());
        return new Ground(store, options, fanOut, recoveries, basis, graphs, pool);
    }

    /** What proofs of one thread find out and keep: forms, and domain conditions that they show. */
    Kept nothingKept() {
        return nothingKept(literals(), pool.keeper());
    }

    /** The same where proofs read literals in these ways. */
    Kept nothingKept(Prover.Literals literals) {
        return nothingKept(literals, pool.keeper());
    }

    /** The same for a few proofs, beside what the thread keeps. */
    Kept nothingKeptLong() {
        return nothingKept(literals(), pool.guest());
    }

    private Prover.Literals literals() {
        return recoveries.isEmpty() ? Prover.Literals.EXACT : Prover.Literals.EITHER;
    }

    private Kept nothingKept(Prover.Literals literals, MonomialPool.Keeper keeper) {
        return new Kept(
                new Domain(store, fanOut),
                new Prover(store, options, fanOut, literals, basis, keeper));
    }

    /**
     * Kept from one range of conditions to the next; for one thread at a time.
     *
     * @param domain which domain conditions are shown
     * @param prover the forms
     */
    record Kept(Domain domain, Prover prover) {}
}
