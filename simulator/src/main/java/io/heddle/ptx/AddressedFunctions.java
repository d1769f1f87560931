package io.heddle.ptx;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The functions of a module whose addresses are taken, in their order: where a call may go to. */
public final class AddressedFunctions {
    private final List<Function> all;

    /** Those of a module. */
    public AddressedFunctions(PtxModule module) {
        Set<String> taken = new LinkedHashSet<>();
        module.variables().forEach(v -> add(v, taken));
        for (Function f : module.functions()) {
            f.variables().forEach(v -> add(v, taken));
            for (Instruction i : f.defined() ? f.body() : List.<Instruction>of()) {
                if (i.opcode().equals("mov")) {
                    i.operands().stream()
                            .filter(Operand.Symbol.class::isInstance)
                            .forEach(o -> taken.add(((Operand.Symbol) o).name()));
                }
            }
        }
        all =
                module.functions().stream()
                        .filter(f -> f.defined() && !f.entry() && taken.contains(f.name()))
                        .toList();
    }

    private static void add(Variable v, Set<String> taken) {
        v.addresses().forEach(a -> taken.add(a.symbol()));
    }

    /** Those with a body that take so many arguments and give so many results. */
    public List<Function> of(CallParts call) {
        return all.stream()
                .filter(f -> f.parameters().size() == call.arguments().size())
                .filter(f -> f.returns().size() == call.returns().size())
                .filter(f -> !hasRegisters(f))
                .toList();
    }

    /** True if parameters of a function are registers, not variables. */
    public static boolean hasRegisters(Function f) {
        return Stream.concat(f.parameters().stream(), f.returns().stream())
                .anyMatch(v -> v.space() == StateSpace.REG);
    }
}
