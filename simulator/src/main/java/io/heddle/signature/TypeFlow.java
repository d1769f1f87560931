package io.heddle.signature;

import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What the numbers are that an entry takes as parameters and finds behind them.
 *
 * <p>A node is a register, the value of a parameter, or the contents of what a parameter points to
 * or of a variable. Moves, selections and accesses join nodes into classes that hold the same
 * numbers; the evidence of a class is that of all instructions that use it. Words and their halves
 * are not joined, but the evidence of narrow types passes between them. Shared and local variables
 * are not joined either, since they hold different things in turn: what lies in them is asked only
 * of contents of which nothing else is known.
 */
final class TypeFlow {
    private static final int UPPER_HALF = 0xffff0000;

    private final Function entry;
    private final PointerFlow pointers;
    private final int registers;
    private final int parameters;

    private final int[] joined; // by node: another of its class, or itself
    private final int[] evidence; // by node; that of a class is at its representative
    private final int[] said; // by object: the types of its loads and stores
    private final BitSet loads = new BitSet(); // parameters
    private final BitSet stores = new BitSet();
    private final int[] width; // bits of the narrowest access, by parameter; 0 if none says
    private final List<List<Integer>> held = new ArrayList<>(); // nodes, by object
    private final List<BitSet> copied = new ArrayList<>(); // parameters copied to it, by object

    TypeFlow(Function entry, PointerFlow pointers) {
        this.entry = entry;
        this.pointers = pointers;
        registers = entry.registers().size();
        parameters = entry.parameters().size();
        joined = new int[registers + parameters + pointers.count()];
        evidence = new int[joined.length];
        said = new int[pointers.count()];
        width = new int[parameters];
        for (int n = 0; n < joined.length; n++) {
            joined[n] = n;
        }
        for (int object = 0; object < pointers.count(); object++) {
            held.add(new ArrayList<>(List.of(contents(object))));
            copied.add(new BitSet());
        }
        entry.body().forEach(this::join);
        for (int object = 0; object < said.length; object++) {
            evidence[find(contents(object))] |= said[object];
        }
        entry.body().forEach(this::collect);
        while (passOn()) {} // evidence only grows
    }

    // ---------------------------------------------------------------- answers

    /** True if the entry loads, stores or copies through parameter {@code k}. */
    boolean isAccessed(int k) {
        return loads.get(k) || stores.get(k);
    }

    /** What the entry does with the memory that parameter {@code k} points to. */
    Role role(int k) {
        if (loads.get(k)) {
            return stores.get(k) ? Role.INOUT : Role.IN;
        }
        return Role.OUT;
    }

    /** True if some instruction says what the memory that parameter {@code k} points to holds. */
    boolean isEvident(int k) {
        return (evidence(contents(k)) | passing(k)) != 0;
    }

    /** The element type of the memory that parameter {@code k} points to. */
    ElementType element(int k) {
        int own = evidence(contents(k));
        if ((own & ~Evidence.INTEGER) != 0) {
            return ElementTypes.of(own, width[k]);
        }
        int elsewhere = passing(k);
        int narrow = Evidence.narrow(elsewhere & Evidence.FLOATS, 16);
        return ElementTypes.of(narrow != 0 ? narrow : own | elsewhere, width[k]);
    }

    /**
     * The evidence of the variables from or to which the memory of parameter {@code k} is moved.
     */
    private int passing(int k) {
        int all = 0;
        for (int object = parameters; object < pointers.count(); object++) {
            if (passesThrough(k, object)) {
                for (int node : held.get(object)) {
                    all |= evidence(node);
                }
            }
        }
        return all;
    }

    /** True if numbers pass between the memory of parameter {@code k} and a variable. */
    private boolean passesThrough(int k, int object) {
        return copied.get(object).get(k)
                || held.get(object).stream().anyMatch(n -> find(n) == find(contents(k)));
    }

    /**
     * The type of parameter {@code k}, a number.
     *
     * @param stored true if it goes where it may become an address unseen
     * @return null if nothing says that it is a number
     */
    ElementType scalar(int k, PtxType declared, boolean stored) {
        int says = evidence(registers + k);
        return ElementTypes.scalar(stored ? says & ~Evidence.INTEGER : says, declared);
    }

    private int evidence(int node) {
        return evidence[find(node)];
    }

    private int contents(int object) {
        return registers + parameters + object;
    }

    // ---------------------------------------------------------------- classes

    private int find(int node) {
        int n = node;
        while (joined[n] != n) {
            joined[n] = joined[joined[n]];
            n = joined[n];
        }
        return n;
    }

    private void join(int a, int b) {
        joined[find(a)] = find(b);
    }

    private void join(Operand a, Operand b) {
        if (a instanceof Operand.Register x && b instanceof Operand.Register y) {
            join(x.index(), y.index());
        }
    }

    private void join(Instruction i) {
        List<Operand> o = i.operands();
        int parameter = pointers.loadedParameter(i);
        if (parameter >= 0) {
            registers(o.get(0)).forEach(r -> join(r, registers + parameter));
            return;
        }
        switch (i.opcode()) {
            case "mov" -> join(o.get(0), o.get(1));
            case "shfl" ->
                    join(o.get(0) instanceof Operand.Pair p ? p.first() : o.get(0), o.get(1));
            case "selp" -> {
                join(o.get(0), o.get(1));
                join(o.get(0), o.get(2));
            }
            case "ld", "ldu", "ldmatrix" -> access(i, 1, List.of(o.get(0)), true, false);
            case "st", "stmatrix" -> access(i, 0, List.of(o.get(1)), false, true);
            case "red" -> access(i, 0, o.subList(1, 2), true, true);
            case "atom" -> {
                List<Operand> values = new ArrayList<>(o);
                values.remove(1);
                access(i, 1, values, true, true);
            }
            case "wmma" -> {
                if (i.has("load")) {
                    access(i, 1, List.of(o.get(0)), true, false);
                } else if (i.has("store")) {
                    access(i, 0, List.of(o.get(1)), false, true);
                }
            }
            case "cp" -> copy(o);
            default -> {} // computes, or accesses no memory
        }
    }

    private void access(
            Instruction i, int address, List<Operand> values, boolean isLoad, boolean isStore) {
        List<PtxType> types = Evidence.types(i);
        int bits = types.isEmpty() ? 0 : types.get(types.size() - 1).elementBits();
        int says = Evidence.of(i, 1 - address);
        pointers.accessed(i.operands().get(address)).stream()
                .forEach(
                        object -> {
                            said[object] |= says;
                            for (Operand value : values) {
                                for (int register : registers(value)) {
                                    held(object, register);
                                }
                            }
                            if (pointers.isParameter(object)) {
                                note(object, isLoad, isStore);
                                boolean narrower = width[object] == 0 || bits < width[object];
                                width[object] = narrower ? bits : width[object];
                            }
                        });
    }

    private void held(int object, int register) {
        if (pointers.isParameter(object)) {
            join(register, contents(object));
        } else {
            held.get(object).add(register);
        }
    }

    private void note(int parameter, boolean isLoad, boolean isStore) {
        loads.set(parameter, loads.get(parameter) || isLoad);
        stores.set(parameter, stores.get(parameter) || isStore);
    }

    /** An asynchronous copy: its first address is the destination, its second one the source. */
    private void copy(List<Operand> operands) {
        List<Operand> addresses =
                operands.stream().filter(Operand.Address.class::isInstance).limit(2).toList();
        if (addresses.size() < 2) {
            return;
        }
        BitSet to = pointers.accessed(addresses.get(0));
        BitSet from = pointers.accessed(addresses.get(1));
        to.stream().filter(pointers::isParameter).forEach(k -> note(k, false, true));
        from.stream().filter(pointers::isParameter).forEach(k -> note(k, true, false));
        connect(to, from);
        connect(from, to);
    }

    private void connect(BitSet variables, BitSet with) {
        variables.stream()
                .filter(v -> !pointers.isParameter(v))
                .forEach(v -> copied.get(v).or(with));
    }

    private static List<Integer> registers(Operand o) {
        List<Operand.Register> all = new ArrayList<>();
        o.addRegisters(all);
        return all.stream().map(Operand.Register::index).toList();
    }

    // ---------------------------------------------------------------- evidence

    private void collect(Instruction i) {
        for (int k = 0; k < i.operands().size(); k++) {
            Operand o = i.operands().get(k);
            if (o instanceof Operand.Register || o instanceof Operand.Vector) {
                int says = Evidence.of(i, k);
                registers(o).forEach(r -> evidence[find(r)] |= says);
            }
        }
    }

    private boolean passOn() {
        boolean changed = false;
        for (Instruction i : entry.body()) {
            List<Operand> o = i.operands();
            if (i.opcode().equals("mov") && o.get(0) instanceof Operand.Vector parts) {
                changed |= parts(o.get(1), parts.elements());
            } else if (i.opcode().equals("mov") && o.get(1) instanceof Operand.Vector parts) {
                changed |= parts(o.get(0), parts.elements());
            } else if (makesFloatOfHalf(i) && isFloat(o.get(0))) {
                changed |= add(o.get(1), Evidence.of(ElementType.BF16));
            }
        }
        return changed;
    }

    /** True for a shift of the lower half to the upper one, and for a mask of the upper half. */
    private static boolean makesFloatOfHalf(Instruction i) {
        return i.operands().size() == 3
                && i.operands().get(2) instanceof Operand.Immediate c
                && (i.opcode().equals("shl") && c.bits() == Short.SIZE
                        || i.opcode().equals("and") && (int) c.bits() == UPPER_HALF);
    }

    private boolean isFloat(Operand o) {
        return o instanceof Operand.Register r
                && Evidence.has(evidence(r.index()), ElementType.F32);
    }

    /** Passes evidence of narrow types between a word and its parts. */
    private boolean parts(Operand word, List<Operand> parts) {
        boolean changed = false;
        int bits = 0;
        int narrow = 0;
        for (Operand part : parts) {
            if (part instanceof Operand.Register r) {
                bits = entry.registers().get(r.index()).type().bits();
                narrow |= Evidence.narrow(evidence(r.index()), bits);
            }
        }
        changed |= add(word, narrow);
        if (word instanceof Operand.Register w) {
            int says = Evidence.narrow(evidence(w.index()), bits);
            boolean upper = bits == Short.SIZE && isFloat(w);
            int half = upper && says == 0 ? Evidence.of(ElementType.BF16) : 0;
            for (Operand part : parts) {
                changed |= add(part, says | half);
            }
        }
        return changed;
    }

    private boolean add(Operand o, int more) {
        if (!(o instanceof Operand.Register r)
                || (evidence(r.index()) | more) == evidence(r.index())) {
            return false;
        }
        evidence[find(r.index())] |= more;
        return true;
    }
}
