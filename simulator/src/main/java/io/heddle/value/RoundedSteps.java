package io.heddle.value;

import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a rounding may decide something: floats that were rounded are compared, or become integers.
 * Over the reals the outcome is that of the exact number. Which of these steps the verdict on a
 * pair has to name is known only where both sides are.
 *
 * <p>A comparison that is a constant over the reals, such as that of a number with itself as an
 * f16, leaves nothing in the terms: it is listed at once.
 */
public final class RoundedSteps {
    /** With this begins every assumption that a rounding does not decide. */
    public static final String ASSUMED = "the rounding of what ";

    private static final int MOST_OPENED = 1 << 14;

    private final TermStore store;
    private final Bounds bounds;
    private final RoundedConstants constants;
    private final Assumptions assumptions;
    private final Map<Long, RoundedStep> steps = new LinkedHashMap<>(); // by operands
    private final Map<Instruction, String> places = new HashMap<>();
    private final Set<Integer> rerounded = new HashSet<>();
    private final Set<Integer> inexact = new HashSet<>(); // constants made of rounded ones
    private final Map<FloatFormat, Set<Integer>> exact = new EnumMap<>(FloatFormat.class);

    RoundedSteps(TermStore store, Bounds bounds, Assumptions assumptions) {
        this.store = store;
        this.bounds = bounds;
        constants = new RoundedConstants(store);
        this.assumptions = assumptions;
    }

    /** The steps, in the order of execution. */
    public List<RoundedStep> list() {
        return List.copyOf(steps.values());
    }

    /** Notes that the number {@code t} became a narrower float. */
    public void noteNarrowed(int t, FloatFormat format) {
        boolean held =
                store.op(t) == Op.ELEMENT
                        && store.symbolOf(t).type().isFloat()
                        && store.symbolOf(t).type().format().precision() <= format.precision();
        boolean constant = store.isRational(t) && isHeld(store.rationalValue(t), format);
        if (!held && !constant && !isSmallInteger(t, format)) {
            rerounded(t);
        }
    }

    /** Notes that {@code t} was rounded in another way than its term usually is. */
    public void noteRerounded(int t) {
        if (!store.isClosed(t)) {
            rerounded(t);
        }
    }

    private void rerounded(int t) {
        if (rerounded.add(t)) {
            exact.clear();
        }
    }

    /** Notes that the f32 or f16 {@code t} is computed with further as a wider float. */
    public void noteWidened(int t, FloatFormat format) {
        if (!store.isClosed(t) && !rerounded.contains(t) && isRounded(t, format)) {
            noteRerounded(t);
        }
    }

    /** Notes that {@code instruction} rounds the float {@code t} to an integer. */
    public void noteConverted(int t, FloatFormat format, Instruction instruction) {
        if (store.isClosed(t)) {
            if (isInexact(t, format) && constants.mayReachAnother(t, format)) {
                throw new UnsupportedPtxException(
                        "the rounding of a constant may decide the integer that it becomes");
            }
        } else if (store.isInteger(t)) {
            if (isRerounded(t)) { // nothing is left of the conversion in the terms
                assumptions.add(
                        ASSUMED + place("converts", instruction) + " does not change the integer",
                        instruction);
            }
        } else if (isRounded(t, format)) {
            add(t, 0, "converts", instruction);
        }
    }

    /**
     * Notes that {@code instruction} makes {@code t} of operands, unused ones 0: over the reals
     * they may cancel to a constant, while on the machine their rounding errors are left.
     */
    public void noteFolded(int t, FloatFormat format, Instruction instruction, int... operands) {
        if (!store.isClosed(t)) {
            return;
        }
        for (int operand : operands) {
            if (operand != 0 && store.isClosed(operand) && isInexact(operand, format)) {
                inexact.add(t);
            }
        }
        if (rerounded.isEmpty()) {
            return;
        }
        for (int operand : operands) {
            if (operand != 0 && !store.isClosed(operand) && isRerounded(operand)) {
                add(0, 0, "leaves of its operands", instruction);
                return;
            }
        }
    }

    /**
     * Notes that {@code instruction} compares two floats.
     *
     * @param constant true if the outcome does not depend on any input
     */
    public void noteCompared(
            int a, int b, FloatFormat format, boolean constant, Instruction instruction) {
        if (store.isClosed(a) && store.isClosed(b)) {
            boolean rounded = isInexact(a, format) || isInexact(b, format);
            if (rounded && constants.mayCross(a, b, format)) {
                throw new UnsupportedPtxException(
                        "the rounding of constants may decide how they compare");
            }
            return;
        }
        if (constant) {
            if (isRerounded(a) || isRerounded(b)) {
                assumptions.add(
                        ASSUMED + place("compares", instruction) + " does not decide", instruction);
            }
        } else if (!steps.containsKey(key(a, b))
                && !isSign(a, b, format)
                && (isRounded(a, format) || isRounded(b, format))) {
            add(a, b, "compares", instruction);
        }
    }

    /** True if the machine has another number for the closed term {@code t}. */
    private boolean isInexact(int t, FloatFormat format) {
        return inexact.contains(t) || isRounded(t, format);
    }

    private static long key(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }

    private void add(int a, int b, String verb, Instruction instruction) {
        int first = b == 0 ? a : Math.min(a, b);
        int second = b == 0 ? 0 : Math.max(a, b);
        steps.computeIfAbsent(
                key(a, b), k -> new RoundedStep(first, second, place(verb, instruction)));
    }

    private String place(String verb, Instruction instruction) {
        return places.computeIfAbsent(
                instruction,
                i ->
                        i.mnemonic()
                                + " at "
                                + i.position().file()
                                + ":"
                                + i.position().line()
                                + " "
                                + verb);
    }

    /** True for the sign of a sum of two exact numbers, which rounding keeps. */
    private boolean isSign(int a, int b, FloatFormat format) {
        int sum = a == store.zero() ? b : b == store.zero() ? a : 0;
        return sum != 0
                && !rerounded.contains(sum)
                && switch (store.op(sum)) {
                    case ADD, SUB ->
                            !isRounded(store.a(sum), format) && !isRounded(store.b(sum), format);
                    default -> false;
                };
    }

    // ---------------------------------------------------------------- what is rounded

    /** True if t, or what it is made of, was rounded unusually. */
    private boolean isRerounded(int t) {
        if (rerounded.isEmpty()) {
            return false;
        }
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty() && seen.size() < MOST_OPENED) {
            int next = open.pop();
            if (rerounded.contains(next)) {
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

    /** True if the float of {@code format} that is {@code t} may be another number than t. */
    private boolean isRounded(int t, FloatFormat format) {
        Set<Integer> known = exact.computeIfAbsent(format, f -> new HashSet<>());
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            if (known.contains(next) || !seen.add(next)) {
                continue;
            }
            if (rounds(next, format) || seen.size() > MOST_OPENED) {
                return true;
            }
            open(next, open);
        }
        known.addAll(seen);
        return false;
    }

    /** True if making {@code t} of its operands rounds. */
    private boolean rounds(int t, FloatFormat format) {
        if (rerounded.contains(t)) {
            return true;
        }
        return switch (store.op(t)) {
            case RATIONAL -> !isHeld(store.rationalValue(t), format);
            case CONSTANT, DIV, LOG2, SQRT -> true;
            case ADD, SUB, FMA -> !isSmallInteger(t, format);
            case MUL -> !isScaling(t) && !isSmallInteger(t, format);
            case EXP2 -> !store.isInteger(store.a(t));
            case APPLY -> {
                Function f = store.functionOf(t);
                yield !f.isDiscrete() && !f.readsBits();
            }
            default -> false;
        };
    }

    private void open(int t, Deque<Integer> open) {
        switch (store.op(t)) {
            case ADD, SUB, MUL, FMA, MAX, MIN, NEG, ABS, EXP2 -> {
                for (int operand : store.operands(t)) {
                    open.push(operand);
                }
            }
            case ITE -> {
                open.push(store.b(t));
                open.push(store.c(t));
            }
            default -> {} // inputs, and what is an integer or a pattern
        }
    }

    private boolean isSmallInteger(int t, FloatFormat format) {
        long most = 1L << format.precision();
        return store.isInteger(t) && bounds.of(t).isWithin(-most, most);
    }

    private boolean isScaling(int t) {
        return isPowerOfTwo(store.a(t)) || isPowerOfTwo(store.b(t));
    }

    private boolean isPowerOfTwo(int t) {
        if (store.op(t) == Op.EXP2) {
            return store.isInteger(store.a(t));
        }
        if (store.op(t) != Op.RATIONAL) {
            return false;
        }
        Rational r = store.rationalValue(t);
        return r.numerator().abs().bitCount() == 1 && r.denominator().bitCount() == 1;
    }

    private static boolean isHeld(Rational r, FloatFormat format) {
        BigInteger n = r.numerator().abs();
        int zeros = Math.max(0, n.getLowestSetBit());
        return r.denominator().bitCount() == 1 && n.bitLength() - zeros <= format.precision();
    }
}
