package io.heddle.check;

import io.heddle.condition.VerificationCondition;
import io.heddle.launch.Computation;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.SimulationResult;
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
 * @param reference the reference's execution and its result; null if it failed before
 * @param candidate the candidate's; null if it failed before or there is none
 * @param comparison what is compared; null if answered before
 * @param open an UNSUPPORTED or UNDECIDED that stands unless a condition is refuted, or null
 * @param findings found beside it
 * @param assumptions of the executions in words, for the report; rules ask their results
 * @param times phases so far
 */
public record Simulated(
        Pair pair,
        PairReport answer,
        TermStore store,
        Run reference,
        Run candidate,
        ComparedElements comparison,
        Defect open,
        List<Defect> findings,
        List<String> assumptions,
        Times times) {
    /** Copies the lists. */
    public Simulated {
        findings = List.copyOf(findings);
        assumptions = List.copyOf(assumptions);
    }

    /** A pair that is answered. */
    static Simulated answered(
            PairReport answer,
            Pair pair,
            TermStore store,
            Run reference,
            Run candidate,
            Times times) {
        return new Simulated(
                pair, answer, store, reference, candidate, null, null, List.of(), List.of(), times);
    }

    /**
     * One side's execution.
     *
     * @param computation what was executed or evaluated
     * @param result the result; null if the execution ended by a limit or an error
     */
    public record Run(Computation computation, SimulationResult result) {}

    /**
     * Milliseconds so far.
     *
     * @param parse reading and parsing
     * @param simulate both executions
     * @param began when the pair was begun, by this process's nanosecond clock
     */
    public record Times(long parse, long simulate, long began) {
        /** As if the pair had begun {@code nanos} later. */
        Times later(long nanos) {
            return new Times(parse, simulate, began + nanos);
        }
    }

    /** True if {@link #conditions()} have to be decided before the pair can be concluded. */
    public boolean needsDecision() {
        return answer == null;
    }

    /** The conditions to decide. */
    public List<VerificationCondition> conditions() {
        return comparison == null ? List.of() : comparison.conditions();
    }
}
