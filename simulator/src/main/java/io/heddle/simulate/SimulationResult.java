package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.machine.DynamicBarrier;
import io.heddle.value.RoundedStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an execution found.
 *
 * @param findings defects and, last, the UNSUPPORTED or UNDECIDED that stopped it, if any; in order
 *     of detection
 * @param complete true if every thread of every executed CTA ran to its end
 * @param cases the outcomes: one, or one for each case of a branch on symbolic scalar arguments
 * @param assumptions in order of first use
 * @param statistics counts
 * @param ctasExecuted number of CTAs executed
 * @param undefinedReads the first read of each cell that was read before it was written, by the
 *     identity that {@link io.heddle.term.Op#UNDEFINED} terms carry; a verdict only where the value
 *     reaches a compared output. Without a location: not read, but kept by a store under a
 *     condition
 * @param barriers the generations of named barriers in the order of their completion, those that
 *     did not complete last; empty unless asked for
 * @param roundedSteps where a rounding may decide something
 */
public record SimulationResult(
        List<Finding> findings,
        boolean complete,
        List<Case> cases,
        List<Assumption> assumptions,
        Statistics statistics,
        long ctasExecuted,
        Map<Integer, Finding> undefinedReads,
        List<DynamicBarrier> barriers,
        List<RoundedStep> roundedSteps) {
    /** Copies the collections. */
    public SimulationResult {
        findings = List.copyOf(findings);
        cases = List.copyOf(cases);
        assumptions = List.copyOf(assumptions);
        barriers = List.copyOf(barriers);
        roundedSteps = List.copyOf(roundedSteps);
        undefinedReads = new LinkedHashMap<>(undefinedReads);
    }

    /** A result without reads of undefined cells, barriers and rounded steps. */
    public SimulationResult(
            List<Finding> findings,
            boolean complete,
            List<Case> cases,
            List<Assumption> assumptions,
            Statistics statistics,
            long ctasExecuted) {
        this(
                findings,
                complete,
                cases,
                assumptions,
                statistics,
                ctasExecuted,
                Map.of(),
                List.of(),
                List.of());
    }

    /** This with one more finding. */
    SimulationResult with(Finding finding) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(finding);
        return copy(more, assumptions);
    }

    /** This with other assumptions. */
    SimulationResult assuming(List<Assumption> others) {
        return copy(findings, others);
    }

    private SimulationResult copy(List<Finding> found, List<Assumption> assumed) {
        return new SimulationResult(
                found,
                complete,
                cases,
                assumed,
                statistics,
                ctasExecuted,
                undefinedReads,
                barriers,
                roundedSteps);
    }

    /**
     * One outcome.
     *
     * @param condition the condition term on scalar arguments under which it holds; the true term
     *     if there is only one case
     * @param tensors final contents of each tensor of the launch, by name, in argument order
     */
    public record Case(int condition, Map<String, OutputTensor> tensors) {}
}
