package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.launch.Computation;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.report.KernelSide;
import io.heddle.term.Op;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Variables that one side reads as inputs while the other side's file says what they hold. A
 * verdict assumes that such a variable is the same on both sides: for all values of the input that
 * is more than needed, but a counterexample may have another value than that file states, and
 * refutes nothing then.
 */
final class StatedVariables {
    private final Map<String, KernelSide> stating = new LinkedHashMap<>(); // by the input's name

    StatedVariables(Run reference, Run candidate) {
        add(reference, candidate, KernelSide.CANDIDATE);
        add(candidate, reference, KernelSide.REFERENCE);
    }

    private void add(Run reading, Run other, KernelSide side) {
        for (Symbol input : reading.result().inputVariables()) {
            for (Variable v : variables(other.computation())) {
                if (states(v) && v.qualifiedName().equals(input.name())) {
                    stating.put(input.name(), side);
                }
            }
        }
    }

    /** The variables of kernels' modules; a formula has none. */
    private static List<Variable> variables(Computation computation) {
        return computation.launches().stream()
                .flatMap(launch -> launch.module().variables().stream())
                .toList();
    }

    /** True if the file says what a variable holds when a launch begins. */
    private static boolean states(Variable v) {
        return !v.external() && (v.space() != StateSpace.CONST || v.initialiser() != null);
    }

    /** True if there are no such variables. */
    boolean isEmpty() {
        return stating.isEmpty();
    }

    /** Why a point at which terms differ refutes nothing, if one of them reads such a variable. */
    Optional<String> doubt(TermStore store, int... terms) {
        if (stating.isEmpty()) {
            return Optional.empty();
        }
        TermWalk walk = new TermWalk(terms);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            String name =
                    store.op(t) == Op.ELEMENT
                            ? store.symbolOf(t).name()
                            : store.op(t) == Op.APPLY && store.functionOf(t).readsTensor()
                                    ? store.functionOf(t).name()
                                    : "";
            if (stating.containsKey(name)) {
                return Optional.of(
                        "only the "
                                + stating.get(name).spelling()
                                + "'s file says what "
                                + name
                                + " holds, and it is assumed to be the same on both sides");
            }
            walk.open(store.operands(t));
        }
        return Optional.empty();
    }
}
