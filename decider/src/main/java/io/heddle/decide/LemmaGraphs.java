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
 * are the numbers that they round. They are made once, when a proof first needs them, by the thread
 * that does; others wait for it, and must not hold monomials of the pool while they do.
 */
final class LemmaGraphs {
    private static final long MOST_TERMS = 4_000_000;
    private static final long MOST_MONOMIALS = 1_000_000;

    private final TermStore store;
    private final DecideOptions options;
    private final MonomialPool pool;
    private final List<VerificationCondition> conditions;
    private final FanOut fanOut;
    private final boolean recovery;
    private Lemmas known = Lemmas.NONE;
    private List<MergedGraph> graphs;
    private String failure; // why they could not be made

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
        this.recovery = recovery;
    }

    /** Has the graphs made of lemmas that another process has proved. */
    synchronized void use(Lemmas lemmas) {
        known = lemmas;
    }

    /** True if there are too many terms for lemmas. */
    boolean areTooLarge() {
        return fanOut.top() > MOST_TERMS;
    }

    /** The graphs; throws {@link LimitExceededException} if they cannot be made. */
    synchronized List<MergedGraph> get() {
        if (failure != null) {
            throw new LimitExceededException(failure);
        }
        if (graphs == null) {
            try {
                graphs = made();
            } catch (LimitExceededException e) {
                failure = e.getMessage();
                throw e;
            }
        }
        return graphs;
    }

    /** The lemmas, if the graphs have been made. */
    synchronized Lemmas lemmas() {
        return graphs == null
                ? Lemmas.NONE
                : new Lemmas(graphs.stream().map(MergedGraph::lemmas).toList());
    }

    private List<MergedGraph> made() {
        List<MergedGraph> made = new ArrayList<>();
        made.add(graph(false));
        if (recovery && !readsLiteralsTwice()) {
            made.add(graph(true));
        }
        return made;
    }

    private MergedGraph graph(boolean recovered) {
        Lemmas.Of lemmas =
                known.graphs().stream()
                        .filter(g -> g.recovered() == recovered)
                        .findFirst()
                        .orElse(null);
        return new MergedGraph(store, options, pool, conditions, recovered, lemmas);
    }

    /** True if literals below some operation keep their exact value although others do not. */
    private boolean readsLiteralsTwice() {
        return fanOut.contains(
                Op.LT, Op.LE, Op.EQ, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.RINT, Op.ITE, Op.APPLY);
    }
}
