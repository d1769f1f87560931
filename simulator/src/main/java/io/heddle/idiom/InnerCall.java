package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The instructions that call one of {@link InnerFunctions}, side by side as nvcc writes them:
 * stores of the arguments, the call, loads of the result.
 *
 * @param name of the inner function
 * @param arguments registers and constants, in order
 * @param loads of parts of the result
 * @param length number of instructions
 */
record InnerCall(String name, List<Operand> arguments, List<Instruction> loads, int length) {
    private static final Set<String> RESULTS = Set.of("f64", "b32");

    /** Copies the lists. */
    InnerCall {
        arguments = List.copyOf(arguments);
        loads = List.copyOf(loads);
    }

    /** The call whose first instruction this is, if one is. */
    static Optional<InnerCall> at(Function f, int first, PtxModule module, Tables tables) {
        int call = first;
        while (call < f.body().size() && isParameter(f.body().get(call), "st")) {
            call++;
        }
        if (call == f.body().size() || !f.body().get(call).opcode().equals("call")) {
            return Optional.empty();
        }
        Instruction calls = f.body().get(call);
        int end = call + 1;
        while (end < f.body().size() && isParameter(f.body().get(end), "ld")) {
            end++;
        }
        List<Operand> parts = calls.operands();
        boolean direct =
                calls.guard() == null
                        && parts.size() == 3
                        && parts.get(0) instanceof Operand.Tuple
                        && parts.get(1) instanceof Operand.Symbol
                        && parts.get(2) instanceof Operand.Tuple;
        if (!direct || isEntered(f, first, end)) {
            return Optional.empty();
        }
        Function callee = module.function(((Operand.Symbol) parts.get(1)).name());
        List<Operand> given = ((Operand.Tuple) parts.get(2)).elements();
        Optional<String> name =
                Optional.ofNullable(callee).flatMap(c -> InnerFunctions.name(c, tables));
        boolean fits =
                name.isPresent()
                        && given.size() == call - first
                        && given.size() == callee.parameters().size()
                        && callee.parameters().stream().allMatch(p -> p.size() == 8);
        return fits
                ? of(name.get(), f.body().subList(first, end), call - first)
                        .filter(c -> c.isAlone(f, first))
                : Optional.empty();
    }

    private static Optional<InnerCall> of(String name, List<Instruction> all, int call) {
        List<Operand> parts = all.get(call).operands();
        List<Operand> results = ((Operand.Tuple) parts.get(0)).elements();
        List<Operand> arguments = new ArrayList<>();
        for (Operand parameter : ((Operand.Tuple) parts.get(2)).elements()) {
            all.subList(0, call).stream()
                    .filter(i -> i.has("f64") && i.operands().get(0).equals(at(parameter)))
                    .map(i -> i.operands().get(1))
                    .forEach(arguments::add);
        }
        List<Instruction> loads = all.subList(call + 1, all.size());
        List<Operand> destinations = loads.stream().map(i -> i.operands().get(0)).toList();
        boolean fits =
                arguments.size() == call
                        && results.size() == 1
                        && !loads.isEmpty()
                        && loads.stream().allMatch(i -> isResult(i, results.get(0)))
                        && destinations.stream().distinct().count() == loads.size()
                        && destinations.stream().noneMatch(arguments::contains);
        return fits
                ? Optional.of(new InnerCall(name, arguments, loads, all.size()))
                : Optional.empty();
    }

    /** The place of a parameter, from its first byte on. */
    private static Operand at(Operand parameter) {
        return new Operand.Address(parameter, 0);
    }

    private static boolean isResult(Instruction load, Operand result) {
        return load.operands().get(1) instanceof Operand.Address a
                && a.base().equals(result)
                && load.operands().get(0) instanceof Operand.Register
                && RESULTS.contains(load.modifiers().get(load.modifiers().size() - 1));
    }

    private static boolean isParameter(Instruction i, String opcode) {
        return i.opcode().equals(opcode)
                && i.guard() == null
                && i.modifiers().size() == 2
                && i.has("param")
                && i.operands().size() == 2;
    }

    /** True if a branch leads to one of the instructions but the first. */
    private static boolean isEntered(Function f, int first, int end) {
        return !f.branchTargets().isEmpty()
                || f.body().stream()
                        .flatMap(i -> i.operands().stream())
                        .anyMatch(
                                o ->
                                        o instanceof Operand.Label l
                                                && l.target() > first
                                                && l.target() < end);
    }

    /** True if no other instruction uses the parameters that are passed here. */
    private boolean isAlone(Function f, int first) {
        List<Instruction> inside = f.body().subList(first, first + length);
        List<String> own =
                f.variables().stream()
                        .map(Variable::name)
                        .filter(v -> inside.stream().anyMatch(i -> names(i, v)))
                        .toList();
        for (int k = 0; k < f.body().size(); k++) {
            Instruction i = f.body().get(k);
            boolean outside = k < first || k >= first + length;
            if (outside && own.stream().anyMatch(v -> names(i, v))) {
                return false;
            }
        }
        return true;
    }

    private static boolean names(Instruction i, String variable) {
        return i.operands().stream().map(InnerCall::symbols).anyMatch(s -> s.contains(variable));
    }

    private static List<String> symbols(Operand o) {
        if (o instanceof Operand.Tuple t) {
            return t.elements().stream().flatMap(e -> symbols(e).stream()).toList();
        }
        Operand base = o instanceof Operand.Address a ? a.base() : o;
        return base instanceof Operand.Symbol s ? List.of(s.name()) : List.of();
    }
}
