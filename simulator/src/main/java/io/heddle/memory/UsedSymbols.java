package io.heddle.memory;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The symbols that the operands of functions name. */
final class UsedSymbols {
    private UsedSymbols() {}

    static Set<String> of(List<Function> functions) {
        Set<String> names = new HashSet<>();
        for (Function f : functions) {
            for (Instruction i : f.body()) {
                i.operands().forEach(o -> collect(o, names));
            }
        }
        return names;
    }

    private static void collect(Operand o, Set<String> names) {
        if (o instanceof Operand.Symbol s) {
            names.add(s.name());
        } else if (o instanceof Operand.Address a) {
            collect(a.base(), names);
        } else if (o instanceof Operand.AddressTuple t) {
            t.parts().forEach(p -> collect(p, names));
        } else if (o instanceof Operand.Vector v) {
            v.elements().forEach(e -> collect(e, names));
        } else if (o instanceof Operand.Tuple t) {
            t.elements().forEach(e -> collect(e, names));
        }
    }
}
