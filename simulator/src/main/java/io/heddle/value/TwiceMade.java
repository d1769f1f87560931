package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Numbers that one program makes twice by different arithmetic: a product that is rounded to
 * nearest and towards zero, in f32 and in f64, an f32 and what an f16 keeps of it. Over the reals
 * the two are one term, so that what compares them or makes integers of them cancels; on the
 * machine they differ.
 *
 * <p>Only programs that have unlike instructions for one operation, or narrow what they also use
 * whole, are watched.
 */
final class TwiceMade {
    private static final int MOST_OPENED = 1 << 14;
    private static final Set<String> INTEGRAL = Set.of("rni", "rzi", "rmi", "rpi");
    private static final Set<String> DECIDING = Set.of("setp", "set", "slct");
    private static final List<String> MODIFIERS =
            List.of("rz", "rm", "rp", "rna", "approx", "full");

    /** Instructions that may make the same term. */
    private enum Family {
        SUM,
        PRODUCT,
        QUOTIENT,
        FUNCTION,
        OF_INTEGER,
        NARROWING;

        /** True if instructions of both may make the same term. */
        boolean makesTermsOf(Family other) {
            return this == other || ordinal() + other.ordinal() == 1; // sums and products
        }
    }

    private static final Set<PtxType> FLOATS =
            EnumSet.range(PtxType.F16, PtxType.E5M2X2); // they stand together

    private final TermStore store;
    // of what is watched
    private final IdentityHashMap<Instruction, Integer> ways = new IdentityHashMap<>();
    private final List<Family> families = new ArrayList<>(); // by way
    private final List<BitSet> made = new ArrayList<>(); // by way
    private final Set<Instruction> sharing = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Instruction> keeping = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean watchesNarrowing;
    private final BitSet twice = new BitSet();
    private final BitSet whole = new BitSet(); // used as it is
    private final BitSet narrow = new BitSet(); // used as what a narrower format keeps

    TwiceMade(TermStore store) {
        this.store = store;
    }

    // ---------------------------------------------------------------- the program

    /** Takes note of the instructions that will be executed. */
    void read(List<Instruction> program) {
        Set<Operand> constants = constants(program);
        Map<Family, Map<String, List<Instruction>>> byWay = new EnumMap<>(Family.class);
        List<Instruction> narrowings = new ArrayList<>();
        for (Instruction i : program) {
            Family family = family(i, constants);
            if (family != null) {
                byWay.computeIfAbsent(family, f -> new TreeMap<>())
                        .computeIfAbsent(way(family, i), w -> new ArrayList<>())
                        .add(i);
            }
            if (family == Family.NARROWING) {
                narrowings.add(i);
            }
        }
        byWay.forEach(this::watch);
        if (!narrowings.isEmpty() && program.stream().anyMatch(TwiceMade::decides)) {
            watchesNarrowing = true;
            readNarrowings(program, narrowings, constants);
        }
    }

    /** The registers that are set to constants. */
    private static Set<Operand> constants(List<Instruction> program) {
        Set<Operand> constants = new HashSet<>();
        for (Instruction i : program) {
            if (i.opcode().equals("mov") && i.operands().get(1) instanceof Operand.Immediate) {
                constants.add(i.operands().get(0));
            }
        }
        return constants;
    }

    /** Watches the instructions of one family if there is more than one way. */
    private void watch(Family family, Map<String, List<Instruction>> alike) {
        if (alike.size() > 1) {
            for (List<Instruction> instructions : alike.values()) {
                instructions.forEach(i -> ways.put(i, made.size()));
                made.add(new BitSet());
                families.add(family);
            }
        }
    }

    /** Finds what is used whole although it is narrowed: registers that other instructions read. */
    private void readNarrowings(
            List<Instruction> program, List<Instruction> narrowings, Set<Operand> constants) {
        Map<Operand.Register, Integer> reads = new HashMap<>();
        Map<Operand.Register, Integer> narrowed = new HashMap<>();
        program.forEach(i -> registers(i).forEach(r -> reads.merge(r, 1, Integer::sum)));
        narrowings.forEach(i -> registers(i).forEach(r -> narrowed.merge(r, 1, Integer::sum)));
        for (Instruction i : narrowings) {
            if (registers(i).stream().anyMatch(r -> reads.get(r) > narrowed.get(r))) {
                sharing.add(i);
            }
        }
        for (Instruction i : program) {
            Family family = family(i, constants);
            boolean makes = family != null && family != Family.NARROWING;
            if (makes && !narrowed.containsKey(i.operands().get(0))) {
                keeping.add(i);
            }
        }
    }

    /** True for a comparison of floats, or a rounding to an integer. */
    private static boolean decides(Instruction i) {
        List<PtxType> types = types(i);
        boolean ofFloats = !types.isEmpty() && FLOATS.contains(types.get(types.size() - 1));
        boolean toInteger =
                i.opcode().equals("cvt")
                        && (!FLOATS.contains(types.get(0))
                                || i.modifiers().stream().anyMatch(INTEGRAL::contains));
        return ofFloats && (toInteger || DECIDING.contains(i.opcode()));
    }

    private static List<Operand.Register> registers(Instruction i) {
        List<Operand.Register> registers = new ArrayList<>();
        for (int k = 1; k < i.operands().size(); k++) {
            i.operands().get(k).addRegisters(registers);
        }
        return registers;
    }

    private static Family family(Instruction i, Set<Operand> constants) {
        List<PtxType> types = types(i);
        if (types.isEmpty() || !FLOATS.contains(types.get(0))) {
            return null;
        }
        return switch (i.opcode()) {
            case "add", "sub", "fma", "mad" -> Family.SUM;
            case "mul" -> Family.PRODUCT;
            case "div" -> {
                Operand divisor = i.operands().get(2);
                boolean constant =
                        divisor instanceof Operand.Immediate || constants.contains(divisor);
                yield constant ? Family.PRODUCT : Family.QUOTIENT; // over the reals
            }
            case "rcp", "sqrt", "rsqrt" -> Family.QUOTIENT;
            case "ex2", "lg2", "sin", "cos", "tanh" -> Family.FUNCTION;
            case "cvt" -> ofConversion(types.get(0), types.get(types.size() - 1));
            default -> null;
        };
    }

    private static Family ofConversion(PtxType to, PtxType from) {
        if (!FLOATS.contains(from)) {
            return Family.OF_INTEGER;
        }
        return bits(to) < bits(from) || to == PtxType.TF32 ? Family.NARROWING : null;
    }

    /** Width of one number of a type, of which there may be two. */
    private static int bits(PtxType type) {
        return type.name().endsWith("X2") ? type.bits() / 2 : type.bits();
    }

    /** What distinguishes the results of instructions of one family. */
    private static String way(Family family, Instruction i) {
        List<String> way = new ArrayList<>(MODIFIERS);
        way.retainAll(i.modifiers());
        way.add(types(i).get(0).name());
        if (family == Family.PRODUCT) {
            way.add(i.opcode());
        }
        return String.join(".", way);
    }

    private static List<PtxType> types(Instruction i) {
        return i.modifiers().stream().map(PtxType::parse).filter(Objects::nonNull).toList();
    }

    // ---------------------------------------------------------------- the execution

    /** True if the results of an instruction are to be noted. */
    boolean isWatched(Instruction i) {
        return !ways.isEmpty() && ways.containsKey(i) || !keeping.isEmpty() && keeping.contains(i);
    }

    /**
     * Notes that an instruction makes {@code t}.
     *
     * @return true if another way has made it before
     */
    boolean isMadeAgain(int t, Instruction i) {
        if (ways.isEmpty() && keeping.isEmpty()) {
            return false;
        }
        if (keeping.contains(i)) {
            whole.set(t);
        }
        Integer way = ways.get(i);
        if (way == null) {
            return false;
        }
        made.get(way).set(t);
        for (int k = 0; k < made.size(); k++) {
            boolean other = k != way && families.get(k).makesTermsOf(families.get(way));
            if (other && made.get(k).get(t)) {
                return true;
            }
        }
        return false;
    }

    /** Notes that {@code t} is made twice. */
    void add(int t) {
        twice.set(t);
    }

    /** Notes that an instruction makes {@code t} a narrower float. */
    void noteNarrowed(int t, Instruction i) {
        if (sharing.contains(i) || watchesNarrowing && store.op(t) == Op.ELEMENT) {
            whole.set(t);
        }
    }

    /** Notes that what a narrower format keeps of {@code t} is used. */
    void noteKept(int t) {
        narrow.set(t);
    }

    /** True if such a number is {@code t}, or what it is made of. */
    boolean isBelow(int t) {
        if (twice.isEmpty() && narrow.isEmpty()) {
            return false;
        }
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            boolean both = narrow.get(next) && whole.get(next);
            if (both || twice.get(next) || seen.size() > MOST_OPENED) {
                return true;
            }
            if (seen.add(next)) {
                for (int operand : store.operands(next)) {
                    open.push(operand);
                }
            }
        }
        return false;
    }
}
