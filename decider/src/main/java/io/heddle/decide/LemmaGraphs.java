package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The merged graphs of a pair: one whose literals have their exact value, and one whose literals
 * are the numbers that they round. Each is made once, when a proof first needs it, by the thread
 * that does; others wait for it, and must not hold monomials of the pool while they do.
 *
 * <p>Where a graph may have many lemmas they are assumed first, and proved by {@linkplain
 * WorkThreads several threads}, or by several tasks ({@link #made}, {@link #prove}). How many are
 * many is a number of lemmas, never a time, and the lemmas are the same either way.
 */
final class LemmaGraphs {
    private static final long MOST_TERMS = 4_000_000;
    private static final long MOST_MONOMIALS = 1_000_000;
    private static final int NEVER = Integer.MAX_VALUE; // so many lemmas has no graph
    private static final int MOST_ASSUMPTIONS = 4; // of one graph, which is made again for each

    private final TermStore store;
    private final DecideOptions options;
    private final MonomialPool pool;
    private final List<VerificationCondition> conditions;
    private final FanOut fanOut;
    private final One[] graphs;
    private WorkThreads threads = WorkThreads.ONE;
    private Lemmas known = Lemmas.NONE;

    /** One of the graphs, as far as it is made. */
    private static final class One {
        private final boolean recovered;
        private TwoSides sides;
        private MergedGraph graph;
        private String failure; // why it could not be made

        One(boolean recovered) {
            this.recovered = recovered;
        }
    }

    /**
     * @param pool from which their proofs draw
     * @param conditions those that proofs are asked of, and their neighbours
     * @param recovery whether some literal may stand for a number that it rounds
     */
    LemmaGraphs(
            TermStore store,
            DecideOptions options,
            MonomialPool pool,
            List<VerificationCondition> conditions,
            FanOut fanOut,
            boolean recovery) {
        this.store = store;
        this.options = options.within(MOST_MONOMIALS);
        this.pool = pool;
        this.conditions = conditions;
        this.fanOut = fanOut;
        One exact = new One(false);
        graphs =
                recovery && !readsLiteralsTwice()
                        ? new One[] {exact, new One(true)}
                        : new One[] {exact};
    }

    /** Has lemmas proved by these threads. */
    synchronized void proveBy(WorkThreads others) {
        threads = others;
    }

    /** Has the graphs made of lemmas that other processes have proved. */
    synchronized void use(Lemmas lemmas) {
        if (known.equals(lemmas)) {
            return;
        }
        known = lemmas;
        for (int i = 0; i < graphs.length; i++) {
            One one = graphs[i];
            Lemmas.Of of = of(lemmas, one);
            if (one.graph != null && of != null) {
                if (of.isComplete() && one.graph.lemmas().terms().equals(of.terms())) {
                    one.graph.close();
                    one.sides.forgetPrints();
                } else {
                    one.graph = null;
                    one.sides = null;
                }
            }
        }
    }

    /** True if there are too many terms for lemmas. */
    boolean areTooLarge() {
        return fanOut.top() > MOST_TERMS;
    }

    /** How many graphs there are, in the order in which proofs try them. */
    int count() {
        return graphs.length;
    }

    /** A graph; throws {@link LimitExceededException} if it cannot be made. */
    synchronized MergedGraph get(int number) {
        One one = graphs[number];
        if (one.failure != null) {
            throw new LimitExceededException(one.failure);
        }
        try {
            make(one, NEVER);
            for (int i = 1; one.graph.openLemmas() > 0; i++) {
                proveOpen(one, i < MOST_ASSUMPTIONS);
            }
        } catch (LimitExceededException e) {
            one.failure = e.getMessage();
            throw e;
        }
        one.sides.forgetPrints();
        return one.graph;
    }

    /** Makes a graph, with lemmas assumed if they are many or several threads can prove them. */
    private void make(One one, int manyForTasks) {
        if (one.graph != null) {
            return;
        }
        int many = Math.min(manyForTasks, threads.areSeveral() ? threads.many() : NEVER);
        if (one.sides == null) {
            one.sides = new TwoSides(store, options, conditions, one.recovered);
        }
        Lemmas.Of sent = of(known, one);
        Lemmas.Of decided = sent == null ? Lemmas.Of.nothing(one.recovered) : sent;
        boolean assume = many < NEVER && one.sides.haveCandidates(many);
        one.graph = graph(one, decided, assume);
    }

    private MergedGraph graph(One one, Lemmas.Of known, boolean assume) {
        MergedGraph.Making making = assume ? MergedGraph.Making.ASSUME : MergedGraph.Making.PROVE;
        return new MergedGraph(one.sides, options, pool, known, making);
    }

    private static Lemmas.Of of(Lemmas lemmas, One one) {
        return lemmas.graphs().stream()
                .filter(of -> of.recovered() == one.recovered)
                .findFirst()
                .orElse(null);
    }

    /** Proves what a graph assumes; where something does not hold, it is made again. */
    private void proveOpen(One one, boolean assumeAgain) {
        MergedGraph graph = one.graph;
        int first = threads.firstUnproved(graph.openLemmas(), graph::proves);
        if (first == graph.openLemmas()) {
            graph.close();
        } else if (options.isExpired()) {
            graph.endBefore(first);
        } else {
            Lemmas.Part failed = new Lemmas.Part(graph.openTerm(first), true);
            one.graph = graph(one, graph.lemmas().before(failed), assumeAgain);
        }
    }

    /** The lemmas of the graphs that have been made. */
    synchronized Lemmas lemmas() {
        List<Lemmas.Of> made = new ArrayList<>();
        for (One one : graphs) {
            if (one.graph != null) {
                made.add(one.graph.lemmas());
            }
        }
        return new Lemmas(made);
    }

    // ---------------------------------------------------------------- several tasks

    /**
     * The lemmas of the graphs that a condition needs: they are made until one proves it.
     *
     * @param many a graph with so many lemmas is left with them open, for several tasks to prove
     */
    synchronized Lemmas made(VerificationCondition vc, int many) {
        for (int i = 0; i < graphs.length; i++) {
            make(graphs[i], many);
            if (graphs[i].graph.openLemmas() >= many || get(i).prove(vc).isPresent()) {
                break;
            }
        }
        return lemmas();
    }

    /**
     * Tries every lemma of those that are open whose number is {@code part} modulo {@code parts}.
     */
    Lemmas.Part prove(Lemmas proposed, int part, int parts) {
        MergedGraph graph = listed(proposed);
        if (graph.openLemmas() != proposed.open()) {
            throw new IllegalStateException("lemmas have other numbers here");
        }
        int n = graph.openLemmas();
        for (int i = part; i < n; i += parts) {
            if (!graph.proves(i)) {
                return new Lemmas.Part(graph.openTerm(i), !options.isExpired());
            }
        }
        return Lemmas.Part.PROVED;
    }

    private synchronized MergedGraph listed(Lemmas proposed) {
        One one = graphs[proposed.graphs().size() - 1];
        Lemmas.Of of = of(proposed, one);
        if (one.graph == null || !one.graph.lemmas().equals(of)) {
            if (one.sides == null) {
                one.sides = new TwoSides(store, options, conditions, one.recovered);
            }
            one.graph = new MergedGraph(one.sides, options, pool, of, MergedGraph.Making.LISTED);
        }
        return one.graph;
    }

    /** True if literals below some operation keep their exact value although others do not. */
    private boolean readsLiteralsTwice() {
        return fanOut.contains(
                Op.LT, Op.LE, Op.EQ, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.RINT, Op.ITE, Op.APPLY);
    }
}
