package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.PassedOn;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums with a constant C whose unit in the last place is 1, which the machine rounds to an integer
 * as long as they have C's exponent ({@code x + 12582912.0f}). Over the reals they are sums, as
 * rounded as any other; they are read as integers where a program uses that they are: where such a
 * constant is taken away again, where they are compared with one, or where the bits are read.
 */
public final class IntegerSums {
    /** The bits of a significand from which on a format has such constants. */
    private static final int LEAST_PRECISION = 11;

    /**
     * Such a sum.
     *
     * @param t the other operand
     * @param constant C
     * @param negated true for C − t, else C + t
     * @param way how the instruction rounds
     * @param fused true if t is a product that was not rounded before
     */
    private record Sum(
            int t, int constant, boolean negated, Op way, boolean fused, Instruction instruction) {}

    /** A sum by its term and where it is computed. */
    private record Key(int sum, FloatFormat format) {}

    private final TermStore store;
    private final Bounds bounds;
    private final RoundedIntegers roundedIntegers;
    private final RoundedSteps roundedSteps;
    private final Assumptions assumptions;
    private final Map<Key, Sum> sums = new HashMap<>();

    IntegerSums(Views views, Bounds bounds, Assumptions assumptions) {
        this.store = views.store();
        this.bounds = bounds;
        this.roundedIntegers = views.roundedIntegers();
        this.roundedSteps = views.roundedSteps();
        this.assumptions = assumptions;
    }

    /**
     * The sum {@code t} of two floats, which is noted; a constant is what the machine gives.
     *
     * @param t the result of the instruction
     */
    public int sum(int t, int a, int b, FloatFormat format, Instruction instruction) {
        boolean first = isRounder(a, format);
        if (!first && !isRounder(b, format)) {
            return t;
        }
        int other = first ? b : a;
        note(store.add(a, b), other, first ? a : b, false, format, instruction);
        return constant(t, other, format, instruction);
    }

    /** The same for a difference. */
    public int difference(int t, int a, int b, FloatFormat format, Instruction instruction) {
        if (isRounder(b, format)) {
            note(store.sub(a, b), a, store.neg(b), false, format, instruction);
            return constant(t, a, format, instruction);
        }
        if (isRounder(a, format)) {
            note(store.sub(a, b), b, a, true, format, instruction);
            return constant(t, b, format, instruction);
        }
        return t;
    }

    /** The same for a product of a and b to which c is added. */
    public int fused(int t, int a, int b, int c, FloatFormat format, Instruction instruction) {
        if (!isRounder(c, format)) {
            return t;
        }
        int product = store.mul(a, b);
        note(store.fma(a, b, c), product, c, false, format, instruction);
        return constant(t, product, format, instruction);
    }

    /** A constant in the range of the sums that are integers, rounded; any other {@code t}. */
    private int constant(int t, int other, FloatFormat format, Instruction instruction) {
        if (!store.isRational(other) || !store.isRational(t)) {
            return t;
        }
        Rational sum = store.rationalValue(t);
        boolean rounds = sum.abs().compareTo(Rational.powerOfTwo(format.precision() - 1)) >= 0;
        return rounds ? store.rational(way(instruction).round(sum)) : t;
    }

    private void note(int sum, int t, int constant, boolean negated, FloatFormat f, Instruction i) {
        if (!store.isClosed(t)) {
            boolean fused = store.op(t) == Op.MUL && isFused(i);
            Sum noted = new Sum(t, constant, negated, way(i), fused, i);
            Sum before = sums.putIfAbsent(new Key(sum, f), noted);
            if (before != null && before.way() != noted.way()) {
                sums.put(new Key(sum, f), new Sum(t, constant, negated, null, fused, i));
            }
        }
    }

    private static boolean isFused(Instruction i) {
        return i.opcode().equals("fma") || i.opcode().equals("mad");
    }

    /** How an instruction rounds a number. */
    private static Op way(Instruction i) {
        return i.has("rm") ? Op.FLOOR : i.has("rp") ? Op.CEIL : i.has("rz") ? Op.TRUNC : Op.RINT;
    }

    /** The operand {@code t} of a sum with {@code other}, or of a difference. */
    public int operand(int t, int other, boolean difference, FloatFormat format) {
        if (sums.isEmpty() || !isRounder(other, format)) {
            return t;
        }
        int sign = store.rationalValue(other).signum();
        return read(t, format, difference ? sign : -sign);
    }

    /**
     * The number {@code t}, which is compared with {@code other}: with a constant such as the sums
     * have, or with another sum.
     */
    public int compared(int t, int other, FloatFormat format) {
        if (sums.isEmpty()) {
            return t;
        }
        if (isRounder(other, format)) {
            return read(t, format, store.rationalValue(other).signum());
        }
        Sum sum = sums.get(new Key(other, format));
        return sum == null ? t : read(t, format, store.rationalValue(sum.constant()).signum());
    }

    /** The number {@code t}, of which the bits are read. */
    int read(int t, FloatFormat format) {
        return sums.isEmpty() ? t : read(t, format, 0);
    }

    /**
     * Reads the sums that {@code t} may be as integers.
     *
     * @param sign of their constants, or 0 for any
     */
    private int read(int t, FloatFormat format, int sign) {
        Sum sum = sums.get(new Key(t, format));
        if (sum != null && sign * store.rationalValue(sum.constant()).signum() >= 0) {
            return integer(t, sum, format);
        }
        int[] parts = PassedOn.by(store, t);
        boolean changed = false;
        for (int k = 0; k < parts.length; k++) {
            int part = read(parts[k], format, sign);
            changed |= part != parts[k];
            parts[k] = part;
        }
        return changed ? rebuilt(t, parts) : t;
    }

    private int rebuilt(int t, int[] parts) {
        return switch (store.op(t)) {
            case NEG -> store.neg(parts[0]);
            case ABS -> store.abs(parts[0]);
            case MAX -> store.max(parts[0], parts[1]);
            case MIN -> store.min(parts[0], parts[1]);
            default -> store.ite(store.a(t), parts[0], parts[1]);
        };
    }

    private int integer(int t, Sum sum, FloatFormat format) {
        roundedIntegers.assumeExact(sum.t());
        Rational least = Rational.powerOfTwo(format.precision() - 1);
        Rational most = Rational.powerOfTwo(format.precision()).subtract(Rational.ONE);
        boolean up = store.rationalValue(sum.constant()).signum() > 0;
        Rational low = up ? least : most.negate();
        Rational high = up ? most : least.negate();
        if (store.isInteger(sum.t()) || !bounds.of(t).meets(low, high)) {
            return t;
        }
        if (sum.way() == null) {
            throw new UnsupportedPtxException("one sum is rounded to an integer in two ways");
        }
        roundedSteps.noteConverted(sum.t(), format, sum.fused(), sum.instruction());
        if (!bounds.of(t).isWithin(low, high)) {
            assume(sum, low, high);
            Instruction i = sum.instruction();
            assumptions.add(
                    Assumption.Kind.KEPT_EXPONENT,
                    "adding "
                            + store.rationalValue(sum.constant())
                            + " at "
                            + i.position().file()
                            + ":"
                            + i.position().line()
                            + " rounds to an integer: the sum keeps its exponent",
                    i);
        }
        boolean even = !store.rationalValue(sum.constant()).numerator().testBit(0);
        if (sum.negated() && sum.way() == Op.RINT && even) {
            return store.sub(sum.constant(), store.rint(sum.t()));
        }
        int addend = sum.negated() ? store.neg(sum.t()) : sum.t();
        return rounded(sum.way(), addend, sum.constant(), up);
    }

    /** Assumes that a sum lies in {@code [low, high]}, as a range of what is added. */
    private void assume(Sum sum, Rational low, Rational high) {
        Rational constant = store.rationalValue(sum.constant());
        if (sum.negated()) {
            store.assumedRanges().add(sum.t(), constant.subtract(high), constant.subtract(low));
        } else {
            store.assumedRanges().add(sum.t(), low.subtract(constant), high.subtract(constant));
        }
    }

    /**
     * {@code t + constant}, rounded to an integer: the whole sum is rounded, so towards zero means
     * down where C &gt; 0 and up where C &lt; 0, and a tie goes to where the sum is even.
     */
    private int rounded(Op way, int t, int constant, boolean up) {
        if (way == Op.RINT) {
            return store.rationalValue(constant).numerator().testBit(0)
                    ? store.rint(store.add(t, constant)) // ties of t go to the odd
                    : store.add(store.rint(t), constant);
        }
        boolean down = way == Op.FLOOR || way == Op.TRUNC && up;
        return store.add(down ? store.floor(t) : store.ceil(t), constant);
    }

    /** True for an integer constant whose unit in the last place is 1. */
    private boolean isRounder(int t, FloatFormat format) {
        if (store.op(t) != Op.RATIONAL || format.precision() < LEAST_PRECISION) {
            return false;
        }
        Rational magnitude = store.rationalValue(t).abs();
        return magnitude.isInteger()
                && magnitude.compareTo(Rational.powerOfTwo(format.precision() - 1)) >= 0
                && magnitude.compareTo(Rational.powerOfTwo(format.precision())) < 0;
    }
}
