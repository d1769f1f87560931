package io.heddle.spark;

import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Lemmas;
import io.heddle.decide.RangeDecider;
import io.heddle.decide.Recoveries;
import io.heddle.term.TermSlice;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The conditions of a pair, or those of one of its shards, with all terms that they reach. A
 * process gets that of a pair once, and keeps in it what its tasks find out: the terms, forms and
 * lemmas. Where the driver's own tasks decide, they read the driver's terms.
 */
final class Question {
    private final int pair;
    private final int first; // number in the pair of the first condition
    private final List<VerificationCondition> conditions; // roots of the slice by number
    private final TermSlice slice;
    private final Budget budget;
    private final Recoveries recoveries; // of the pair where this is of a shard, else null
    private final WeakReference<TermStore> origin; // of this process, else null
    private final List<VerificationCondition> original; // the conditions there
    private RangeDecider decider;
    private boolean copied; // the decider's terms come from the slice
    private long mostNanos = Long.MAX_VALUE; // of the decision in this process
    private MonomialPool pool; // of this process; null for one of its own

    private Question(
            int pair,
            int first,
            TermSlice slice,
            List<VerificationCondition> conditions,
            Budget budget,
            Recoveries recoveries,
            TermStore origin,
            List<VerificationCondition> original) {
        this.pair = pair;
        this.first = first;
        this.recoveries = recoveries;
        this.conditions = conditions;
        this.slice = slice;
        this.budget = budget;
        this.origin = origin == null ? null : new WeakReference<>(origin);
        this.original = original;
    }

    /**
     * The question about all conditions of a pair.
     *
     * @param pair number of the pair in the run
     * @param store terms of the conditions
     * @param slicer of that store, to which all sides of the conditions have been added
     */
    static Question of(
            int pair,
            TermStore store,
            List<VerificationCondition> conditions,
            TermSlicer slicer,
            Budget budget) {
        TermSlice slice = cut(slicer, conditions);
        return new Question(
                pair, 0, slice, inSlice(slice, conditions), budget, null, store, conditions);
    }

    /**
     * The question about the conditions of one shard, which needs no others.
     *
     * @param pair number of the pair in the run
     * @param first number in the pair of the first of them
     * @param slicer of their store, to which all their sides have been added
     * @param recoveries of all conditions of the pair
     */
    static Question ofShard(
            int pair,
            int first,
            List<VerificationCondition> conditions,
            TermSlicer slicer,
            Budget budget,
            Recoveries recoveries) {
        TermSlice slice = cut(slicer, conditions);
        return arrived(pair, first, slice, inSlice(slice, conditions), budget, recoveries);
    }

    /** A question that has arrived; {@code conditions} are in terms of the slice. */
    static Question arrived(
            int pair,
            int first,
            TermSlice slice,
            List<VerificationCondition> conditions,
            Budget budget,
            Recoveries recoveries) {
        return new Question(pair, first, slice, conditions, budget, recoveries, null, null);
    }

    private static TermSlice cut(TermSlicer slicer, List<VerificationCondition> conditions) {
        int[] roots = new int[2 * conditions.size()];
        for (int i = 0; i < conditions.size(); i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
        }
        return slicer.cut(roots);
    }

    private static List<VerificationCondition> inSlice(
            TermSlice slice, List<VerificationCondition> conditions) {
        List<VerificationCondition> renamed = new ArrayList<>(conditions.size());
        for (int i = 0; i < conditions.size(); i++) {
            VerificationCondition c = conditions.get(i);
            renamed.add(
                    new VerificationCondition(
                            c.tensor(), c.index(), slice.root(2 * i), slice.root(2 * i + 1)));
        }
        return renamed;
    }

    /** Number of the pair in the run. */
    int pair() {
        return pair;
    }

    /** Number in the pair of the first condition. */
    int first() {
        return first;
    }

    /** The terms; roots 2i and 2i+1 are the sides of condition i of the list. */
    TermSlice slice() {
        return slice;
    }

    /** The conditions in terms of the slice. */
    List<VerificationCondition> conditions() {
        return conditions;
    }

    /** Those of a shard. */
    List<VerificationCondition> conditions(Shard shard) {
        return conditions.subList(shard.from() - first, shard.to() - first);
    }

    /** What proofs list of how they read literals, if this is of a shard; else null. */
    Recoveries recoveries() {
        return recoveries;
    }

    /** Budget of the decision. */
    Budget budget() {
        return budget;
    }

    /**
     * Has the decision in this process end after some time, whatever is left for the pair. The time
     * begins when the first condition is decided.
     */
    synchronized void breakOffAfter(long nanos) {
        mostNanos = nanos;
    }

    /** Has the decision spend of what tasks of the pair share in this process. */
    synchronized void spendOf(SharedBudget shared) {
        mostNanos = shared.left();
        pool = shared.pool();
    }

    /** Drops what was found out, once this process decides no more of it. */
    synchronized void forget() {
        if (decider != null) {
            decider.forget();
            decider = null;
        }
    }

    /**
     * What this process decides by. The time that is left for the pair begins when it is first
     * asked for.
     *
     * @param spent nanoseconds that the decision of the pair has taken before, elsewhere
     */
    private synchronized RangeDecider decider(long spent) {
        if (decider == null) {
            TermStore store = origin == null ? null : origin.get();
            copied = store == null;
            DecideOptions options = budget.start(spent, mostNanos);
            if (!copied) {
                decider = new RangeDecider(store, options, original);
            } else if (recoveries == null) {
                decider = new RangeDecider(slice.toStore(), options, conditions);
            } else {
                MonomialPool from = pool == null ? options.pool() : pool;
                decider = new RangeDecider(slice.toStore(), options, conditions, recoveries, from);
            }
        }
        return decider;
    }

    /**
     * What was done before the shards.
     *
     * @param lemmas what is known of them, in the terms of this process
     * @param copied whether these are those of the slice, which other processes have, too
     * @param nanos time that it took
     */
    record Prepared(Lemmas lemmas, boolean copied, long nanos) {
        /** Nothing is known. */
        static final Prepared NOTHING = new Prepared(Lemmas.NONE, true, 0);

        /** What is known when each part of the open lemmas has been tried. */
        Prepared after(List<Tried> parts) {
            List<Lemmas.Part> tried = parts.stream().map(Tried::part).toList();
            return new Prepared(lemmas.after(tried), copied, nanos);
        }

        /** The same with a later step's time. */
        Prepared later(long more) {
            return new Prepared(lemmas, copied, nanos + more);
        }
    }

    /**
     * Proves lemmas if shards will ask for them.
     *
     * @param before what earlier calls and {@linkplain #prove parts} have found out
     * @param many so many lemmas are left open, for several tasks to prove
     * @param spent nanoseconds that the decision of the pair has taken before
     */
    Prepared prepare(Prepared before, int many, long spent) {
        long start = System.nanoTime();
        RangeDecider here = decider(spent);
        Lemmas lemmas = isOfHere(before) ? before.lemmas() : Lemmas.NONE;
        try {
            lemmas = here.lemmas(lemmas, many);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
            lemmas = Lemmas.NONE; // a shard that fails in the same way says so
        }
        return new Prepared(lemmas, isCopied(), System.nanoTime() - start);
    }

    /**
     * What came of a part of the open lemmas.
     *
     * @param part what was found out
     * @param nanos time that it took
     */
    record Tried(Lemmas.Part part, long nanos) {}

    /** Tries the open lemmas whose number is {@code part} modulo {@code parts}. */
    Tried prove(Prepared proposed, int part, int parts, long spent) {
        long start = System.nanoTime();
        RangeDecider here = decider(spent);
        Lemmas.Part tried = Lemmas.Part.NONE;
        if (isOfHere(proposed)) {
            try {
                tried = here.prove(proposed.lemmas(), part, parts);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
                tried = Lemmas.Part.NONE; // the task that goes on alone fails in the same way
            }
        }
        return new Tried(tried, System.nanoTime() - start);
    }

    /** True if lemmas are in the terms that this process decides by. */
    private synchronized boolean isOfHere(Prepared prepared) {
        return copied == prepared.copied();
    }

    private synchronized boolean isCopied() {
        return copied;
    }

    /** The same where others have proved lemmas. */
    RangeDecider decider(Prepared prepared, long spent) {
        RangeDecider here = decider(spent);
        if (isOfHere(prepared)) {
            here.use(prepared.lemmas());
        }
        return here;
    }
}
