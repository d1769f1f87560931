package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.machine.DynamicBarrier;
import io.heddle.memory.LeftVariables;
import io.heddle.term.Symbol;
import io.heddle.value.RoundedNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of an execution.
 *
 * @param findings in the order of detection; if an UNSUPPORTED or UNDECIDED has ended the
 *     execution, it is the last
 * @param complete true if every thread of every executed CTA ran to its end
 * @param cases the outcomes: one, or one for each case of a branch on symbolic scalar arguments
 * @param assumptions in order of first use
 * @param statistics counts
 * @param ctasExecuted number of CTAs executed
 * @param undefinedReads the first read of each memory cell that was read before it was written, by
 *     the identity that {@link io.heddle.term.Op#UNDEFINED} terms carry; a defect only if the value
 *     reaches a compared output. A finding without a location stands for a cell that no thread has
 *     read: a conditional store has kept its old contents
 * @param barriers the generations of named barriers in the order of their completion, those that
 *     did not complete last; empty unless recorded
 * @param rounded what was rounded, and where that may decide something
 * @param inputVariables variables of the module that were read as inputs, since the file does not
 *     say what they hold
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
        RoundedNumbers rounded,
        List<Symbol> inputVariables) {
    /** Copies the collections. */
    public SimulationResult {
        findings = List.copyOf(findings);
        cases = List.copyOf(cases);
        assumptions = List.copyOf(assumptions);
        barriers = List.copyOf(barriers);
        inputVariables = List.copyOf(inputVariables);
        undefinedReads = new LinkedHashMap<>(undefinedReads);
    }

    /** Makes a result without reads of undefined cells, barriers, roundings and variables. */
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
                RoundedNumbers.NONE,
                List.of());
    }

    /** Returns this result with one more finding. */
    SimulationResult with(Finding finding) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(finding);
        return copy(more, assumptions, complete);
    }

    /** Returns this result as an incomplete one, with the finding that ends it. */
    SimulationResult stoppedBy(Finding finding) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(finding);
        return copy(more, assumptions, false);
    }

    /** Returns this result with other assumptions. */
    SimulationResult assuming(List<Assumption> others) {
        return copy(findings, others, complete);
    }

    /** Returns this result with other roundings. */
    SimulationResult rounding(RoundedNumbers others) {
        return new SimulationResult(
                findings,
                complete,
                cases,
                assumptions,
                statistics,
                ctasExecuted,
                undefinedReads,
                barriers,
                others,
                inputVariables);
    }

    private SimulationResult copy(List<Finding> found, List<Assumption> assumed, boolean toTheEnd) {
        return new SimulationResult(
                found,
                toTheEnd,
                cases,
                assumed,
                statistics,
                ctasExecuted,
                undefinedReads,
                barriers,
                rounded,
                inputVariables);
    }

    /**
     * The outcome for one case of the scalar arguments.
     *
     * @param condition the condition term on scalar arguments under which it holds; the true term
     *     if there is only one case
     * @param tensors final contents of each tensor of the launch, by name, in argument order
     * @param decided the truth values of conditions of which {@code condition} consists
     * @param variables what is left in the module's variables, if a later launch finds it
     * @param stored the names of those that were stored to
     */
    public record Case(
            int condition,
            Map<String, OutputTensor> tensors,
            Map<Integer, Boolean> decided,
            LeftVariables variables,
            Set<String> stored) {
        /** A case of which only the outputs matter. */
        public Case(int condition, Map<String, OutputTensor> tensors) {
            this(condition, tensors, Map.of(), LeftVariables.NONE, Set.of());
        }
    }
}
