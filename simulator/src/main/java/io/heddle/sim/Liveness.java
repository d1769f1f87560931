package io.heddle.sim;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.List;

/** Whether a register's value is ever used: conservatively, whether any instruction reads it. */
final class Liveness {
    private Liveness() {}

    static boolean isRead(Function function, int register) {
        for (Instruction i : function.body()) {
            if (i.guard() != null && i.guard().index() == register) {
                return true;
            }
            List<Operand> operands = i.operands();
            for (int k = 0; k < operands.size(); k++) {
                boolean written = k == 0 && writesFirst(i);
                if (reads(operands.get(k), register, written)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean writesFirst(Instruction i) {
        return switch (i.opcode()) {
            case "st", "red", "bra", "brx", "bar", "barrier", "call", "ret", "exit", "prefetch" ->
                    false;
            default -> true;
        };
    }

    private static boolean reads(Operand o, int register, boolean written) {
        if (o instanceof Operand.Register r) {
            return !written && r.index() == register;
        }
        if (o instanceof Operand.NegatedPredicate n) {
            return n.register().index() == register;
        }
        if (o instanceof Operand.Address a) {
            return reads(a.base(), register, false);
        }
        if (o instanceof Operand.Vector v) {
            return v.elements().stream().anyMatch(e -> reads(e, register, written));
        }
        if (o instanceof Operand.Tuple t) {
            return t.elements().stream().anyMatch(e -> reads(e, register, false));
        }
        if (o instanceof Operand.AddressTuple t) {
            return t.parts().stream().anyMatch(e -> reads(e, register, false));
        }
        if (o instanceof Operand.Pair p) {
            return reads(p.first(), register, written) || reads(p.second(), register, written);
        }
        return false;
    }
}
