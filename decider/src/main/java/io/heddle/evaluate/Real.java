package io.heddle.evaluate;

import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * What is known about the value of a term at a point: a rational, a real within two decimals, an
 * infinity, NaN, a truth value, or nothing.
 */
public final class Real {
    /** The kinds of value. */
    public enum Kind {
        /** A real number: exact, or between two bounds. */
        FINITE,
        NEGATIVE_INFINITY,
        POSITIVE_INFINITY,
        /** Not a number, by the arithmetic of infinities. */
        NAN,
        /** A domain condition fails, and the kernel's value there is not modelled. */
        OUTSIDE,
        /** A domain condition fails, and the kernel has NaN there. */
        INVALID,
        /** A domain condition fails, and the kernel has −∞ or +∞ there. */
        POLE,
        /** A domain condition fails, and the kernel has −∞ there. */
        NEGATIVE_POLE,
        /** A domain condition fails, and the kernel has +∞ there. */
        POSITIVE_POLE,
        /** Nothing is known. */
        UNKNOWN,
        TRUE,
        FALSE
    }

    /** Precision of the bounds. */
    static final int DIGITS = 60;

    public static final MathContext DOWN = new MathContext(DIGITS, RoundingMode.FLOOR);
    public static final MathContext UP = new MathContext(DIGITS, RoundingMode.CEILING);

    public static final Real NEGATIVE_INFINITY = new Real(Kind.NEGATIVE_INFINITY, null, null, null);
    public static final Real POSITIVE_INFINITY = new Real(Kind.POSITIVE_INFINITY, null, null, null);
    public static final Real NAN = new Real(Kind.NAN, null, null, null);
    static final Real OUTSIDE = new Real(Kind.OUTSIDE, null, null, null);
    static final Real INVALID = new Real(Kind.INVALID, null, null, null);
    static final Real POLE = new Real(Kind.POLE, null, null, null);
    static final Real NEGATIVE_POLE = new Real(Kind.NEGATIVE_POLE, null, null, null);
    static final Real POSITIVE_POLE = new Real(Kind.POSITIVE_POLE, null, null, null);
    static final Real UNKNOWN = new Real(Kind.UNKNOWN, null, null, null);
    public static final Real TRUE = new Real(Kind.TRUE, null, null, null);
    public static final Real FALSE = new Real(Kind.FALSE, null, null, null);
    static final Real ZERO = new Real(Kind.FINITE, Rational.ZERO, null, null);
    static final Real ONE = new Real(Kind.FINITE, Rational.ONE, null, null);

    private static final BigDecimal HALF = new BigDecimal("0.5");

    /** Greater rationals become intervals. */
    private static final int MAX_BITS = 1024;

    private final Kind kind;
    private final Rational exact; // or null
    private BigDecimal low; // of an exact value: on demand
    private BigDecimal high;

    private Real(Kind kind, Rational exact, BigDecimal low, BigDecimal high) {
        this.kind = kind;
        this.exact = exact;
        this.low = low;
        this.high = high;
    }

    /** The number r. */
    public static Real of(Rational r) {
        if (!r.isSmall() && r.numerator().bitLength() + r.denominator().bitLength() > MAX_BITS) {
            return between(r.toDecimal(DOWN), r.toDecimal(UP));
        }
        return new Real(Kind.FINITE, r, null, null);
    }

    /** A real within [low, high]. */
    static Real between(BigDecimal low, BigDecimal high) {
        assert low.compareTo(high) <= 0 : low + " > " + high;
        return new Real(Kind.FINITE, null, low, high);
    }

    /** {@code value} with an error of at most {@code error}. */
    static Real around(BigDecimal value, BigDecimal error) {
        return between(value.subtract(error, DOWN), value.add(error, UP));
    }

    public static Real of(boolean condition) {
        return condition ? TRUE : FALSE;
    }

    public Kind kind() {
        return kind;
    }

    boolean isFinite() {
        return kind == Kind.FINITE;
    }

    boolean isInfinite() {
        return kind == Kind.POSITIVE_INFINITY || kind == Kind.NEGATIVE_INFINITY;
    }

    /** The exact value of a finite number, or null. */
    public Rational exact() {
        return exact;
    }

    /** A lower bound of a finite number. */
    public BigDecimal low() {
        if (low == null) {
            low = exact.toDecimal(DOWN);
        }
        return low;
    }

    /** An upper bound of a finite number. */
    public BigDecimal high() {
        if (high == null) {
            high = exact.toDecimal(UP);
        }
        return high;
    }

    /** A finite number, or the middle of its bounds to the digits of a double. */
    Rational middle() {
        return exact != null
                ? exact
                : Rational.ofExact(low().add(high(), DOWN).multiply(HALF).doubleValue());
    }

    /** −1, 0, 1, or 2 where the sign is not known. */
    int sign() {
        if (kind == Kind.POSITIVE_INFINITY) {
            return 1;
        }
        if (kind == Kind.NEGATIVE_INFINITY) {
            return -1;
        }
        if (exact != null) {
            return exact.signum();
        }
        if (low.signum() > 0) {
            return 1;
        }
        if (high.signum() < 0) {
            return -1;
        }
        return low.signum() == 0 && high.signum() == 0 ? 0 : 2;
    }

    /** The order of two numbers or infinities: −1, 0, 1, or 2 where it is not known. */
    static int order(Real x, Real y) {
        if (x.isInfinite() || y.isInfinite()) {
            int left = x.isInfinite() ? x.sign() : 0;
            int right = y.isInfinite() ? y.sign() : 0;
            return Integer.compare(left, right);
        }
        if (x.exact != null && y.exact != null) {
            return Integer.signum(x.exact.compareTo(y.exact));
        }
        if (x.high().compareTo(y.low()) < 0) {
            return -1;
        }
        if (x.low().compareTo(y.high()) > 0) {
            return 1;
        }
        return 2;
    }

    /**
     * True if x and y cannot be the same value of a kernel: disjoint numbers, or NaN or an infinity
     * on one side and another kind on the other. Of values outside their domain only an infinity
     * differs from a number: NaN there is what the listed condition excludes.
     */
    public static boolean differ(Real x, Real y) {
        if (x.isPole() && y.isFinite() || y.isPole() && x.isFinite()) {
            return true;
        }
        if (!x.isValue() || !y.isValue()) {
            return false;
        }
        if (x.kind != y.kind) {
            return true;
        }
        return x.kind == Kind.FINITE && Math.abs(order(x, y)) == 1;
    }

    /** True for finite numbers, infinities, NaN and truth values. */
    boolean isValue() {
        return kind != Kind.UNKNOWN && !isOutside();
    }

    /** True if a domain condition fails. */
    boolean isOutside() {
        return kind == Kind.OUTSIDE || kind == Kind.INVALID || isPole();
    }

    /** True if a domain condition fails, and the kernel has an infinity there. */
    boolean isPole() {
        return kind == Kind.POLE || kind == Kind.NEGATIVE_POLE || kind == Kind.POSITIVE_POLE;
    }

    /** This value; a pole of known sign becomes the infinity of that sign. */
    public Real plain() {
        return switch (kind) {
            case NEGATIVE_POLE -> NEGATIVE_INFINITY;
            case POSITIVE_POLE -> POSITIVE_INFINITY;
            default -> this;
        };
    }

    /** True if both are finite and agree to {@code digits} digits of the greater, or of one. */
    public static boolean agree(Real x, Real y, int digits) {
        if (!x.isFinite() || !y.isFinite() || Math.abs(order(x, y)) == 1) {
            return false;
        }
        BigDecimal low = x.low().min(y.low());
        BigDecimal high = x.high().max(y.high());
        BigDecimal scale = low.abs().max(high.abs()).max(BigDecimal.ONE);
        return high.subtract(low, UP).compareTo(scale.scaleByPowerOfTen(-digits)) <= 0;
    }

    /** NaN, an infinity, an exact number of few digits, or a decimal of twelve digits. */
    public String text() {
        return switch (kind) {
            case NEGATIVE_INFINITY, NEGATIVE_POLE -> "-Infinity";
            case POSITIVE_INFINITY, POSITIVE_POLE -> "Infinity";
            case POLE -> "±Infinity";
            case NAN -> "NaN";
            case FINITE -> number();
            case OUTSIDE, INVALID, UNKNOWN, TRUE, FALSE ->
                    kind.name().toLowerCase(java.util.Locale.ROOT);
        };
    }

    private String number() {
        if (exact != null) {
            String fraction = exact.toString();
            BigDecimal decimal = exact.toDecimal(new MathContext(17)).stripTrailingZeros();
            boolean decimalIsExact = Rational.of(decimal).equals(exact);
            if (decimalIsExact
                    && decimal.abs().compareTo(new BigDecimal("1e-6")) >= 0
                    && decimal.precision() - decimal.scale() <= 17) {
                return decimal.toPlainString();
            }
            if (exact.isZero() || fraction.length() <= 15) {
                return fraction;
            }
            return decimal.toString();
        }
        BigDecimal middle =
                low().add(high(), DOWN).divide(BigDecimal.valueOf(2), new MathContext(17));
        return middle.stripTrailingZeros().toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
