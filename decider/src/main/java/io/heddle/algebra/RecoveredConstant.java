package io.heddle.algebra;

import io.heddle.term.Rational;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The real number that a floating-point literal stands for: {@code factor · √radicand · (log2
 * e)^log2EPower · (log2 10)^log2TenPower · π^(piHalves/2)}.
 *
 * @param factor non-zero rational factor, sign included
 * @param radicand square-free integer ≥ 1
 * @param log2EPower power of log2 e; −1 is ln 2
 * @param log2TenPower power of log2 10
 * @param piHalves twice the power of π
 */
public record RecoveredConstant(
        Rational factor, int radicand, int log2EPower, int log2TenPower, int piHalves)
        implements Serializable {
    private static final double LOG2_E = RealConstants.LOG2_E.doubleValue();
    private static final double LOG2_10 = RealConstants.LOG2_10.doubleValue();

    /** Checks the factor and the radicand. */
    public RecoveredConstant {
        if (factor.isZero() || radicand < 1) {
            throw new IllegalArgumentException(factor + " * sqrt(" + radicand + ")");
        }
    }

    /** The rational {@code r}. */
    public static RecoveredConstant rational(Rational r) {
        return new RecoveredConstant(r, 1, 0, 0, 0);
    }

    /** {@code factor · √n} for n ≥ 1, with the square part of n drawn out. */
    public static RecoveredConstant root(Rational factor, int n) {
        int square = 1;
        int free = n;
        for (int p = 2; p * p <= free; p++) {
            while (free % (p * p) == 0) {
                free /= p * p;
                square *= p;
            }
        }
        return new RecoveredConstant(factor.multiply(Rational.of(square)), free, 0, 0, 0);
    }

    /** This times {@code r} ≠ 0. */
    public RecoveredConstant times(Rational r) {
        return new RecoveredConstant(
                factor.multiply(r), radicand, log2EPower, log2TenPower, piHalves);
    }

    /** True if the value is {@link #factor()} itself. */
    public boolean isRational() {
        return radicand == 1 && log2EPower == 0 && log2TenPower == 0 && piHalves == 0;
    }

    /** True if the value is {@code r}. */
    public boolean isValue(Rational r) {
        return isRational() && factor.equals(r);
    }

    /** Without the sign and the powers of two of its factor. */
    public RecoveredConstant oddPart() {
        int twos = factor.numerator().getLowestSetBit() - factor.denominator().getLowestSetBit();
        return new RecoveredConstant(
                factor.abs().multiply(Rational.powerOfTwo(-twos)),
                radicand,
                log2EPower,
                log2TenPower,
                piHalves);
    }

    /** The value, with a relative error of a few units in the last place of {@code context}. */
    public BigDecimal value(MathContext context) {
        BigDecimal value = factor.toDecimal(context);
        if (radicand != 1) {
            value = value.multiply(BigDecimal.valueOf(radicand).sqrt(context), context);
        }
        value = timesPower(value, RealConstants.LOG2_E, log2EPower, context);
        value = timesPower(value, RealConstants.LOG2_10, log2TenPower, context);
        value = timesPower(value, RealConstants.PI, Math.floorDiv(piHalves, 2), context);
        if ((piHalves & 1) != 0) {
            value = value.multiply(RealConstants.PI.sqrt(context), context);
        }
        return value;
    }

    private static BigDecimal timesPower(
            BigDecimal value, BigDecimal base, int power, MathContext context) {
        if (power == 0) {
            return value;
        }
        BigDecimal p = base.pow(Math.abs(power), context);
        return power > 0 ? value.multiply(p, context) : value.divide(p, context);
    }

    /** The value as a double, with a relative error below 2^-50. */
    public double approximation() {
        double value =
                factor.isSmall()
                        ? (double) factor.smallNumerator() / (double) factor.smallDenominator()
                        : factor.doubleValue();
        return value
                * Math.sqrt(radicand)
                * Math.pow(LOG2_E, log2EPower)
                * Math.pow(LOG2_10, log2TenPower)
                * Math.pow(Math.PI, piHalves * 0.5);
    }

    /** In the user's notation: {@code 0.1}, {@code sqrt(2)/8}, {@code 2*log2(e)}. */
    public String text() {
        StringBuilder over = new StringBuilder();
        StringBuilder under = new StringBuilder();
        if (radicand != 1) {
            power(over, "sqrt(" + radicand + ")", 1);
        }
        power(log2EPower < 0 ? over : under, "ln(2)", log2EPower < 0 ? -log2EPower : 0);
        power(over, "log2(e)", Math.max(log2EPower, 0));
        power(log2TenPower < 0 ? under : over, "log2(10)", Math.abs(log2TenPower));
        int whole = piHalves / 2;
        power(whole < 0 ? under : over, "pi", Math.abs(whole));
        power(piHalves < 0 ? under : over, "sqrt(pi)", Math.abs(piHalves % 2));
        if (over.length() == 0 && under.length() == 0) {
            return rationalText();
        }
        StringBuilder text = new StringBuilder(factor.signum() < 0 ? "-" : "");
        String numerator = factor.abs().numerator().toString();
        if (over.length() == 0) {
            text.append(numerator);
        } else {
            text.append(numerator.equals("1") ? "" : numerator + "*").append(over);
        }
        String denominator = factor.denominator().toString();
        if (!denominator.equals("1")) {
            text.append('/').append(denominator);
        }
        return under.length() == 0 ? text.toString() : text.append('/').append(under).toString();
    }

    private static void power(StringBuilder out, String base, int power) {
        if (power > 0) {
            out.append(out.length() == 0 ? "" : "*")
                    .append(base)
                    .append(power == 1 ? "" : "^" + power);
        }
    }

    private String rationalText() {
        String fraction = factor.toString();
        BigDecimal decimal = factor.toDecimal(new MathContext(18));
        String plain = decimal.stripTrailingZeros().toPlainString();
        return Rational.of(decimal).equals(factor) && plain.length() <= fraction.length()
                ? plain
                : fraction;
    }

    @Override
    public String toString() {
        return text();
    }
}
