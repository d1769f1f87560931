package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** Where the registers of a function are set. */
final class Definitions {
    private static final Set<String> SETS_NOTHING =
            Set.of(
                    "st",
                    "red",
                    "bra",
                    "brx",
                    "bar",
                    "barrier",
                    "membar",
                    "fence",
                    "ret",
                    "exit",
                    "trap",
                    "prefetch");

    private static final Set<String> KEEPS_CONSTANTS = Set.of("mov", "add", "cvta");

    private final Function function;
    private final int[] counts;

    Definitions(Function function) {
        this.function = function;
        counts = new int[function.registers().size()];
        for (Instruction i : function.body()) {
            mayBeSet(i).forEach(r -> counts[r.index()]++);
        }
    }

    /**
     * The registers that an instruction may set: of a pure one or a load its first operand, of
     * others all but those in addresses.
     */
    static List<Operand.Register> mayBeSet(Instruction i) {
        List<Operand.Register> all = new ArrayList<>();
        if (SETS_NOTHING.contains(i.opcode()) && !i.has("red")) {
            return all;
        }
        boolean first = Reader.PURE.contains(i.opcode()) || i.opcode().equals("ld");
        List<Operand> operands = i.operands();
        for (int k = 0; k < (first ? Math.min(1, operands.size()) : operands.size()); k++) {
            Operand o = operands.get(k);
            if (!(o instanceof Operand.Address) && !(o instanceof Operand.AddressTuple)) {
                all.addAll(Liveness.registers(o));
            }
        }
        return all;
    }

    /**
     * What the only instruction that sets a register makes of constants.
     *
     * @param index of the instruction
     */
    record Constant(int index, Node value) {}

    /** The registers that single moves and sums of constants and symbols set. */
    Map<Integer, Constant> constants(Graph graph, IntUnaryOperator constant) {
        Map<Integer, Constant> result = new TreeMap<>();
        Reader reader = new Reader(graph, r -> result.get(r.index()).value(), constant);
        List<Instruction> body = function.body();
        for (int k = 0; k < body.size(); k++) {
            Instruction i = body.get(k);
            if (KEEPS_CONSTANTS.contains(i.opcode())
                    && Reader.isPure(i)
                    && i.operands().get(0) instanceof Operand.Register r
                    && counts[r.index()] == 1
                    && i.operands().stream().skip(1).allMatch(o -> isConstant(o, result))) {
                Node value = reader.read(i);
                if (value != null) {
                    result.put(r.index(), new Constant(k, value));
                }
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
