package io.heddle.term;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * An exact rational number in lowest terms with a positive denominator.
 *
 * <p>Values whose numerator and denominator fit in a {@code long} are kept in two longs; others in
 * two {@link BigInteger}s. Immutable.
 */
public final class Rational implements Comparable<Rational>, Serializable {
    private static final long serialVersionUID = 1L;

    /** Zero. */
    public static final Rational ZERO = new Rational(0, 1);

    /** One. */
    public static final Rational ONE = new Rational(1, 1);

    /** Two. */
    public static final Rational TWO = new Rational(2, 1);

    /** One half. */
    public static final Rational HALF = new Rational(1, 2);

    /** Minus one. */
    public static final Rational MINUS_ONE = new Rational(-1, 1);

    /** Digits to which a number is rounded before it becomes a double. */
    private static final MathContext DIGITS = new MathContext(60);

    private final long numerator; // valid if bigNumerator == null
    private final long denominator;
    private final BigInteger bigNumerator; // null on the fast path
    private final BigInteger bigDenominator;

    private Rational(long numerator, long denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
        this.bigNumerator = null;
        this.bigDenominator = null;
    }

    private Rational(BigInteger numerator, BigInteger denominator) {
        this.numerator = 0;
        this.denominator = 0;
        this.bigNumerator = numerator;
        this.bigDenominator = denominator;
    }

    /** The integer {@code n}. */
    public static Rational of(long n) {
        if (n == 0) {
            return ZERO;
        }
        if (n == Long.MIN_VALUE) {
            return new Rational(BigInteger.valueOf(n), BigInteger.ONE); // its negative is no long
        }
        return n == 1 ? ONE : new Rational(n, 1);
    }

    /** The quotient {@code n / d} in lowest terms; {@code d} must not be zero. */
    public static Rational of(long n, long d) {
        if (d == 0) {
            throw new ArithmeticException("zero denominator");
        }
        if (n == Long.MIN_VALUE || d == Long.MIN_VALUE) {
            return of(BigInteger.valueOf(n), BigInteger.valueOf(d));
        }
        if (d < 0) {
            n = -n;
            d = -d;
        }
        long g = gcd(Math.abs(n), d);
        return g == 1 ? small(n, d) : small(n / g, d / g);
    }

    /** The integer {@code n}. */
    public static Rational of(BigInteger n) {
        return of(n, BigInteger.ONE);
    }

    /** The quotient {@code n / d} in lowest terms; {@code d} must not be zero. */
    public static Rational of(BigInteger n, BigInteger d) {
        if (d.signum() == 0) {
            throw new ArithmeticException("zero denominator");
        }
        if (d.signum() < 0) {
            n = n.negate();
            d = d.negate();
        }
        BigInteger g = n.gcd(d);
        if (!g.equals(BigInteger.ONE)) {
            n = n.divide(g);
            d = d.divide(g);
        }
        boolean small =
                n.bitLength() < Long.SIZE
                        && d.bitLength() < Long.SIZE
                        && n.longValue() != Long.MIN_VALUE;
        return small ? small(n.longValue(), d.longValue()) : new Rational(n, d);
    }

    /** The exact value of a finite double. */
    public static Rational ofExact(double x) {
        if (!Double.isFinite(x)) {
            throw new ArithmeticException("not finite: " + x);
        }
        return of(new BigDecimal(x));
    }

    /** The exact value of a decimal. */
    public static Rational of(BigDecimal x) {
        return x.scale() >= 0
                ? of(x.unscaledValue(), BigInteger.TEN.pow(x.scale()))
                : of(x.unscaledValue().multiply(BigInteger.TEN.pow(-x.scale())), BigInteger.ONE);
    }

    /** {@code 2^e}. */
    public static Rational powerOfTwo(int e) {
        if (e >= 0) {
            return e < 62 ? of(1L << e) : of(BigInteger.ONE.shiftLeft(e));
        }
        return e > -62 ? small(1, 1L << -e) : of(BigInteger.ONE, BigInteger.ONE.shiftLeft(-e));
    }

    private static Rational small(long n, long d) {
        if (d == 1) {
            return of(n);
        }
        return n == 0 ? ZERO : new Rational(n, d);
    }

    private static long gcd(long a, long b) {
        while (b != 0) {
            long t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    /** True if numerator and denominator, and their negatives, all fit in a {@code long}. */
    public boolean isSmall() {
        return bigNumerator == null;
    }

    /** The numerator, if {@link #isSmall()}. */
    public long smallNumerator() {
        return numerator;
    }

    /** The positive denominator, if {@link #isSmall()}. */
    public long smallDenominator() {
        return denominator;
    }

    /** The numerator. */
    public BigInteger numerator() {
        return bigNumerator == null ? BigInteger.valueOf(numerator) : bigNumerator;
    }

    /** The denominator, positive. */
    public BigInteger denominator() {
        return bigDenominator == null ? BigInteger.valueOf(denominator) : bigDenominator;
    }

    /** {@code this + r}. */
    public Rational add(Rational r) {
        if (isSmall() && r.isSmall()) {
            if (denominator == 1 && r.denominator == 1) {
                long s = numerator + r.numerator;
                if (((numerator ^ s) & (r.numerator ^ s)) >= 0 && s != Long.MIN_VALUE) {
                    return of(s);
                }
            } else if (fitsInt(numerator)
                    && fitsInt(denominator)
                    && fitsInt(r.numerator)
                    && fitsInt(r.denominator)) {
                return of(
                        numerator * r.denominator + r.numerator * denominator,
                        denominator * r.denominator);
            }
        }
        return of(
                numerator().multiply(r.denominator()).add(r.numerator().multiply(denominator())),
                denominator().multiply(r.denominator()));
    }

    /** {@code this - r}. */
    public Rational subtract(Rational r) {
        return add(r.negate());
    }

    /** {@code this * r}. */
    public Rational multiply(Rational r) {
        if (isSmall()
                && r.isSmall()
                && fitsInt(numerator)
                && fitsInt(denominator)
                && fitsInt(r.numerator)
                && fitsInt(r.denominator)) {
            return of(numerator * r.numerator, denominator * r.denominator);
        }
        return of(numerator().multiply(r.numerator()), denominator().multiply(r.denominator()));
    }

    /** {@code this / r}; {@code r} must not be zero. */
    public Rational divide(Rational r) {
        return multiply(r.reciprocal());
    }

    /** {@code 1 / this}; must not be zero. */
    public Rational reciprocal() {
        if (isSmall()) {
            if (numerator == 0) {
                throw new ArithmeticException("division by zero");
            }
            return numerator > 0
                    ? new Rational(denominator, numerator)
                    : new Rational(-denominator, -numerator);
        }
        return of(bigDenominator, bigNumerator);
    }

    /** {@code -this}. */
    public Rational negate() {
        return isSmall()
                ? small(-numerator, denominator)
                : of(bigNumerator.negate(), bigDenominator);
    }

    /** {@code |this|}. */
    public Rational abs() {
        return signum() < 0 ? negate() : this;
    }

    /** {@code this^n}; for negative {@code n} this must not be zero. */
    public Rational pow(int n) {
        if (n < 0) {
            return reciprocal().pow(-n);
        }
        if (n == 1) {
            return this;
        }
        return of(numerator().pow(n), denominator().pow(n));
    }

    /** The largest integer not above this. */
    public BigInteger floor() {
        BigInteger[] q = numerator().divideAndRemainder(denominator());
        return q[1].signum() < 0 ? q[0].subtract(BigInteger.ONE) : q[0];
    }

    /** -1, 0 or 1. */
    public int signum() {
        return isSmall() ? Long.signum(numerator) : bigNumerator.signum();
    }

    /** True if this is zero. */
    public boolean isZero() {
        return isSmall() && numerator == 0;
    }

    /** True if this is one. */
    public boolean isOne() {
        return isSmall() && numerator == 1 && denominator == 1;
    }

    /** True if the denominator is one. */
    public boolean isInteger() {
        return isSmall() ? denominator == 1 : bigDenominator.equals(BigInteger.ONE);
    }

    /** True if the magnitude is 2^n for some integer n. */
    public boolean isPowerOfTwo() {
        return numerator().abs().bitCount() == 1 && denominator().bitCount() == 1;
    }

    /** The double nearest to the first digits of this. */
    public double doubleValue() {
        if (isSmall() && Math.abs(numerator) < (1L << 53) && denominator < (1L << 53)) {
            return (double) numerator / (double) denominator;
        }
        return toDecimal(DIGITS).doubleValue();
    }

    /** The value rounded to a decimal of the given precision. */
    public BigDecimal toDecimal(MathContext context) {
        return new BigDecimal(numerator()).divide(new BigDecimal(denominator()), context);
    }

    private static boolean fitsInt(long x) {
        return x == (int) x;
    }

    @Override
    public int compareTo(Rational r) {
        if (isSmall() && r.isSmall()) {
            if (denominator == r.denominator) {
                return Long.compare(numerator, r.numerator);
            }
            if (fitsInt(numerator)
                    && fitsInt(denominator)
                    && fitsInt(r.numerator)
                    && fitsInt(r.denominator)) {
                return Long.compare(numerator * r.denominator, r.numerator * denominator);
            }
        }
        return numerator()
                .multiply(r.denominator())
                .compareTo(r.numerator().multiply(denominator()));
    }

    @Override
    public boolean equals(Object o) {
        if (!(o instanceof Rational r)) {
            return false;
        }
        if (isSmall() != r.isSmall()) {
            return false;
        }
        return isSmall()
                ? numerator == r.numerator && denominator == r.denominator
                : bigNumerator.equals(r.bigNumerator) && bigDenominator.equals(r.bigDenominator);
    }

    @Override
    public int hashCode() {
        return isSmall()
                ? Long.hashCode(numerator) * 31 + Long.hashCode(denominator)
                : bigNumerator.hashCode() * 31 + bigDenominator.hashCode();
    }

    /** {@code n} or {@code n/d}. */
    @Override
    public String toString() {
        return isInteger() ? numerator().toString() : numerator() + "/" + denominator();
    }
}
