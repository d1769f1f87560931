package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * The terms of one side that its machine rounds otherwise than their operations say: to a narrower
 * format, in a direction. The other side of a pair may have the same terms without that.
 */
final class Rerounded {
    private static final int MOST_OPENED = 1 << 14;

    /** Scaled by so much that it may leave the range. */
    static final int SCALED = 1 << 22;

    /** Approximated. */
    static final int APPROXIMATE = 1 << 23;

    /** Scaled to a subnormal number and back, or twice. */
    static final int LOST = 1 << 30;

    /** Summed up in an order that is open. */
    static final int OPEN = 1 << 31;

    /** In the direction of one infinity. */
    static final int UP_OR_DOWN = 1 << 18 | 1 << 19;

    private static final int SUBNORMAL = 1 << 14;
    private static final int FUSABLE = 1 << 15;
    private static final int QUOTIENT = 1 << 24;
    private static final int FUNCTION = 1 << 25;
    private static final int ROOT = 1 << 26;
    private static final int MATRIX = 1 << 27;
    private static final int FLUSHED = 1 << 28;
    private static final int INTEGER = 1 << 29;
    private static final List<String> DIRECTIONS = List.of("rz", "rm", "rp", "rna", "rs");

    private final TermStore store;
    private final TermNumbers ways = new TermNumbers(); // of each such term: bits
    private final TermNumbers histories = new TermNumbers(); // how one after the other
    private final TermNumbers first = new TermNumbers(); // events of histories
    private final Set<Long> later = new HashSet<>(); // events of histories, by term
    private final IdentityHashMap<Instruction, String> names = new IdentityHashMap<>();
    private final Map<FloatFormat, BitSet> formats = new EnumMap<>(FloatFormat.class); // not f32
    private final BitSet quotients = new BitSet(); // products that are quotients by a constant
    private final BitSet functions = new BitSet(); // approximations of library functions
    private final BitSet roots = new BitSet(); // reciprocals of roots, as one approximation
    private final BitSet products = new BitSet(); // sums of products of matrices
    private final BitSet libraries = new BitSet(); // library functions
    private final Map<String, BitSet> named = new TreeMap<>(); // those two, by way
    private final IdentityHashMap<Instruction, BitSet> byName = new IdentityHashMap<>();
    private final BitSet fusable = new BitSet(); // products that sums may take in unrounded
    private final BitSet subnormal = new BitSet(); // products with powers of two that may be
    private final BitSet flushed = new BitSet(); // results and operands that may have been
    private final BitSet integers = new BitSet(); // made as floats that may not hold them
    private boolean constants; // some are rounded
    private final int run; // of one kernel, in which sums of an open order are numbers of their own

    Rerounded(TermStore store) {
        this.store = store;
        run = 31 * store.size();
    }

    /** To a narrower format. */
    static int narrowed(FloatFormat format) {
        return 1 << format.ordinal();
    }

    /** Computed in a format and used in a wider one. */
    static int widened(FloatFormat format) {
        return 1 << 8 + format.ordinal();
    }

    /**
     * Calls {@code action} with each number that was narrowed to {@code format} and that {@code t}
     * may be: itself, and what choices and extrema make it of.
     *
     * @return false if it may be too many numbers
     */
    boolean forEachNarrowed(int t, FloatFormat format, IntConsumer action) {
        if (isEmpty()) {
            return true;
        }
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if ((ways(next) & narrowed(format)) != 0) {
                action.accept(next);
            }
            switch (store.op(next)) {
                case ITE -> walk.open(store.b(next), store.c(next));
                case MIN, MAX -> walk.open(store.a(next), store.b(next));
                case NEG, ABS -> walk.open(store.a(next));
                default -> {}
            }
            if (walk.count() > MOST_OPENED) {
                return false;
            }
        }
        return true;
    }

    /** As an instruction says that rounds in a direction, or to a format without a name here. */
    static int directed(Instruction instruction) {
        int ways = 1 << 16;
        for (int k = 0; k < DIRECTIONS.size(); k++) {
            ways |= instruction.has(DIRECTIONS.get(k)) ? 1 << 17 + k : 0;
        }
        return ways;
    }

    /**
     * Notes that {@code instruction} makes {@code t}, which is as rounded as its operation says but
     * by other arithmetic than that of other instructions for it.
     */
    void noteMade(int t, Instruction instruction) {
        BitSet kind =
                switch (instruction.opcode()) {
                    case "div" -> store.op(t) == Op.MUL && !isScaling(t) ? quotients : null;
                    case "ex2", "lg2", "sin", "cos", "tanh" -> functions;
                    case "rsqrt" -> roots;
                    case "mma", "wmma" -> products;
                    case "heddle" -> libraries;
                    default -> null;
                };
        if (kind != null) {
            kind.set(t);
        }
        if (isNamed(instruction)) {
            byName.computeIfAbsent(instruction, this::named).set(t);
        }
        if (store.op(t) == Op.LOG2 && instruction.has("ftz")) { // of 0, which is far from others
            flushed.set(t);
        }
    }

    /** True for arithmetic of which there are more kinds than bits. */
    private static boolean isNamed(Instruction instruction) {
        return switch (instruction.opcode()) {
            case "mma", "wmma", "heddle" -> true;
            default -> false;
        };
    }

    /** The terms that instructions like this one make. */
    private BitSet named(Instruction instruction) {
        return named.computeIfAbsent(Arithmetic.way(instruction), way -> new BitSet());
    }

    /** Notes that a sum may take in {@code t}, a product, unrounded. */
    void noteFusable(int t) {
        fusable.set(t);
    }

    /** Notes that {@code t}, which decides something, may be a subnormal number that lacks bits. */
    void noteSubnormal(int t) {
        subnormal.set(t);
    }

    /** Notes that {@code t} may have been flushed, or what it was made of. */
    void noteFlushed(int t) {
        flushed.set(t);
    }

    /** Notes that {@code t} is an integer that was made as a float, which may not hold it. */
    void noteInteger(int t) {
        integers.set(t);
    }

    /** Notes that an instruction on floats of {@code format} makes {@code t}. */
    void noteFormat(int t, FloatFormat format) {
        if (format != FloatFormat.F32) {
            formats.computeIfAbsent(format, f -> new BitSet()).set(t);
        }
    }

    /** What {@code instruction} does to a number that it rounds, in full: made once for each. */
    String event(Instruction instruction) {
        return names.computeIfAbsent(instruction, Arithmetic::event);
    }

    /**
     * Notes that {@code t}, a constant over the reals, was rounded as the event says; true if it
     * was rounded in another way before.
     */
    boolean noteConstant(int t, String event) {
        constants = true;
        return noteEvent(t, event.hashCode());
    }

    /** True if {@code operand} is a constant over the reals that was rounded. */
    boolean isConstant(int operand) {
        return constants && store.isClosed(operand) && histories.contains(operand);
    }

    /** What was done to {@code t}, one after the other, as a number; 0 for nothing. */
    int history(int t) {
        return histories.get(t);
    }

    private boolean noteEvent(int t, int event) {
        if (!first.contains(t)) {
            first.put(t, event);
            histories.put(t, event);
            return false;
        }
        if (event == first.get(t) || !later.add((long) t << Integer.SIZE | event & 0xffffffffL)) {
            return false;
        }
        histories.put(t, 31 * histories.get(t) + event);
        return true;
    }

    private boolean isScaling(int t) {
        return isPowerOfTwo(store.a(t)) || isPowerOfTwo(store.b(t));
    }

    private boolean isPowerOfTwo(int t) {
        return store.op(t) == Op.RATIONAL && store.rationalValue(t).isPowerOfTwo();
    }

    /**
     * The ways in which {@code t} is rounded and the arithmetic that made it: bits, and above them
     * a number for names.
     */
    private long kind(int t) {
        int names = 31 * history(t) + ((ways(t) & OPEN) != 0 ? run : 0);
        for (Map.Entry<String, BitSet> way : named.entrySet()) {
            names = way.getValue().get(t) ? 31 * names + way.getKey().hashCode() : names;
        }
        for (Map.Entry<FloatFormat, BitSet> in : formats.entrySet()) {
            names = in.getValue().get(t) ? 31 * names + in.getKey().name().hashCode() : names;
        }
        int bits =
                ways(t)
                        | (quotients.get(t) ? QUOTIENT : 0)
                        | (functions.get(t) || libraries.get(t) ? FUNCTION : 0)
                        | (roots.get(t) ? ROOT : 0)
                        | (products.get(t) ? MATRIX : 0)
                        | (fusable.get(t) ? FUSABLE : 0)
                        | (subnormal.get(t) ? SUBNORMAL : 0)
                        | (flushed.get(t) ? FLUSHED : 0)
                        | (integers.get(t) ? INTEGER : 0);
        return (long) names << Integer.SIZE | bits & 0xffffffffL;
    }

    boolean isEmpty() {
        return ways.isEmpty();
    }

    boolean contains(int t) {
        return ways.contains(t);
    }

    /** The ways in which {@code t} is rounded. */
    int ways(int t) {
        return ways.get(t);
    }

    /**
     * Notes one more way in which {@code t} is rounded; true if it is the first one.
     *
     * @param event what was done to it, in full
     */
    boolean add(int t, int way, String event) {
        noteEvent(t, event.hashCode());
        boolean isFirst = !ways.contains(t);
        ways.put(t, ways.get(t) | way);
        return isFirst;
    }

    /** True if t, or what it is made of, is such a term. */
    boolean isBelow(int t) {
        if (ways.isEmpty()) {
            return false;
        }
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (ways.contains(next) || walk.count() > MOST_OPENED) {
                return true;
            }
            walk.open(store.operands(next));
        }
        return false;
    }

    /** True for arithmetic that rounds the exact result, however it does. */
    static boolean isOfExactResult(long kind) {
        return (kind & (APPROXIMATE | FUNCTION | ROOT | MATRIX | OPEN & 0xffffffffL)) == 0;
    }

    /** True if {@code t}, or what it is made of, is rounded otherwise or by other arithmetic. */
    boolean isKnownBelow(int t) {
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (isKnown(next) || walk.count() > MOST_OPENED) {
                return true;
            }
            walk.open(store.operands(next));
        }
        return false;
    }

    private boolean isKnown(int t) {
        return ways.contains(t)
                || quotients.get(t)
                || functions.get(t)
                || libraries.get(t)
                || roots.get(t)
                || products.get(t)
                || fusable.get(t)
                || subnormal.get(t)
                || flushed.get(t)
                || integers.get(t);
    }

    /**
     * The terms that are rounded otherwise or made by other arithmetic than that of plain
     * instructions; with each a number that is the same for the same arithmetic.
     */
    Kinds kinds() {
        BitSet known = new BitSet();
        ways.forEachTerm(known::set);
        histories.forEachTerm(known::set);
        formats.values().forEach(known::or);
        for (BitSet set :
                List.of(
                        quotients, functions, libraries, roots, products, fusable, subnormal,
                        flushed, integers)) {
            known.or(set);
        }
        return Kinds.of(known, this::kind);
    }
}
