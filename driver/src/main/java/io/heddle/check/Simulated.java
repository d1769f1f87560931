package io.heddle.check;

import io.heddle.decide.VerificationCondition;
import io.heddle.launch.Launch;
import io.heddle.report.PairReport;
import io.heddle.sim.SimulationResult;
import io.heddle.suite.Pair;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * A pair after simulation: either already answered, or a list of conditions to decide.
 *
 * @param pair the question
 * @param answer the report if no decision is needed (a defect, an error, a single kernel), else
 *     null
 * @param store terms of both sides; null if the pair failed before
 * @param reference the reference's launch and its result; null if it failed before
 * @param candidate the candidate's; null if it failed before or there is none
 * @param comparison what is compared; null if answered before
 * @param times phases so far
 */
public record Simulated(
        Pair pair,
        PairReport answer,
        TermStore store,
        Run reference,
        Run candidate,
        ComparedElements comparison,
        Times times) {
    /**
     * One side's execution.
     *
     * @param launch what was run
     * @param result what came out
     */
    public record Run(Launch launch, SimulationResult result) {}

    /**
     * Milliseconds so far.
     *
     * @param parse reading and parsing
     * @param simulate both executions
     */
    public record Times(long parse, long simulate) {}

    /** True if {@link #conditions()} have to be decided before the pair can be concluded. */
    public boolean needsDecision() {
        return answer == null;
    }

    /** The conditions to decide. */
    public List<VerificationCondition> conditions() {
        return comparison == null ? List.of() : comparison.conditions();
    }
}
