package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Numbers that are made twice by different arithmetic, in one program or in several that run one
 * after the other: a product that is rounded to nearest and towards zero, in f32 and in f64, an f32
 * and what an f16 keeps of it. Over the reals the two are one term, so that what compares them or
 * makes integers of them cancels; on the machine they differ.
 *
 * <p>Only where there are unlike instructions for one operation, or something is narrowed and also
 * used whole, is anything watched.
 */
final class TwiceMade {
    private static final int MOST_OPENED = 1 << 14;

    /** Instructions that may make the same term. */
    private enum Family {
        ARITHMETIC,
        OF_INTEGER,
        NARROWING
    }

    private final TermStore store;
    // of what is watched
    private final IdentityHashMap<Instruction, Integer> ways = new IdentityHashMap<>();
    private final IdentityHashMap<Instruction, Integer> scalingWays = new IdentityHashMap<>();
    private final Map<Family, Map<String, Integer>> numbers = new EnumMap<>(Family.class);
    private final List<Family> families = new ArrayList<>(); // by way
    private final List<BitSet> made = new ArrayList<>(); // by way
    private final Set<Instruction> sharing = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Instruction> keeping = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Arithmetic.Kind> contested = EnumSet.noneOf(Arithmetic.Kind.class);
    private final Set<Instruction> fusable = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean flushesApart;
    private boolean watchesNarrowing;
    private final BitSet twice = new BitSet();
    private final BitSet whole = new BitSet(); // used as it is
    private final BitSet narrow = new BitSet(); // used as what a narrower format keeps

    TwiceMade(TermStore store) {
        this.store = store;
    }

    // ---------------------------------------------------------------- the program

    /**
     * Takes note of the instructions that are executed, program by program: those of registers are
     * of one program. Replaces what was read before; what they have made stays known.
     */
    void read(List<List<Instruction>> programs) {
        ways.clear();
        scalingWays.clear();
        sharing.clear();
        keeping.clear();
        contested.clear();
        fusable.clear();
        IdentityHashMap<Instruction, Set<Arithmetic.Kind>> arithmetic = new IdentityHashMap<>();
        List<Instruction> making = new ArrayList<>();
        List<Instruction> narrowings = new ArrayList<>();
        List<Instruction> ofIntegers = new ArrayList<>();
        for (Instruction i : programs.stream().flatMap(List::stream).toList()) {
            Set<Arithmetic.Kind> kinds = Arithmetic.kinds(i);
            if (!kinds.isEmpty()) {
                arithmetic.put(i, kinds);
                making.add(i);
            } else if (isConversion(i, Family.NARROWING)) {
                narrowings.add(i);
            } else if (isConversion(i, Family.OF_INTEGER)) {
                ofIntegers.add(i);
            }
        }
        programs.forEach(this::readFusable);
        watchArithmetic(making, arithmetic);
        watch(Family.OF_INTEGER, ofIntegers);
        watch(Family.NARROWING, narrowings);
        watchesNarrowing = !narrowings.isEmpty();
        if (watchesNarrowing) {
            programs.forEach(this::readNarrowings);
        }
    }

    /** Finds the products that a sum of the same program may take in unrounded. */
    private void readFusable(List<Instruction> program) {
        Set<Operand> summed = new HashSet<>();
        program.stream()
                .filter(i -> !Arithmetic.kinds(i).isEmpty() && Arithmetic.mayFuseProducts(i))
                .forEach(i -> summed.addAll(registers(i)));
        program.stream()
                .filter(i -> !Arithmetic.kinds(i).isEmpty() && Arithmetic.mayBeFused(i))
                .filter(i -> summed.contains(i.operands().get(0)))
                .forEach(fusable::add);
    }

    /** Watches the instructions that may make what others make in another way. */
    private void watchArithmetic(
            List<Instruction> making, IdentityHashMap<Instruction, Set<Arithmetic.Kind>> kinds) {
        Map<Arithmetic.Kind, Set<String>> alike = new EnumMap<>(Arithmetic.Kind.class);
        for (Instruction i : making) {
            String way = way(i);
            kinds.get(i).forEach(k -> alike.computeIfAbsent(k, n -> new HashSet<>()).add(way));
        }
        alike.forEach((kind, in) -> contested.addAll(in.size() > 1 ? Set.of(kind) : Set.of()));
        List<Instruction> watched = new ArrayList<>(making);
        watched.removeIf(i -> Collections.disjoint(kinds.get(i), contested));
        watch(Family.ARITHMETIC, watched);
        flushesApart = watched.stream().map(i -> i.has("ftz")).distinct().count() > 1;
    }

    /** Watches the instructions of one family if there is more than one way. */
    private void watch(Family family, List<Instruction> alike) {
        Map<String, List<Instruction>> byWay = new TreeMap<>();
        alike.forEach(i -> byWay.computeIfAbsent(way(i), w -> new ArrayList<>()).add(i));
        if (byWay.size() > 1) {
            byWay.forEach(
                    (way, instructions) -> {
                        int number = number(way, family);
                        instructions.forEach(i -> ways.put(i, number));
                    });
            for (Instruction i : alike) {
                if (Arithmetic.isNearestQuotient(i)) {
                    scalingWays.put(i, number(Arithmetic.productWay(i), family));
                }
            }
        }
    }

    private int number(String way, Family family) {
        return numbers.computeIfAbsent(family, f -> new HashMap<>())
                .computeIfAbsent(
                        way,
                        w -> {
                            made.add(new BitSet());
                            families.add(family);
                            return made.size() - 1;
                        });
    }

    /** The way of an instruction; a product that a sum may take in unrounded is another one. */
    private String way(Instruction i) {
        return fusable.contains(i) ? "fused." + Arithmetic.way(i) : Arithmetic.way(i);
    }

    /** True for a product that a sum may take in unrounded. */
    boolean isFusable(Instruction i) {
        return !fusable.isEmpty() && fusable.contains(i);
    }

    /**
     * Finds what is used whole although it is narrowed: what other instructions read, from the same
     * register or from where it came from.
     */
    private void readNarrowings(List<Instruction> program) {
        List<Instruction> narrowings =
                program.stream()
                        .filter(i -> Arithmetic.kinds(i).isEmpty())
                        .filter(i -> isConversion(i, Family.NARROWING))
                        .toList();
        Map<Operand.Register, Integer> reads = new HashMap<>();
        Map<Operand.Register, Integer> narrowed = new HashMap<>();
        program.forEach(i -> registers(i).forEach(r -> reads.merge(r, 1, Integer::sum)));
        narrowings.forEach(i -> registers(i).forEach(r -> narrowed.merge(r, 1, Integer::sum)));
        Set<Operand.Register> moved = moved(program);
        for (Instruction i : narrowings) {
            if (registers(i).stream()
                    .anyMatch(r -> reads.get(r) > narrowed.get(r) || moved.contains(r))) {
                sharing.add(i);
            }
        }
        for (Instruction i : program) {
            boolean makes =
                    Arithmetic.kinds(i).isEmpty()
                            ? isConversion(i, Family.OF_INTEGER)
                            : !Arithmetic.isMatrix(i);
            if (makes && !narrowed.containsKey(i.operands().get(0))) {
                keeping.add(i);
            }
        }
    }

    /** The registers that get what other registers or memory may hold, too. */
    private static Set<Operand.Register> moved(List<Instruction> program) {
        List<Operand.Register> moved = new ArrayList<>();
        for (Instruction i : program) {
            boolean makes = !Arithmetic.kinds(i).isEmpty() || isConversion(i, Family.OF_INTEGER);
            if (!makes && !i.operands().isEmpty()) {
                i.operands().get(0).addRegisters(moved);
            }
        }
        return new HashSet<>(moved);
    }

    /** The registers that an instruction reads. */
    private static List<Operand.Register> registers(Instruction i) {
        List<Operand.Register> registers = new ArrayList<>();
        for (int k = 1; k < i.operands().size(); k++) {
            i.operands().get(k).addRegisters(registers);
        }
        return registers;
    }

    /** True for a conversion from an integer, or to a narrower float. */
    private static boolean isConversion(Instruction i, Family family) {
        List<PtxType> types = Arithmetic.types(i);
        if (!i.opcode().equals("cvt") || types.isEmpty() || !Arithmetic.isFloat(types.get(0))) {
            return false;
        }
        PtxType to = types.get(0);
        PtxType from = types.get(types.size() - 1);
        boolean ofInteger = !Arithmetic.isFloat(from);
        return family == Family.OF_INTEGER
                ? ofInteger
                : !ofInteger && (to.elementBits() < from.elementBits() || to == PtxType.TF32);
    }

    // ---------------------------------------------------------------- the execution

    /** True if all sums of an instruction are to be noted. */
    boolean isWatched(Instruction i) {
        return contested.contains(Arithmetic.Kind.SUM) && ways.containsKey(i)
                || !keeping.isEmpty() && keeping.contains(i);
    }

    /** True if some arithmetic flushes subnormal numbers and other does not. */
    boolean flushesApart() {
        return flushesApart;
    }

    /**
     * Notes that an instruction makes {@code t}.
     *
     * @param scaled true if t is a product with a power of two, which is a quotient by one
     * @return true if another way has made it before
     */
    boolean isMadeAgain(int t, Instruction i, boolean scaled) {
        if (ways.isEmpty() && keeping.isEmpty()) {
            return false;
        }
        if (keeping.contains(i)) {
            whole.set(t);
        }
        Integer way = scaled ? scalingWays.getOrDefault(i, ways.get(i)) : ways.get(i);
        if (way == null) {
            return false;
        }
        Family family = families.get(way);
        if (family == Family.ARITHMETIC && !contested.contains(Arithmetic.kind(store, t))) {
            return false;
        }
        made.get(way).set(t);
        for (int k = 0; k < made.size(); k++) {
            if (k != way && families.get(k) == family && made.get(k).get(t)) {
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
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            boolean both = narrow.get(next) && whole.get(next);
            if (both || twice.get(next) || walk.count() > MOST_OPENED) {
                return true;
            }
            walk.open(store.operands(next));
        }
        return false;
    }
}
