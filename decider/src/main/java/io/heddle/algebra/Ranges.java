package io.heddle.algebra;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Bounds of forms, by interval arithmetic over the ranges of their atoms. Those of inputs and of
 * some functions are noted where the atoms are made; those of floors, maxima and conditions follow
 * from their parts.
 */
final class Ranges {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_POWER = 8;

    /**
     * A closed interval.
     *
     * @param low lower end, or null
     * @param high upper end, or null
     */
    record Range(Rational low, Rational high) {
        static final Range ALL = new Range(null, null);
        private static final Range UNIT = new Range(Rational.ZERO, Rational.ONE);

        boolean isKnown() {
            return low != null || high != null;
        }

        private Range plus(Range other) {
            return new Range(
                    low == null || other.low == null ? null : low.add(other.low),
                    high == null || other.high == null ? null : high.add(other.high));
        }

        private Range times(Rational r) {
            Rational a = low == null ? null : low.multiply(r);
            Rational b = high == null ? null : high.multiply(r);
            return r.signum() > 0 ? new Range(a, b) : new Range(b, a);
        }

        private Range times(Range other) {
            if (low == null || high == null || other.low == null || other.high == null) {
                boolean nonnegative =
                        low != null
                                && low.signum() >= 0
                                && other.low != null
                                && other.low.signum() >= 0;
                return nonnegative ? new Range(Rational.ZERO, null) : ALL;
            }
            Range a = other.times(low);
            Range b = other.times(high);
            return new Range(lesser(a.low, b.low), greater(a.high, b.high));
        }

        private Range floors() {
            return new Range(
                    low == null ? null : Rational.of(low.floor()),
                    high == null ? null : Rational.of(high.floor()));
        }

        /** The floors of both ends, or null. */
        BigInteger[] wholeEnds() {
            return low == null || high == null
                    ? null
                    : new BigInteger[] {low.floor(), high.floor()};
        }
    }

    private final Ring ring;
    private Range[] ranges = new Range[0]; // by atom; null where not yet asked for

    Ranges(Ring ring) {
        this.ring = ring;
    }

    /** Says in which range the values of {@code atom} are. */
    void note(int atom, Range range) {
        if (atom >= ranges.length) {
            ranges = Arrays.copyOf(ranges, Math.max(64, Math.max(atom + 1, ranges.length * 2)));
        }
        ranges[atom] = range;
    }

    /** The bounds of p. */
    Range of(Polynomial p) {
        return of(p, 0);
    }

    /** The sign that the bounds of p show. */
    Sign sign(Polynomial p) {
        Range r = of(p);
        if (r.low != null && r.low.signum() >= 0) {
            boolean isZero = r.high != null && r.high.signum() == 0;
            return r.low.signum() > 0 ? Sign.POSITIVE : isZero ? Sign.ZERO : Sign.NONNEGATIVE;
        }
        if (r.high != null && r.high.signum() <= 0) {
            return r.high.signum() < 0 ? Sign.NEGATIVE : Sign.NONPOSITIVE;
        }
        return Sign.UNKNOWN;
    }

    private Range of(Polynomial p, int depth) {
        Range sum = new Range(Rational.ZERO, Rational.ZERO);
        for (int i = 0; i < p.size() && sum.isKnown(); i++) {
            sum = sum.plus(ofMonomial(p.key(i), depth).times(p.coefficient(i)));
        }
        return sum;
    }

    /** The bounds of a monomial. */
    Range ofMonomial(long key) {
        return ofMonomial(key, 0);
    }

    private Range ofMonomial(long key, int depth) {
        int[] powers = ring.unpack(key);
        Range product = new Range(Rational.ONE, Rational.ONE);
        for (int i = 0; i < powers.length && product.isKnown(); i += 2) {
            product = product.times(power(powers[i], powers[i + 1], depth));
        }
        return powers.length == 0 ? new Range(Rational.ONE, Rational.ONE) : product;
    }

    private Range power(int atom, int n, int depth) {
        if (n < 0 || n > MAX_POWER) {
            Sign s = ring.rules().signs().ofMonomial(ring.power(atom, n).key());
            return s.isKnownNonnegative() ? new Range(Rational.ZERO, null) : Range.ALL;
        }
        Range base = ofAtom(atom, depth);
        Range product = base;
        for (int k = 1; k < n; k++) {
            product = product.times(base);
        }
        boolean isNegative = product.low == null || product.low.signum() < 0;
        return n % 2 == 0 && isNegative ? new Range(Rational.ZERO, product.high) : product;
    }

    /** The bounds of an atom. */
    Range ofAtom(int atom) {
        return ofAtom(atom, 0);
    }

    private Range ofAtom(int atomId, int depth) {
        Range known = atomId < ranges.length ? ranges[atomId] : null;
        if (known != null) {
            return known;
        }
        Atom atom = ring.atom(atomId);
        return switch (atom.kind()) {
            case INDICATOR -> Range.UNIT;
            case FLOOR, MAXIMUM -> {
                if (depth > MAX_DEPTH) {
                    yield Range.ALL; // not kept: from elsewhere more is seen
                }
                Range range =
                        atom.kind() == Atom.Kind.FLOOR
                                ? of(atom.part(), depth + 1).floors()
                                : greatest(atom, depth + 1);
                note(atomId, range);
                yield range;
            }
            case INPUT, CONSTANT, OPAQUE, EXPONENTIAL, SUM, ROOT, LOGARITHM, FUNCTION ->
                    ofSign(ring.signOf(atomId));
        };
    }

    private static Range ofSign(Sign sign) {
        return sign.isKnownNonnegative()
                ? new Range(Rational.ZERO, null)
                : sign.isKnownNonpositive() ? new Range(null, Rational.ZERO) : Range.ALL;
    }

    private Range greatest(Atom atom, int depth) {
        Rational low = null;
        Rational high = null;
        boolean first = true;
        for (Polynomial p : atom.parts()) {
            Range r = of(p, depth);
            low = low == null ? r.low : r.low == null ? low : greater(low, r.low);
            high = first ? r.high : high == null || r.high == null ? null : greater(high, r.high);
            first = false;
        }
        return new Range(low, high);
    }

    private static Rational lesser(Rational x, Rational y) {
        return x.compareTo(y) <= 0 ? x : y;
    }

    private static Rational greater(Rational x, Rational y) {
        return x.compareTo(y) >= 0 ? x : y;
    }
}
