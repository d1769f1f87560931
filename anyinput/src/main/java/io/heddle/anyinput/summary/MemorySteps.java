package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.finding.Location;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Executes loads, stores and atomics (PTX ISA 9.7.9, 9.7.13). */
final class MemorySteps {
    private static final String VECTOR = "v[248]";
    private static final Set<String> ATOMICS =
            Set.of("add", "min", "max", "and", "or", "xor", "inc", "dec", "exch", "cas");
    private static final Set<PtxType> INTEGERS =
            Set.of(PtxType.U32, PtxType.S32, PtxType.U64, PtxType.S64);
    private static final int WORDS = 120; // characters of a term in a message
    private static final int ROW = 16; // bytes that each lane names in ldmatrix and stmatrix

    private final BlockSteps steps;
    private final BitTerms terms;
    private final Operands operands;
    private final Set<String> readOnly;
    private final Set<String> written = new HashSet<>();

    MemorySteps(BlockSteps steps, BitTerms terms, Operands operands, Set<String> readOnly) {
        this.readOnly = readOnly;
        this.steps = steps;
        this.terms = terms;
        this.operands = operands;
    }

    void execute(BlockSteps.State s, Instruction i) {
        switch (i.opcode()) {
            case "ld", "ldu" -> load(s, i);
            case "st" -> access(s, i, Access.Kind.WRITE, null, 0, size(i));
            case "atom" -> atomic(s, i);
            case "red" -> access(s, i, Access.Kind.ATOMIC, addition(s, i, 1, false), 0, size(i));
            case "ldmatrix" -> {
                access(s, i, Access.Kind.READ, null, 1, ROW);
                lose(s, i);
            }
            case "stmatrix" -> access(s, i, Access.Kind.WRITE, null, 0, ROW);
            default -> {
                steps.gap(i, "--any-input does not follow " + i.mnemonic(), s.reaching(i));
                lose(s, i);
            }
        }
    }

    /**
     * What an atomic does, so that two that do the same leave the same in either order. A sum of
     * integers does not depend on their sign.
     */
    private static String operation(Instruction i) {
        PtxType type = IntegerSemantics.type(i);
        String what = name(i);
        boolean signless = what.equals("add") && !type.isFloat();
        return what + " " + (signless ? type.bits() : type);
    }

    private static String name(Instruction i) {
        return i.modifiers().stream().filter(ATOMICS::contains).findFirst().orElse(i.mnemonic());
    }

    private void atomic(BlockSteps.State s, Instruction i) {
        Addition addition = addition(s, i, 2, true);
        access(s, i, Access.Kind.ATOMIC, addition, 1, size(i));
        lose(s, i);
        if (addition != null) {
            RegisterUse.of(i).set().forEach(r -> s.set(i, r, addition.result()));
        }
    }

    /**
     * What an atomic adds to one integer; null if it does something else. An increment (PTX ISA,
     * {@code .inc}: 0 where what is there is not less than the bound, else 1 more) adds 1 if its
     * bound is the greatest number.
     *
     * @param operand that is added, or the bound
     */
    private Addition addition(BlockSteps.State s, Instruction i, int operand, boolean returns) {
        PtxType type = IntegerSemantics.type(i);
        String what = name(i);
        if (!INTEGERS.contains(type) || elements(i) != 1 || !i.modifiers().contains(what)) {
            return null;
        }
        int bits = type.bits();
        BitTerm value = steps.value(s, i.operands().get(operand), bits);
        if (value.width() < bits) {
            return null;
        }
        BitTerm given = terms.low(value, bits);
        BitTerm addend =
                switch (what) {
                    case "add" -> given;
                    case "inc" ->
                            given.is((1L << Integer.SIZE) - 1) ? terms.constant(bits, 1) : null;
                    default -> null;
                };
        if (addend == null) {
            return null;
        }
        String of = Addition.RESULT + i.mnemonic();
        return new Addition(addend, returns ? s.unknown(of, bits, Level.THREAD) : null);
    }

    private void lose(BlockSteps.State s, Instruction i) {
        for (Operand.Register r : RegisterUse.of(i).set()) {
            s.set(i, r, s.unknown(i.mnemonic(), operands.width(r), Level.THREAD));
        }
    }

    private static int elements(Instruction i) {
        return i.modifiers().stream()
                .filter(m -> m.matches(VECTOR))
                .mapToInt(m -> m.charAt(1) - '0')
                .findFirst()
                .orElse(1);
    }

    private static int size(Instruction i) {
        return elements(i) * IntegerSemantics.type(i).bytes();
    }

    private void load(BlockSteps.State s, Instruction i) {
        Operand.Address address = (Operand.Address) i.operands().get(1);
        PtxType type = IntegerSemantics.type(i);
        List<Operand> set = BlockSteps.parts(i.operands().get(0));
        if (i.modifiers().stream().anyMatch(m -> m.startsWith("param"))) {
            for (int k = 0; k < set.size(); k++) {
                if (set.get(k) instanceof Operand.Register r) {
                    s.set(i, r, parameter(s, i, address, (long) k * type.bytes()));
                }
            }
            return;
        }
        List<Addresses.Target> targets = access(s, i, Access.Kind.READ, null, 1, size(i));
        for (int k = 0; k < set.size(); k++) {
            if (set.get(k) instanceof Operand.Register r) {
                s.set(i, r, loaded(s, i, targets, (long) k * type.bytes()));
            }
        }
    }

    private BitTerm parameter(
            BlockSteps.State s, Instruction i, Operand.Address address, long more) {
        PtxType type = IntegerSemantics.type(i);
        if (address.base() instanceof Operand.Symbol p && operands.isParameter(p.name())) {
            return operands.parameter(p, address.offset() + more, type);
        }
        return s.unknown(i.mnemonic(), type.bits(), Level.THREAD);
    }

    /** What is read from memory that nobody writes is one function of the place. */
    private BitTerm loaded(
            BlockSteps.State s, Instruction i, List<Addresses.Target> targets, long more) {
        PtxType type = IntegerSemantics.type(i);
        if (targets.size() == 1 && targets.get(0).object() != null) {
            MemoryObject object = targets.get(0).object();
            if (object.space() == Space.CONSTANT
                    || object.space() == Space.GLOBAL && readOnly.contains(object.name())) {
                BitTerm offset = targets.get(0).offset();
                BitTerm at = terms.add(offset, terms.constant(offset.width(), more));
                return terms.apply(name(object, type), type.bits(), Level.GRID, List.of(at));
            }
        }
        return s.unknown(i.mnemonic(), type.bits(), Level.THREAD);
    }

    /** The function that gives what is in an object at an offset. */
    private static String name(MemoryObject object, PtxType type) {
        return "contents of " + object.name() + " " + type.bits();
    }

    /** The objects that some instruction writes. */
    Set<String> written() {
        return written;
    }

    /** A term in words, which may be very many. */
    private static String beginning(BitTerm t) {
        String words = t.toString();
        return words.length() <= WORDS ? words : words.substring(0, WORDS) + " ...";
    }

    private List<Addresses.Target> access(
            BlockSteps.State s,
            Instruction i,
            Access.Kind kind,
            Addition addition,
            int operand,
            int bytes) {
        What what = new What(kind, addition, false, bytes, terms.condition(true));
        return access(s, i, (Operand.Address) i.operands().get(operand), Windows.named(i), what);
    }

    /**
     * What is done at an address.
     *
     * @param addition what an atomic adds, or null
     * @param copies true if an asynchronous copy does it
     * @param bytes how many are accessed
     * @param condition under which they are, where the instruction is executed
     */
    record What(
            Access.Kind kind, Addition addition, boolean copies, int bytes, BitTerm condition) {}

    /**
     * Accesses memory.
     *
     * @param space of the address; null for a generic one
     */
    List<Addresses.Target> access(
            BlockSteps.State s, Instruction i, Operand.Address address, Space space, What what) {
        boolean wide = space != Space.SHARED;
        BitTerm base = steps.value(s, address.base(), wide ? 64 : 32);
        BitTerm full = terms.add(base, terms.constant(base.width(), address.offset()));
        BitTerm reaching = terms.and(s.reaching(i), what.condition());
        List<Addresses.Target> targets = operands.addresses().resolve(full, space);
        List<Access> accesses = new ArrayList<>();
        boolean unknown = false;
        for (Addresses.Target t : targets) {
            if (t.object() == null) {
                unknown = true;
                steps.gap(
                        i,
                        "the address here cannot be followed: " + beginning(full),
                        terms.and(reaching, t.condition()));
                continue;
            }
            if (what.kind() != Access.Kind.READ) {
                written.add(t.object().name());
            }
            boolean atomic = what.kind() == Access.Kind.ATOMIC;
            Access access =
                    new Access(
                            what.kind(),
                            atomic ? operation(i) : "",
                            what.addition(),
                            atomic && (i.has("cta") || i.has("cluster")),
                            what.copies(),
                            t.object(),
                            t.offset(),
                            what.bytes(),
                            terms.and(reaching, t.condition()),
                            s.context().loops(),
                            Location.of(i));
            accesses.add(access);
            s.pass(access, null);
        }
        s.request(i, accesses, unknown);
        return targets;
    }
}
