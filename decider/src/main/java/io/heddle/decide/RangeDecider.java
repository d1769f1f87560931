package io.heddle.decide;

import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Outcome;
import io.heddle.refute.Refuter;
import io.heddle.refute.TermSigns;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Decides the conditions of one pair by ranges, in several threads at a time over one store, which
 * nobody writes. What one range finds out serves the others: lemmas are proved once, and a thread
 * takes over the forms of a range that is finished. What is decided of a range does not depend on
 * which others were decided before, but for limits: work that was done costs nothing again.
 *
 * <p>All threads together hold no more monomials than one pool has.
 */
public final class RangeDecider {
    private final TermStore store;
    private final DecideOptions options;
    private final List<VerificationCondition> conditions;
    private final Recoveries recoveries; // of the whole pair; null where these are its conditions
    private final MonomialPool pool;
    private final Deque<Ground.Kept> idle = new ArrayDeque<>();
    private Ground ground;
    private Lemmas known = Lemmas.NONE;
    private WorkThreads threads = WorkThreads.ONE;

    /** A decider of {@code conditions}, which are all of a pair, over {@code store}. */
    public RangeDecider(
            TermStore store, DecideOptions options, List<VerificationCondition> conditions) {
        this(store, options, conditions, options.pool());
    }

    /** The same with the monomials of a pool. */
    RangeDecider(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            MonomialPool pool) {
        this(
                store,
                options.with(RecoveryChoice.of(store, conditions, options)),
                conditions,
                null,
                pool);
    }

    /** A decider of some of a pair's conditions with a pool of its own. */
    public RangeDecider(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            Recoveries recoveries) {
        this(store, options, conditions, recoveries, options.pool());
    }

    /**
     * A decider of some of a pair's conditions, over the terms below these. It reads literals as
     * one of all conditions does, and its proofs list what they would list there.
     *
     * @param options with the pair's recovery ({@link RecoveryChoice})
     * @param recoveries of all conditions of the pair
     * @param pool the monomials of the pair in this process
     */
    public RangeDecider(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            Recoveries recoveries,
            MonomialPool pool) {
        this.store = store;
        this.options = options;
        this.conditions = List.copyOf(conditions);
        this.recoveries = recoveries;
        this.pool = pool;
    }

    /** Has proofs use lemmas that another process proved of the same terms under the same ids. */
    public synchronized void use(Lemmas lemmas) {
        known = lemmas;
        if (ground != null) {
            ground.graphs().use(lemmas);
        }
    }

    /** Has lemmas proved by several threads of this process, where there are many. */
    public synchronized void proveLemmasBy(WorkThreads several) {
        threads = several;
    }

    /** The decisions on a range of conditions, in their order. */
    public List<Decision> decide(int from, int to) {
        if (areTheSame(from, to)) {
            Decision same = new Decision.Proved(Decision.Method.SAME, List.of());
            return new ArrayList<>(Collections.nCopies(to - from, same));
        }
        try (Borrowed borrowed = new Borrowed()) {
            List<Decision> decisions =
                    new Decider(store, options)
                            .decide(conditions.subList(from, to), borrowed::proofs);
            borrowed.giveBack();
            return decisions;
        }
    }

    /** What one range's proofs take over of others', once there are any. */
    private final class Borrowed implements AutoCloseable {
        private Ground.Kept kept;
        private Proofs proofs;

        Proofs proofs() {
            if (proofs == null) {
                Ground shared = ground();
                kept = borrow(shared);
                proofs = new Proofs(shared, kept);
            }
            return proofs;
        }

        void giveBack() {
            if (kept != null) {
                RangeDecider.this.giveBack(kept);
                kept = null;
            }
        }

        /** Drops what was not given back, since something failed in the middle. */
        @Override
        public void close() {
            if (kept != null) {
                kept.prover().close();
            }
        }
    }

    /**
     * True if each condition of a range has one term on both sides, and no term of the store has a
     * domain or an assumed range that a proof would have to list: then nobody needs to look below
     * the terms, which takes as long as many a proof.
     */
    private boolean areTheSame(int from, int to) {
        if (options.isExpired() || !store.assumedRanges().isEmpty()) {
            return false;
        }
        for (Op op : Op.values()) {
            if ((TermSigns.isPartial(op) || op == Op.APPLY) && store.contains(op)) {
                return false;
            }
        }
        return conditions.subList(from, to).stream()
                .allMatch(
                        vc ->
                                vc.reference() == vc.candidate()
                                        && store.isFinite(vc.reference())
                                        && store.isTotal(vc.reference()));
    }

    /**
     * Proves the lemmas before the ranges if their proofs will ask for them: if a first condition
     * is neither proved at once nor refuted at a few points. Nothing is expanded for one that
     * plainly differs.
     */
    public Lemmas lemmas() {
        return lemmas(Lemmas.NONE, Integer.MAX_VALUE);
    }

    /**
     * The same where several tasks may prove parts of them.
     *
     * @param before what is known from earlier calls, and from {@linkplain #prove parts}
     * @param many so many lemmas of a graph are left {@linkplain Lemmas#open open}
     */
    public Lemmas lemmas(Lemmas before, int many) {
        for (VerificationCondition vc : conditions) {
            if (vc.reference() != vc.candidate()) {
                if (!before.equals(Lemmas.NONE)) {
                    use(before);
                } else if (!needsLemmas(vc)) {
                    return Lemmas.NONE;
                }
                LemmaGraphs graphs = ground().graphs();
                try {
                    return graphs.made(vc, many);
                } catch (LimitExceededException e) {
                    return graphs.lemmas();
                }
            }
        }
        return Lemmas.NONE;
    }

    private boolean needsLemmas(VerificationCondition vc) {
        if (new Refuter(store, options).isPlainlyRefuted(vc)) {
            return false;
        }
        try (Borrowed borrowed = new Borrowed()) {
            Proofs proofs = borrowed.proofs();
            boolean needs =
                    proofs.decide(vc, Proofs.Effort.QUICK) instanceof Decision.Undecided
                            && !isRefuted(vc)
                            && proofs.asksForLemmas(vc);
            borrowed.giveBack();
            return needs;
        }
    }

    /**
     * Tries every lemma of those that are open whose number is {@code part} modulo {@code parts},
     * until one is not proved.
     */
    public Lemmas.Part prove(Lemmas proposed, int part, int parts) {
        return ground().graphs().prove(proposed, part, parts);
    }

    private boolean isRefuted(VerificationCondition vc) {
        return new Refuter(store, options).tryRefute(List.of(vc), Refuter.Extent.FEW).get(0)
                instanceof Outcome.Refuted;
    }

    private synchronized Ground ground() {
        if (ground == null) {
            ground =
                    recoveries == null
                            ? Ground.of(store, options, conditions, pool)
                            : Ground.of(store, options, conditions, recoveries, pool);
            ground.graphs().use(known);
            ground.graphs().proveBy(threads);
        }
        return ground;
    }

    private synchronized Ground.Kept borrow(Ground shared) {
        return idle.isEmpty() ? shared.nothingKept() : idle.pop();
    }

    /** Keeps what a thread has found out; what failed in the middle is not kept. */
    private synchronized void giveBack(Ground.Kept kept) {
        kept.prover().restart();
        idle.push(kept);
    }

    /** Drops the forms that are kept for ranges to come. */
    public synchronized void forget() {
        idle.forEach(kept -> kept.prover().close());
        idle.clear();
    }
}
