package io.heddle.ptx;

import io.heddle.ptx.Operand.Address;
import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Symbol;
import java.util.List;

/** Names in operands whose meaning is known only when their scope ends: labels and functions. */
final class Unresolved {
    /** Target of a {@link Label} that stands for an unknown name. */
    static final int TARGET = -2;

    private Unresolved() {}

    /** {@code operand} with the unknown {@code name} replaced by what it means. */
    static Operand replace(Operand operand, String name, Operand meaning) {
        if (operand instanceof Label l) {
            return l.target() == TARGET && l.name().equals(name) ? meaning : l;
        }
        if (operand instanceof Address a) {
            return new Address(replace(a.base(), name, meaning), a.offset());
        }
        if (operand instanceof Operand.Vector v) {
            return new Operand.Vector(replaceAll(v.elements(), name, meaning));
        }
        if (operand instanceof Operand.Tuple t) {
            return new Operand.Tuple(replaceAll(t.elements(), name, meaning));
        }
        if (operand instanceof Operand.AddressTuple t) {
            return new Operand.AddressTuple(replaceAll(t.parts(), name, meaning));
        }
        if (operand instanceof Operand.Pair p) {
            return new Operand.Pair(
                    replace(p.first(), name, meaning), replace(p.second(), name, meaning));
        }
        return operand;
    }

    private static List<Operand> replaceAll(List<Operand> all, String name, Operand meaning) {
        return all.stream().map(o -> replace(o, name, meaning)).toList();
    }

    /** {@code mov} takes the address of {@code a[i]} where other instructions access it. */
    static Operand addressOf(Operand operand) {
        boolean element = operand instanceof Address a && a.base() instanceof Symbol;
        if (!element) {
            return operand;
        }
        Address a = (Address) operand;
        return new Symbol(((Symbol) a.base()).name(), a.offset());
    }
}
