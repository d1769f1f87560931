package io.heddle.mutation;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Functions with one instruction replaced, removed or moved; branch targets move along. */
final class FunctionEdit {
    private FunctionEdit() {}

    static Function replace(Function f, int at, Instruction with) {
        List<Instruction> body = new ArrayList<>(f.body());
        body.set(at, with);
        return with(f, body, f.branchTargets(), f.variables());
    }

    static Function remove(Function f, int at) {
        List<Instruction> body = new ArrayList<>(f.body());
        body.remove(at);
        return retarget(f, body, target -> target > at ? target - 1 : target);
    }

    /** Exchanges two neighbouring instructions, neither of which anything branches to. */
    static Function swap(Function f, int first) {
        List<Instruction> body = new ArrayList<>(f.body());
        Instruction moved = body.remove(first);
        body.add(first + 1, moved);
        return with(f, body, f.branchTargets(), f.variables());
    }

    static Function withVariables(Function f, List<Variable> variables) {
        return with(f, f.body(), f.branchTargets(), variables);
    }

    /** True if some branch goes to the instruction. */
    static boolean isTarget(Function f, int at) {
        for (Instruction i : f.body()) {
            for (Operand o : i.operands()) {
                if (o instanceof Operand.Label l && l.target() == at) {
                    return true;
                }
            }
        }
        return f.branchTargets().values().stream().anyMatch(t -> t.contains(at));
    }

    private static Function retarget(Function f, List<Instruction> body, IntUnaryOperator map) {
        List<Instruction> moved = new ArrayList<>();
        for (Instruction i : body) {
            moved.add(
                    MutantInstruction.with(
                            i, i.operands().stream().map(o -> move(o, map)).toList()));
        }
        Map<String, List<Integer>> targets = new LinkedHashMap<>();
        f.branchTargets()
                .forEach(
                        (name, list) ->
                                targets.put(name, list.stream().map(map::applyAsInt).toList()));
        return with(f, moved, targets, f.variables());
    }

    private static Operand move(Operand o, IntUnaryOperator map) {
        return o instanceof Operand.Label l
                ? new Operand.Label(l.name(), map.applyAsInt(l.target()))
                : o;
    }

    private static Function with(
            Function f,
            List<Instruction> body,
            Map<String, List<Integer>> targets,
            List<Variable> variables) {
        return new Function(
                f.entry(),
                f.name(),
                f.defined(),
                f.returns(),
                f.parameters(),
                f.registers(),
                variables,
                body,
                targets,
                f.callTargets(),
                f.prototypes(),
                f.directives(),
                f.position());
    }
}
