package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.RegisterUse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** The definitions of the registers of a function. */
final class Definitions {
    private static final Set<String> KEEPS_CONSTANTS = Set.of("mov", "add", "cvta");

    private final Function function;
    private final int[] counts;

    Definitions(Function function) {
        this.function = function;
        counts = new int[function.registers().size()];
        for (Instruction i : function.body()) {
            RegisterUse.of(i).set().forEach(r -> counts[r.index()]++);
        }
    }

    /**
     * What the only instruction that sets a register makes of constants.
     *
     * @param index of the instruction
     */
    record Constant(int index, ValueNode value) {}

    /** The registers that single moves and sums of constants and symbols set. */
    Map<Integer, Constant> constants(NodeGraph graph, IntUnaryOperator constant) {
        Map<Integer, Constant> result = new TreeMap<>();
        InstructionReader reader =
                new InstructionReader(graph, r -> result.get(r.index()).value(), constant);
        List<Instruction> body = function.body();
        for (int k = 0; k < body.size(); k++) {
            Instruction i = body.get(k);
            if (KEEPS_CONSTANTS.contains(i.opcode())
                    && Opcode.isPure(i)
                    && i.operands().get(0) instanceof Operand.Register r
                    && counts[r.index()] == 1
                    && i.operands().stream().skip(1).allMatch(o -> isConstant(o, result))) {
                int index = k;
                reader.read(i).ifPresent(v -> result.put(r.index(), new Constant(index, v)));
            }
        }
        return result;
    }

    private static boolean isConstant(Operand o, Map<Integer, Constant> constants) {
        return o instanceof Operand.Immediate
                || o instanceof Operand.Symbol
                || o instanceof Operand.Register r && constants.containsKey(r.index());
    }
}
