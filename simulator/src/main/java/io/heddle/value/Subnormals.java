package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether scaling by a power of two may give a subnormal number, which lacks bits of what was
 * scaled. It does not where the operand is a multiple of a power of two that is great enough, as
 * integers and narrower floats are (sums, products and roundings of multiples are multiples), or
 * where its bounds keep it from zero.
 */
final class Subnormals {
    private static final int ANY = -1 << 20; // exponent for what may be a multiple of anything
    private static final int MAX_DEPTH = 64;

    private final TermStore store;
    private final Bounds bounds;
    private final Map<Integer, Integer> multiples = new HashMap<>();

    Subnormals(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /** True for a product with a power of two. */
    boolean isScaling(int t) {
        return store.op(t) == Op.MUL && (isPower(store.a(t)) || isPower(store.b(t)));
    }

    /** True for a product with a power of two that may be greater than 1. */
    boolean isScaledUp(int t) {
        if (!isScaling(t)) {
            return false;
        }
        int power = isPower(store.a(t)) ? store.a(t) : store.b(t);
        return store.op(power) != Op.RATIONAL || exponent(power) > 0;
    }

    /** What {@code t} is a product of with a power of two. */
    int scaled(int t) {
        return isPower(store.a(t)) ? store.b(t) : store.a(t);
    }

    /** True if {@code t}, such a product, may be subnormal in {@code format} and lack bits. */
    boolean mayLose(int t, FloatFormat format) {
        int x = scaled(t);
        int exponent = exponent(x == store.a(t) ? store.b(t) : store.a(t));
        if (exponent >= 0) {
            return false;
        }
        NarrowFormat f = NarrowFormat.of(format);
        if (multiple(x, 0) + exponent >= f.leastSubnormal()) {
            return false;
        }
        if (exponent <= ANY) {
            return true;
        }
        Rational normal = Rational.powerOfTwo(f.least() - exponent);
        return bounds.of(x).meets(normal.negate(), normal);
    }

    /** What constant factors, powers of two and signs leave of {@code t}. */
    int base(int t) {
        int base = t;
        while (true) {
            if (isScaling(base)) {
                base = scaled(base);
            } else if (store.op(base) == Op.NEG) {
                base = store.a(base);
            } else if (store.op(base) == Op.MUL && store.isRational(store.a(base))) {
                base = store.b(base);
            } else if (store.op(base) == Op.MUL && store.isRational(store.b(base))) {
                base = store.a(base);
            } else {
                return base;
            }
        }
    }

    private boolean isPower(int t) {
        if (store.op(t) == Op.EXP2) {
            return store.isInteger(store.a(t));
        }
        return store.op(t) == Op.RATIONAL && store.rationalValue(t).isPowerOfTwo();
    }

    /** The least exponent of a power of two. */
    private int exponent(int power) {
        if (store.op(power) == Op.RATIONAL) {
            Rational r = store.rationalValue(power).abs();
            return r.numerator().bitLength() - r.denominator().bitLength();
        }
        Rational low = bounds.of(store.a(power)).low();
        return low == null || low.compareTo(Rational.of(ANY)) < 0 ? ANY : low.floor().intValue();
    }

    /** The exponent of a power of two of which {@code t} is a multiple. */
    private int multiple(int t, int depth) {
        if (store.isInteger(t)) {
            return 0;
        }
        Integer before = multiples.get(t);
        if (before == null) {
            before = depth > MAX_DEPTH ? ANY : Math.max(ANY, multipleOf(t, depth + 1));
            multiples.put(t, before);
        }
        return before;
    }

    private int multipleOf(int t, int depth) {
        int a = store.a(t);
        int b = store.b(t);
        return switch (store.op(t)) {
            case RATIONAL -> ofRational(store.rationalValue(t));
            case ELEMENT -> NarrowFormat.of(store.symbolOf(t).type().format()).leastSubnormal();
            case NEG, ABS -> multiple(a, depth);
            case ADD, SUB, MAX, MIN -> Math.min(multiple(a, depth), multiple(b, depth));
            case MUL -> multiple(a, depth) + multiple(b, depth);
            case FMA ->
                    Math.min(multiple(a, depth) + multiple(b, depth), multiple(store.c(t), depth));
            case EXP2 -> store.isInteger(a) ? exponent(t) : ANY;
            case ITE -> Math.min(multiple(b, depth), multiple(store.c(t), depth));
            default -> ANY;
        };
    }

    private static int ofRational(Rational r) {
        if (r.isZero() || r.denominator().bitCount() != 1) {
            return r.isZero() ? -ANY : ANY;
        }
        BigInteger n = r.numerator();
        return n.getLowestSetBit() - (r.denominator().bitLength() - 1);
    }
}
