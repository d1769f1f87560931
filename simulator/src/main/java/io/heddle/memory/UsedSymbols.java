package io.heddle.memory;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The variables that the operands of functions name. */
final class UsedSymbols {
    private final Set<OwnedName> names = new HashSet<>();

    /**
     * A variable by its name, which others have, too: "names are local to the block" of a function
     * (PTX ISA 5).
     *
     * @param function that declares it, or empty for a variable of the module
     */
    record OwnedName(String function, String variable) {}

    UsedSymbols(List<Function> functions) {
        for (Function f : functions) {
            Set<String> symbols = new HashSet<>();
            for (Instruction i : f.body()) {
                i.operands().forEach(o -> collect(o, symbols));
            }
            Set<String> own = own(f);
            symbols.forEach(s -> names.add(new OwnedName(own.contains(s) ? f.name() : "", s)));
        }
    }

    /** What a function declares hides variables of the module. */
    private static Set<String> own(Function f) {
        Set<String> own = new HashSet<>();
        for (List<Variable> declared : List.of(f.variables(), f.parameters(), f.returns())) {
            declared.forEach(v -> own.add(v.name()));
        }
        return own;
    }

    /** True if one of the functions names the variable. */
    boolean contains(OwnedName name) {
        return names.contains(name);
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
