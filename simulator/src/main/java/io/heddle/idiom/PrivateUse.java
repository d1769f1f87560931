package io.heddle.idiom;

import io.heddle.flow.Removable;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks whether other code reads the words of local memory that slow paths write. */
final class PrivateUse {
    private final Function function;
    private final List<Removable> paths;
    private final Map<Integer, Definitions.Constant> constants;
    private final Set<String> symbols = new HashSet<>();
    private final BitSet pointers;

    private PrivateUse(Function function, List<Removable> paths) {
        this.function = function;
        this.paths = paths;
        constants = new Definitions(function).constants(new NodeGraph(), bits -> bits);
        paths.forEach(r -> symbols.addAll(r.ranges().keySet()));
        pointers = Tables.pointers(function, symbols);
    }

    /** The paths if no instruction outside of them may read what they write, else none. */
    static List<Removable> unobserved(Function f, List<Removable> paths) {
        return paths.isEmpty() || new PrivateUse(f, paths).isObserved() ? List.of() : paths;
    }

    private boolean isObserved() {
        BitSet inside = new BitSet();
        paths.forEach(r -> inside.or(r.instructions()));
        for (int k = 0; k < function.body().size(); k++) {
            if (!inside.get(k) && mayObserve(function.body().get(k))) {
                return true;
            }
        }
        return false;
    }

    private boolean mayObserve(Instruction i) {
        if (Opcode.onlyComputes(i) || !Tables.isPointer(i, pointers, symbols)) {
            return false;
        }
        return switch (i.opcode()) {
            case "st" -> Tables.isPointer(i.operands().get(1), pointers, symbols);
            case "ld" -> !isElsewhere(i);
            default -> true;
        };
    }

    /** True for a load from a known place that no path writes. */
    private boolean isElsewhere(Instruction i) {
        if (!(i.operands().get(1) instanceof Operand.Address a)) {
            return false;
        }
        long offset = a.offset();
        String symbol;
        if (a.base() instanceof Operand.Symbol s) {
            symbol = s.name();
            offset += s.offset();
        } else {
            Definitions.Constant c =
                    a.base() instanceof Operand.Register r ? constants.get(r.index()) : null;
            if (c == null || !c.value().is("address")) {
                return false;
            }
            symbol = Folding.symbol(c.value());
            offset += c.value().payload;
        }
        long end = offset + bytes(i);
        for (Removable r : paths) {
            long[] range = r.ranges().get(symbol);
            if (range != null && offset < range[1] && range[0] < end) {
                return false;
            }
        }
        return true;
    }

    private static int bytes(Instruction i) {
        int vector = i.has("v8") ? 8 : i.has("v4") ? 4 : i.has("v2") ? 2 : 1;
        PtxType type = PtxType.parse(i.modifiers().get(i.modifiers().size() - 1));
        return vector * (type == null ? 16 : type.bytes());
    }
}
