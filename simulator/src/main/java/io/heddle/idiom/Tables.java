package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.RegisterUse;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The initialised variables of a module that its code only reads: their addresses go nowhere but to
 * loads.
 */
final class Tables {
    private final Map<String, Variable> variables = new HashMap<>();

    Tables(PtxModule module) {
        for (Variable v : module.variables()) {
            boolean space = v.space() == StateSpace.GLOBAL || v.space() == StateSpace.CONST;
            if (space && v.initialiser() != null && v.addresses().isEmpty() && !v.external()) {
                variables.put(v.name(), v);
            }
        }
        for (Variable v : module.variables()) {
            v.addresses().forEach(a -> variables.remove(a.symbol()));
        }
        variables
                .keySet()
                .removeIf(
                        s ->
                                module.functions().stream()
                                        .anyMatch(f -> hides(f, s) || !reads(f, s)));
    }

    private static boolean hides(Function f, String symbol) {
        return f.variables().stream().anyMatch(v -> v.name().equals(symbol));
    }

    /** True if the addresses that a function makes of a symbol only go to loads. */
    private static boolean reads(Function f, String symbol) {
        BitSet pointers = pointers(f, Set.of(symbol));
        for (Instruction i : f.body()) {
            boolean passes = Opcode.onlyComputes(i) || i.opcode().equals("ld");
            if (!passes && isPointer(i, pointers, Set.of(symbol))) {
                return false;
            }
        }
        return true;
    }

    /** The registers that may hold what was computed from the address of one of the symbols. */
    static BitSet pointers(Function f, Set<String> symbols) {
        BitSet pointers = new BitSet();
        int before = -1;
        while (pointers.cardinality() > before) {
            before = pointers.cardinality();
            for (Instruction i : f.body()) {
                if (Opcode.onlyComputes(i) && isPointer(i, pointers, symbols)) {
                    RegisterUse.of(i).set().forEach(r -> pointers.set(r.index()));
                }
            }
        }
        return pointers;
    }

    /** True if an operand is one of the symbols or such a register. */
    static boolean isPointer(Instruction i, BitSet pointers, Set<String> symbols) {
        return i.operands().stream().anyMatch(o -> isPointer(o, pointers, symbols));
    }

    static boolean isPointer(Operand o, BitSet pointers, Set<String> symbols) {
        List<Operand.Register> registers = new ArrayList<>();
        o.addRegisters(registers);
        return registers.stream().anyMatch(r -> pointers.get(r.index()))
                || symbols.contains(name(o));
    }

    private static String name(Operand o) {
        Operand base = o instanceof Operand.Address a ? a.base() : o;
        return base instanceof Operand.Symbol s ? s.name() : "";
    }

    /** The names of the tables. */
    Set<String> symbols() {
        return Set.copyOf(variables.keySet());
    }

    /** The space and all bytes of a table: two tables of the same contents are as good. */
    Optional<String> contents(String symbol) {
        Variable v = variables.get(symbol);
        if (v == null) {
            return Optional.empty();
        }
        byte[] bytes = Arrays.copyOf(v.initialiser().toArray(), Math.toIntExact(v.size()));
        String space = v.space().name().toLowerCase(Locale.ROOT);
        return Optional.of(space + HexFormat.of().formatHex(bytes));
    }

    /** The four bytes at an aligned offset of a table of the space. */
    Optional<Integer> word(String symbol, String space, long offset) {
        Variable v = variables.get(symbol);
        boolean inside = v != null && offset >= 0 && offset + 4 <= v.size() && offset % 4 == 0;
        if (!inside || !space.isEmpty() && !space.equalsIgnoreCase(v.space().name())) {
            return Optional.empty();
        }
        int word = 0;
        for (int k = 3; k >= 0; k--) {
            int at = (int) offset + k;
            int b = at < v.initialiser().length() ? v.initialiser().get(at) & 0xFF : 0;
            word = word << 8 | b;
        }
        return Optional.of(word);
    }
}
