package io.heddle.simulate;

import io.heddle.launch.Launch;
import io.heddle.machine.Decoder;
import io.heddle.memory.Placement;
import io.heddle.ptx.Form;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches a program for an instruction that could turn the address of an object into data: it
 * compares addresses, subtracts them, takes bits of one, or stores one. The search follows
 * addresses through the registers of all functions and ignores the order of instructions, so it may
 * find too much, but never too little.
 *
 * <p>Addresses of shared memory are small numbers, which kernels permute by xor and shifts before
 * they use them as addresses. Such a permutation counts as less suspect than turning an address
 * into data.
 */
final class AddressUse {
    /** The alignment in bytes that the contract promises of tensors. */
    private static final int TENSOR_ALIGNMENT = 256;

    /** The alignment in bytes that CUDA promises of the start of dynamic shared memory. */
    private static final int DYNAMIC_ALIGNMENT = 16;

    /**
     * The result of a search.
     *
     * @param at the first instruction that was found
     * @param permutesOnly true if all that it does is to permute addresses of shared variables
     * @param testsForNullOnly true if all that it does is to ask whether addresses are 0
     * @param uses instructions whose results must follow from what is promised of addresses
     */
    record Suspect(Instruction at, boolean permutesOnly, boolean testsForNullOnly, List<Use> uses) {
        Suspect {
            uses = List.copyOf(uses);
        }
    }

    /**
     * An instruction whose result is not just a sum of addresses and numbers.
     *
     * @param at the instruction
     * @param addresses the operands that may hold addresses, or sums or parts of addresses; none if
     *     it takes the carry of one
     * @param shared those of them that can only hold addresses in the shared state space
     * @param lowBits a power of two; the bits of the operands below it do not depend on where
     *     objects lie
     */
    record Use(
            Instruction at,
            Set<Operand.Register> addresses,
            Set<Operand.Register> shared,
            int lowBits) {
        Use {
            addresses = Set.copyOf(addresses);
            shared = Set.copyOf(shared);
        }
    }

    /** What a register may hold; a later constant includes the earlier ones. */
    private enum Holds {
        NUMBER,
        SHARED_ADDRESS,
        /** The address of a tensor as the parameter of the entry gives it. */
        BASE,
        ADDRESS,
        /** The low bits of a sum of addresses. */
        LOW,
        /** Any other number that is computed from addresses. */
        PART;

        Holds or(Holds other) {
            boolean shared = this == SHARED_ADDRESS || other == SHARED_ADDRESS;
            if (shared && (this == BASE || other == BASE)) {
                return ADDRESS; // a shared variable may lie at 0, a tensor does not
            }
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /** Operations that keep the bits below the alignment independent of where objects lie. */
    private static final Set<String> KEEPING_LOW_BITS =
            Set.of("or", "xor", "shfl", "cvt", "add", "sub", "neg", "not", "mov", "selp");

    /** Those among them whose result carries from low bits to high bits. */
    private static final Set<String> CARRYING = Set.of("add", "sub", "neg");

    private static final Set<String> MOVES = Set.of("mov", "cvta", "selp", "mapa");

    private final Launch launch;
    private final Map<String, List<Variable>> variables = new HashMap<>(); // of all functions
    private final PointerParameters pointers;
    private Holds inMemory = Holds.NUMBER; // what local memory and call parameters may hold
    private boolean changed;
    private int least = TENSOR_ALIGNMENT; // alignment of objects whose addresses are taken
    private int leastShared = Placement.GRAIN;
    private boolean inWindow; // an address of a window is taken, which may begin at 0
    private Instruction found;
    private boolean foundOther; // an instruction that does not test for null
    private final Map<Instruction, Use> uses = new LinkedHashMap<>();
    private boolean carried; // some instruction with .cc reads an address
    private boolean lossy; // a half is added to, and its carry is lost
    private Instruction permuted;

    private AddressUse(Launch launch) {
        this.launch = launch;
        pointers = new PointerParameters(launch);
    }

    /**
     * Returns the first suspect instruction of the launch, with its uses of addresses; null if
     * there is none.
     */
    static Suspect find(Launch launch) {
        return new AddressUse(launch).search();
    }

    private Suspect search() {
        Function entry = launch.module().function(launch.entry());
        entry.parameters().forEach(this::declare);
        for (Variable v : launch.module().variables()) {
            declare(v);
            if (!v.addresses().isEmpty()) {
                inMemory = Holds.ADDRESS;
                launch.module().variables().forEach(this::takeAddress);
            }
        }
        Map<String, Holds[]> registers = new HashMap<>(); // by function
        for (Function f : launch.module().functions()) {
            if (f.defined() && (!f.entry() || f.name().equals(entry.name()))) {
                f.variables().forEach(this::declare);
                Holds[] holds = new Holds[f.registers().size()];
                java.util.Arrays.fill(holds, Holds.NUMBER);
                registers.put(f.name(), holds);
            }
        }
        do {
            changed = false;
            for (Function f : launch.module().functions()) {
                Holds[] holds = f.defined() ? registers.get(f.name()) : null;
                for (Instruction i : holds == null ? List.<Instruction>of() : f.body()) {
                    visit(i, f.entry(), holds);
                }
            }
        } while (changed);
        if (found != null) {
            boolean nullOnly = !foundOther && permuted == null && !inWindow;
            return new Suspect(found, false, nullOnly, List.copyOf(uses.values()));
        }
        return permuted == null
                ? null
                : new Suspect(permuted, true, false, List.copyOf(uses.values()));
    }

    private void suspect(Instruction i) {
        found = found == null ? i : found;
        foundOther = true;
    }

    /** A test whether an address is 0: the placement may decide it outside the object. */
    private void suspectNullTest(Instruction i) {
        found = found == null ? i : found;
    }

    /** Records that the instruction computes something other than a sum from addresses. */
    private void recordUse(Instruction i, Holds[] registers) {
        Set<Operand.Register> addresses = new HashSet<>();
        Set<Operand.Register> shared = new HashSet<>();
        int first = Opcode.form(i).filter(f -> f.sets(0)).isPresent() ? 1 : 0;
        for (Operand o : i.operands().subList(first, i.operands().size())) {
            for (Operand part : o instanceof Operand.Vector v ? v.elements() : List.of(o)) {
                if (part instanceof Operand.Register r && registers[r.index()] != Holds.NUMBER) {
                    addresses.add(r);
                    if (registers[r.index()] == Holds.SHARED_ADDRESS) {
                        shared.add(r);
                    }
                }
            }
        }
        Holds value = sources(i.operands(), first, registers);
        uses.put(i, new Use(i, addresses, shared, value == Holds.PART ? 1 : known(value)));
    }

    private void declare(Variable v) {
        variables.computeIfAbsent(v.name(), n -> new ArrayList<>()).add(v);
    }

    /** Records that the address of a variable is taken, and returns what it is. */
    private Holds takeAddress(Variable v) {
        if (v.space() == StateSpace.SHARED) {
            int promised =
                    v.isUnsized() ? Math.max(v.alignment(), DYNAMIC_ALIGNMENT) : v.alignment();
            changed |= promised < leastShared;
            leastShared = Math.min(leastShared, promised);
            return Holds.SHARED_ADDRESS;
        }
        if (pointers.areIn(v) && inMemory.compareTo(Holds.ADDRESS) < 0) {
            inMemory = Holds.ADDRESS; // a load by this address may read one
            changed = true;
        }
        changed |= v.alignment() < least || !inWindow && v.space() != StateSpace.GLOBAL;
        least = Math.min(least, v.alignment());
        inWindow |= v.space() != StateSpace.GLOBAL;
        return Holds.ADDRESS;
    }

    private void visit(Instruction i, boolean inEntry, Holds[] registers) {
        Optional<Form> modelled = Opcode.form(i);
        if (modelled.isEmpty()) {
            compute(i, registers);
            return;
        }
        Form form = modelled.get();
        switch (form.effect()) {
            case LOAD -> {
                Holds loaded = loaded(i, inEntry);
                if (loaded.compareTo(Holds.BASE) >= 0 && AddressForms.isNarrow(i)) {
                    suspect(i);
                    loaded = Holds.PART;
                }
                setAll(i, form, loaded, registers);
            }
            case STORE -> store(i, read(i, form, registers));
            case ATOMIC -> {
                if (read(i, form, registers) != Holds.NUMBER) {
                    suspect(i);
                    recordUse(i, registers);
                }
                setAll(i, form, inMemory, registers);
            }
            case ASYNC, SYNC, HINT -> {
                if (read(i, form, registers) != Holds.NUMBER) {
                    suspect(i); // a count or a size; addresses are in brackets
                    recordUse(i, registers);
                }
            }
            case CONTROL -> {
                if (i.opcode().equals("call")) {
                    call(i.operands(), registers);
                }
            }
            case TRAP -> {}
            case CARRY -> {
                if (sources(i.operands(), 1, registers) != Holds.NUMBER) {
                    suspect(i); // the carry is a bit
                    changed |= !carried;
                    carried = true;
                    set(i.operands().get(0), Holds.PART, registers);
                } else if (carried && !i.opcode().equals("add") && !i.opcode().equals("sub")) {
                    recordUse(i, registers); // may add the carry of an address to a number
                }
            }
            case PURE, WARP -> compute(i, registers);
        }
    }

    /**
     * What the operands hold that the instruction reads; operands in brackets, which it uses as
     * addresses, do not count.
     */
    private Holds read(Instruction i, Form form, Holds[] registers) {
        Holds holds = Holds.NUMBER;
        int n = Math.min(i.operands().size(), form.operands().size());
        for (int k = 0; k < n; k++) {
            if (form.operands().get(k).kind() == Form.Kind.READ) {
                holds = holds.or(value(i.operands().get(k), registers));
            }
        }
        return holds;
    }

    private void setAll(Instruction i, Form form, Holds holds, Holds[] registers) {
        for (int k = 0; k < i.operands().size(); k++) {
            if (form.sets(k)) {
                set(i.operands().get(k), holds, registers);
            }
        }
    }

    private Holds loaded(Instruction i, boolean inEntry) {
        if (inEntry && pointers.isOfParameter(i)) {
            return pointers.reaches(i) ? Holds.BASE : Holds.NUMBER;
        }
        return inMemory;
    }

    private void store(Instruction i, Holds value) {
        if (inMemory.compareTo(Holds.BASE) >= 0 && !i.has("global") && AddressForms.isNarrow(i)) {
            suspect(i); // may change part of a stored address
        }
        if (value == Holds.NUMBER) {
            return;
        }
        if (!AddressForms.staysInside(i)) {
            suspect(i);
        }
        // a narrow load of an address is a PART again
        Holds kept =
                AddressForms.isNarrow(i) && value.compareTo(Holds.LOW) >= 0 ? Holds.ADDRESS : value;
        if (inMemory.or(kept) != inMemory) {
            inMemory = inMemory.or(kept);
            changed = true;
        }
    }

    private void call(List<Operand> operands, Holds[] registers) {
        Holds passed = sources(operands, 0, registers);
        if (inMemory.or(passed) != inMemory) {
            inMemory = inMemory.or(passed);
            changed = true;
        }
        if (!operands.isEmpty() && operands.get(0) instanceof Operand.Tuple returned) {
            returned.elements().forEach(o -> set(o, inMemory, registers));
        }
    }

    private void compute(Instruction i, Holds[] registers) {
        List<Operand> operands = i.operands();
        Holds value = sources(operands, 1, registers);
        String op = i.opcode();
        if (value == Holds.NUMBER || operands.isEmpty()) {
            return;
        }
        if (op.equals("isspacep")) {
            suspect(i);
            recordUse(i, registers);
        } else if (op.equals("cvta")) {
            boolean shared = i.has("to") && (i.has("shared") || i.has("shared::cta"));
            set(operands.get(0), shared ? Holds.SHARED_ADDRESS : value.or(Holds.BASE), registers);
        } else if (op.equals("and")
                && value != Holds.PART
                && AddressForms.masksKnownBits(operands, known(value))) {
            return;
        } else if (op.equals("setp")
                && value == Holds.BASE
                && !inWindow
                && AddressForms.isNullTest(i)) {
            return;
        } else if (op.equals("setp")
                && (value == Holds.BASE || value == Holds.ADDRESS)
                && AddressForms.isNullTest(i)
                && !AddressForms.isNarrow(i)) {
            suspectNullTest(i);
            recordUse(i, registers);
        } else if (isMove(i, value)) {
            set(operands.get(0), value, registers);
        } else if (value.compareTo(Holds.LOW) < 0
                && (isDisplaced(i, registers) || AddressForms.isRounded(i, known(value)))) {
            set(operands.get(0), value == Holds.BASE ? Holds.ADDRESS : value, registers);
        } else if (value == Holds.SHARED_ADDRESS && AddressForms.isInteger(i)) {
            permuted = permuted == null ? i : permuted;
            set(operands.get(0), value, registers);
        } else {
            suspect(i);
            if (op.equals("setp") || op.equals("set")) {
                recordUse(i, registers);
            } else {
                number(i, op, value, registers);
            }
        }
    }

    /** Follows the result of an instruction that computes a number from addresses. */
    private void number(Instruction i, String op, Holds value, Holds[] registers) {
        boolean narrow = AddressForms.isNarrow(i) || Decoder.types(i).get(0).bits() < Long.SIZE;
        boolean fromWhole = value.compareTo(Holds.LOW) < 0;
        boolean carrying = CARRYING.contains(op) || op.equals("not");
        if (!AddressSums.isSum(i) || carrying && (value == Holds.PART || !narrow)) {
            recordUse(i, registers);
        }
        if (narrow && CARRYING.contains(op) && !lossy) {
            lossy = true;
            changed = true;
        }
        List<Operand> operands = i.operands();
        if (op.equals("mov") && operands.get(0) instanceof Operand.Vector halves) {
            set(halves.elements().get(0), Holds.LOW.or(value), registers);
            halves.elements().stream().skip(1).forEach(h -> set(h, Holds.PART, registers));
            return;
        }
        if (op.equals("mov") && operands.get(1) instanceof Operand.Vector && lossy) {
            recordUse(i, registers); // the lost carry belongs to the upper half
        }
        if (!AddressRules.passesOn(op)) {
            return; // the result is the same wherever objects lie, or the use is reported
        }
        boolean keeping = KEEPING_LOW_BITS.contains(op) && value != Holds.PART;
        Holds kept = narrow || !fromWhole ? Holds.LOW : Holds.ADDRESS;
        set(operands.get(0), keeping ? kept.or(value) : Holds.PART, registers);
    }

    /** A power of two of which the addresses in {@code value} are multiples. */
    private int known(Holds value) {
        return value == Holds.SHARED_ADDRESS ? leastShared : Math.min(least, leastShared);
    }

    /** True if the result is the same address as the operand. */
    private static boolean isMove(Instruction i, Holds value) {
        if (i.operands().stream().anyMatch(Operand.Vector.class::isInstance)) {
            return false;
        }
        return MOVES.contains(i.opcode())
                || value == Holds.SHARED_ADDRESS
                        && i.opcode().equals("cvt")
                        && AddressForms.isInteger(i)
                        && Decoder.types(i).stream().allMatch(t -> t.bits() >= 32);
    }

    /** True for the sum of one address and a number. */
    private boolean isDisplaced(Instruction i, Holds[] registers) {
        List<Operand> o = i.operands();
        if (!AddressForms.isInteger(i)) {
            return false;
        }
        return switch (i.opcode()) {
            case "add" ->
                    value(o.get(1), registers) == Holds.NUMBER
                            || value(o.get(2), registers) == Holds.NUMBER;
            case "sub" -> value(o.get(2), registers) == Holds.NUMBER;
            case "mad" ->
                    value(o.get(1), registers) == Holds.NUMBER
                            && value(o.get(2), registers) == Holds.NUMBER;
            default -> false;
        };
    }

    /**
     * What the operands from index {@code first} on hold; an operand in brackets, used as an
     * address, counts as a number.
     */
    private Holds sources(List<Operand> operands, int first, Holds[] registers) {
        Holds holds = Holds.NUMBER;
        for (int k = first; k < operands.size(); k++) {
            holds = holds.or(value(operands.get(k), registers));
        }
        return holds;
    }

    private Holds value(Operand o, Holds[] registers) {
        if (o instanceof Operand.Symbol s) {
            if (!variables.containsKey(s.name()) && launch.module().function(s.name()) != null) {
                changed |= least > 1;
                least = 1;
                return Holds.BASE;
            }
            return variables.getOrDefault(s.name(), List.of()).stream()
                    .map(this::takeAddress)
                    .reduce(Holds.NUMBER, Holds::or);
        }
        if (o instanceof Operand.Vector v) {
            return sources(v.elements(), 0, registers);
        }
        if (o instanceof Operand.Tuple t) {
            return sources(t.elements(), 0, registers);
        }
        return source(o, registers);
    }

    private static Holds source(Operand o, Holds[] registers) {
        if (o instanceof Operand.Register r) {
            return registers[r.index()];
        }
        if (o instanceof Operand.Component c) {
            return registers[c.register().index()];
        }
        return o instanceof Operand.Sum s ? registers[s.register().index()] : Holds.NUMBER;
    }

    private void set(Operand destination, Holds holds, Holds[] registers) {
        if (destination instanceof Operand.Vector v) {
            v.elements().forEach(e -> set(e, holds, registers));
        } else if (destination instanceof Operand.Component c) {
            set(c.register(), holds, registers);
        } else if (destination instanceof Operand.Pair p) {
            set(p.first(), holds, registers);
            set(p.second(), holds, registers);
        } else if (destination instanceof Operand.Register r
                && registers[r.index()].or(holds) != registers[r.index()]) {
            registers[r.index()] = holds;
            changed = true;
        }
    }
}
