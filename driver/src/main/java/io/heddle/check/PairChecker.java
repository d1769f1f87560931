package io.heddle.check;

import io.heddle.decide.DecideOptions;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.decide.VerificationCondition;
import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * Answers a pair, in one go or step by step.
 *
 * <p>No step throws for what a kernel or an input can bring about: failures are answers (ERROR,
 * UNSUPPORTED, UNDECIDED).
 */
public final class PairChecker {
    private final KernelFiles files;

    /** A checker that reads PTX through {@code files}. */
    public PairChecker(KernelFiles files) {
        this.files = files;
    }

    /** The report on {@code pair}. */
    public PairReport check(Pair pair) {
        Simulated simulated = simulate(pair);
        return conclude(simulated, List.of(), 0);
    }

    /** Parses and executes both sides and lists what is to be decided. */
    public Simulated simulate(Pair pair) {
        if (files.module(pair.reference().ptx()) == null) {
            return null;
        }
        throw new IllegalStateException("the pipeline is being written: " + pair.name());
    }

    /** Options of the decision of {@code pair}, to be passed to {@link #decide}. */
    public static DecideOptions decideOptions(Pair pair) {
        return new DecideOptions(
                pair.exactConstants(),
                System.nanoTime() + (long) (pair.limits().seconds() * 1e9),
                DecideOptions.defaults().maxMonomials(),
                DecideOptions.defaults().maxCases(),
                DecideOptions.defaults().seed());
    }

    /** Decides conditions over a store, which may be a slice of the pair's; one answer each. */
    public static List<Decision> decide(
            TermStore store, List<VerificationCondition> conditions, DecideOptions options) {
        return new Decider(store, options).decide(conditions);
    }

    /**
     * Replays and concludes.
     *
     * @param simulated the pair after simulation
     * @param decisions in the order of {@link Simulated#conditions()}; empty if none was needed
     * @param decideMillis time that the decision took
     */
    public PairReport conclude(Simulated simulated, List<Decision> decisions, long decideMillis) {
        if (!simulated.needsDecision()) {
            return simulated.answer();
        }
        throw new IllegalStateException("being written: " + decisions.size() + decideMillis);
    }
}
