package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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

    /** The registers that a single move of an immediate sets. */
    Map<Integer, Node> constants(Reader reader) {
        Map<Integer, Node> result = new TreeMap<>();
        for (Instruction i : function.body()) {
            if (i.opcode().equals("mov")
                    && i.guard() == null
                    && i.operands().get(0) instanceof Operand.Register r
                    && i.operands().get(1) instanceof Operand.Immediate
                    && counts[r.index()] == 1) {
                result.put(r.index(), reader.value(i.operands().get(1)));
            }
        }
        return result;
    }
}
