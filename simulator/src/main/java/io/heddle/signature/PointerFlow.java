package io.heddle.signature;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which parameters and variables an address may be computed from. Objects are numbered: the
 * parameters of the entry in order, then its variables and those of the module.
 */
final class PointerFlow {
    private static final int POINTER = 8; // bytes

    private final Map<String, Integer> objects = new HashMap<>();
    private final int parameters;
    private final BitSet pointerSized = new BitSet();
    private final BitSet converted = new BitSet(); // parameters that cvta takes: surely pointers
    private final BitSet read = new BitSet(); // parameters that are loaded
    private final BitSet stored = new BitSet(); // objects whose addresses may be stored
    private final BitSet[] from; // by register
    private boolean changed;

    PointerFlow(PtxModule module, Function entry) {
        parameters = entry.parameters().size();
        for (Variable p : entry.parameters()) {
            if (p.size() == POINTER && p.dimensions().isEmpty()) {
                pointerSized.set(objects.size());
            }
            objects.put(p.name(), objects.size());
        }
        entry.variables().forEach(v -> objects.putIfAbsent(v.name(), objects.size()));
        module.variables().forEach(v -> objects.putIfAbsent(v.name(), objects.size()));
        from = new BitSet[entry.registers().size()];
        for (int r = 0; r < from.length; r++) {
            from[r] = new BitSet();
        }
        do {
            changed = false;
            entry.body().forEach(this::visit);
        } while (changed);
    }

    /** Number of objects. */
    int count() {
        return objects.size();
    }

    /** True if an object is a parameter. */
    boolean isParameter(int object) {
        return object < parameters;
    }

    /** True if the entry loads parameter {@code k} into a register that it uses. */
    boolean isRead(int k) {
        return read.get(k);
    }

    /** True if a value computed from parameter {@code k} is stored, or passed to a function. */
    boolean isStored(int k) {
        return stored.get(k);
    }

    /** The parameter that an instruction loads, or −1. */
    int loadedParameter(Instruction i) {
        if (i.opcode().equals("ld")
                && i.has("param")
                && i.operands().get(1) instanceof Operand.Address a
                && a.base() instanceof Operand.Symbol s) {
            int object = objects.getOrDefault(s.name(), -1);
            return object < parameters ? object : -1;
        }
        return -1;
    }

    /**
     * The objects that an access at {@code address} may be to. Where one parameter of a sum is
     * known to be a pointer or one summand is a variable, the others are offsets.
     */
    BitSet accessed(Operand address) {
        Operand base = address instanceof Operand.Address a ? a.base() : address;
        BitSet all = (BitSet) of(base).clone();
        BitSet known = (BitSet) all.clone();
        known.and(converted);
        if (all.length() > parameters) {
            known.set(parameters, all.length());
            known.and(all);
        }
        return known.isEmpty() ? all : known;
    }

    private BitSet of(Operand o) {
        if (o instanceof Operand.Register r) {
            return from[r.index()];
        }
        BitSet one = new BitSet();
        if (o instanceof Operand.Symbol s) {
            int object = objects.getOrDefault(s.name(), -1);
            if (object >= parameters) {
                one.set(object);
            }
        } else if (o instanceof Operand.Vector v) {
            v.elements().forEach(e -> one.or(of(e)));
        } else if (o instanceof Operand.Sum s) {
            return from[s.register().index()];
        }
        return one;
    }

    private void visit(Instruction i) {
        List<Operand> o = i.operands();
        if (o.isEmpty()) {
            return;
        }
        int parameter = loadedParameter(i);
        if (parameter >= 0) {
            read.set(parameter);
            if (pointerSized.get(parameter) && o.get(0) instanceof Operand.Register r) {
                add(r, parameter);
            }
            return;
        }
        switch (i.opcode()) {
            case "mov", "cvt", "shfl" -> pass(o.get(0), o.get(1));
            case "cvta" -> {
                pass(o.get(0), o.get(1));
                BitSet pointers = (BitSet) of(o.get(1)).clone();
                pointers.clear(parameters, Math.max(parameters, pointers.length()));
                converted.or(pointers);
            }
            case "sub" -> pass(o.get(0), o.get(1));
            case "add", "addc", "and", "or", "xor", "selp", "min", "max" -> {
                pass(o.get(0), o.get(1));
                pass(o.get(0), o.get(2));
            }
            case "lop3" -> o.subList(1, 4).forEach(source -> pass(o.get(0), source));
            case "mad", "madc" -> pass(o.get(0), o.get(3));
            case "bfi" -> pass(o.get(0), o.get(2));
            case "st" -> stored.or(of(o.get(1)));
            default -> {} // the result is a number
        }
    }

    private void pass(Operand destination, Operand source) {
        BitSet objectsOfSource = of(source);
        List<Operand.Register> set =
                destination instanceof Operand.Pair p && p.first() instanceof Operand.Register r
                        ? List.of(r)
                        : registers(destination);
        for (Operand.Register r : set) {
            objectsOfSource.stream().forEach(object -> add(r, object));
        }
    }

    private static List<Operand.Register> registers(Operand o) {
        List<Operand.Register> all = new ArrayList<>();
        o.addRegisters(all);
        return all;
    }

    private void add(Operand.Register r, int object) {
        if (!from[r.index()].get(object)) {
            from[r.index()].set(object);
            changed = true;
        }
    }
}
