package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.Arrays;

/**
 * A Laurent polynomial over ℚ: distinct monomials in ascending order of their keys, each with a
 * coefficient other than zero. A monomial is a key of its {@link Ring}. Immutable; equality is
 * equality of content.
 */
public final class Polynomial {
    /** The zero polynomial. */
    public static final Polynomial ZERO = new Polynomial(new long[0], new Rational[0]);

    /** The polynomial 1. */
    public static final Polynomial ONE = monomial(Ring.UNIT, Rational.ONE);

    private final long[] keys;
    private final Rational[] coefficients;
    private int hash; // 0 until computed

    /** Takes ownership of the arrays. */
    Polynomial(long[] keys, Rational[] coefficients) {
        this.keys = keys;
        this.coefficients = coefficients;
        assert wellFormed();
    }

    private boolean wellFormed() {
        for (int i = 0; i < keys.length; i++) {
            if (i > 0 && keys[i - 1] >= keys[i] || coefficients[i].isZero()) {
                return false;
            }
        }
        return keys.length == coefficients.length;
    }

    static Polynomial monomial(long key, Rational coefficient) {
        return coefficient.isZero()
                ? ZERO
                : new Polynomial(new long[] {key}, new Rational[] {coefficient});
    }

    /** The constant {@code c}. */
    public static Polynomial constant(Rational c) {
        return monomial(Ring.UNIT, c);
    }

    /** The number of monomials. */
    public int size() {
        return keys.length;
    }

    /** The key of monomial {@code i}, ascending. */
    public long key(int i) {
        return keys[i];
    }

    /** The coefficient of monomial {@code i}. */
    public Rational coefficient(int i) {
        return coefficients[i];
    }

    /** The coefficient of the monomial {@code key}, zero where it is absent. */
    public Rational coefficientOf(long key) {
        int i = Arrays.binarySearch(keys, key);
        return i < 0 ? Rational.ZERO : coefficients[i];
    }

    /** True for the zero polynomial. */
    public boolean isZero() {
        return keys.length == 0;
    }

    /** True if this has no atoms. */
    public boolean isConstant() {
        return keys.length == 0 || keys.length == 1 && keys[0] == Ring.UNIT;
    }

    /** The constant coefficient. */
    public Rational constantTerm() {
        return coefficientOf(Ring.UNIT);
    }

    /** This times a rational. */
    public Polynomial scale(Rational c) {
        if (c.isOne()) {
            return this;
        }
        if (c.isZero()) {
            return ZERO;
        }
        Rational[] scaled = new Rational[keys.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = coefficients[i].multiply(c);
        }
        return new Polynomial(keys, scaled);
    }

    /** {@code -this}. */
    public Polynomial negate() {
        return scale(Rational.MINUS_ONE);
    }

    /** {@code this + q}, by one merge. */
    public Polynomial add(Polynomial q) {
        return combine(q, false);
    }

    /** {@code this - q}, by one merge. */
    public Polynomial subtract(Polynomial q) {
        return combine(q, true);
    }

    private Polynomial combine(Polynomial q, boolean negative) {
        if (q.isZero()) {
            return this;
        }
        if (isZero()) {
            return negative ? q.negate() : q;
        }
        long[] sumKeys = new long[keys.length + q.keys.length];
        Rational[] sum = new Rational[sumKeys.length];
        int n = 0;
        int i = 0;
        int j = 0;
        while (i < keys.length || j < q.keys.length) {
            if (j == q.keys.length || i < keys.length && keys[i] < q.keys[j]) {
                sumKeys[n] = keys[i];
                sum[n++] = coefficients[i++];
                continue;
            }
            Rational c = negative ? negative(q.coefficients[j]) : q.coefficients[j];
            long key = q.keys[j++];
            if (i < keys.length && keys[i] == key) {
                c = coefficients[i++].add(c);
            }
            if (!c.isZero()) {
                sumKeys[n] = key;
                sum[n++] = c;
            }
        }
        return n == sumKeys.length
                ? new Polynomial(sumKeys, sum)
                : new Polynomial(Arrays.copyOf(sumKeys, n), Arrays.copyOf(sum, n));
    }

    /** {@code -c}, keeping ±1 the shared instances that the fast paths look for. */
    @SuppressWarnings("ReferenceEquality")
    static Rational negative(Rational c) {
        if (c == Rational.ONE) {
            return Rational.MINUS_ONE;
        }
        return c == Rational.MINUS_ONE ? Rational.ONE : c.negate();
    }

    /** {@code a * b}, keeping ±1 the shared instances. */
    @SuppressWarnings("ReferenceEquality")
    static Rational product(Rational a, Rational b) {
        if (a == Rational.ONE) {
            return b;
        }
        if (b == Rational.ONE) {
            return a;
        }
        if (a == Rational.MINUS_ONE) {
            return negative(b);
        }
        return b == Rational.MINUS_ONE ? negative(a) : a.multiply(b);
    }

    @Override
    public boolean equals(Object o) {
        return o == this
                || o instanceof Polynomial p
                        && hashCode() == p.hashCode()
                        && Arrays.equals(keys, p.keys)
                        && Arrays.equals(coefficients, p.coefficients);
    }

    @Override
    public int hashCode() {
        int h = hash;
        if (h == 0) {
            long mixed = 1;
            for (int i = 0; i < keys.length; i++) {
                mixed = (mixed ^ keys[i]) * 0x9E3779B97F4A7C15L + coefficients[i].hashCode();
                mixed ^= mixed >>> 29;
            }
            h = (int) (mixed ^ mixed >>> 32) | 1;
            hash = h;
        }
        return h;
    }

    /** Not a user's spelling (see {@link FormPrinter}): keys and coefficients. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < keys.length && i < 20; i++) {
            text.append(i == 0 ? "" : " + ").append(coefficients[i]).append("·#").append(keys[i]);
        }
        return keys.length == 0 ? "0" : text.toString();
    }
}
