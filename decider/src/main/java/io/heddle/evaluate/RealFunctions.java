package io.heddle.evaluate;

import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.function.UnaryOperator;

/**
 * Elementary functions on {@link Real}s: exact where the result is known to be rational, else
 * bounds rounded outwards.
 */
final class RealFunctions {
    private static final BigDecimal EXP_LIMIT = new BigDecimal("1e8");
    private static final BigDecimal WAVE_LIMIT = new BigDecimal("1e30");
    private static final BigDecimal VANISHING = new BigDecimal("1e-1000000");
    private static final int EXACT_EXPONENT = 400;
    private static final MathContext ROOT = new MathContext(70);

    private RealFunctions() {}

    static Real exp2(Real x) {
        if (x == Real.NEGATIVE_POLE || x == Real.POSITIVE_POLE) {
            return x == Real.NEGATIVE_POLE ? Real.ZERO : x;
        }
        Real absorbed = RealArithmetic.absorb(x, x);
        if (absorbed != null) {
            return absorbed;
        }
        if (x.isInfinite()) {
            return x.sign() > 0 ? x : Real.ZERO;
        }
        if (x.exact() != null
                && x.exact().isInteger()
                && x.exact().isSmall()
                && Math.abs(x.exact().smallNumerator()) <= EXACT_EXPONENT) {
            return Real.of(Rational.powerOfTwo((int) x.exact().smallNumerator()));
        }
        if (x.high().compareTo(EXP_LIMIT) > 0) {
            return Real.UNKNOWN;
        }
        boolean vanishes = x.low().compareTo(EXP_LIMIT.negate()) < 0;
        if (vanishes && x.high().compareTo(EXP_LIMIT.negate()) < 0) {
            return Real.between(BigDecimal.ZERO, VANISHING);
        }
        BigDecimal high = Elementary.exp2(x.high());
        BigDecimal low = vanishes ? BigDecimal.ZERO : Elementary.exp2(x.low());
        return Real.between(
                low.subtract(low.multiply(Elementary.ERROR), Real.DOWN),
                high.add(high.multiply(Elementary.ERROR), Real.UP));
    }

    /** What log₂ and √ are of what is no finite number; null of a finite one. */
    private static Real ofNoNumber(Real x) {
        if (x == Real.NEGATIVE_POLE || x == Real.POSITIVE_POLE) {
            return x == Real.NEGATIVE_POLE ? Real.INVALID : x;
        }
        Real absorbed = RealArithmetic.absorb(x, x);
        if (absorbed != null) {
            return absorbed;
        }
        if (x.isInfinite()) {
            return x.sign() > 0 ? x : Real.NAN;
        }
        return null;
    }

    static Real log2(Real x) {
        Real special = ofNoNumber(x);
        if (special != null) {
            return special;
        }
        if (x.high().signum() <= 0) {
            boolean zero = x.low().signum() == 0;
            return x.high().signum() < 0 ? Real.INVALID : zero ? Real.NEGATIVE_POLE : Real.OUTSIDE;
        }
        if (x.low().signum() <= 0) {
            return Real.UNKNOWN;
        }
        if (x.exact() != null) {
            BigInteger n = x.exact().numerator();
            BigInteger d = x.exact().denominator();
            if (n.bitCount() == 1 && d.bitCount() == 1) {
                return Real.of(Rational.of(n.bitLength() - d.bitLength()));
            }
        }
        BigDecimal low = Elementary.log2(x.low());
        BigDecimal high = Elementary.log2(x.high());
        return Real.between(
                low.subtract(logError(low), Real.DOWN), high.add(logError(high), Real.UP));
    }

    private static BigDecimal logError(BigDecimal log) {
        return log.abs().max(BigDecimal.ONE).multiply(Elementary.ERROR);
    }

    static Real sqrt(Real x) {
        Real special = ofNoNumber(x);
        if (special != null) {
            return special;
        }
        if (x.high().signum() < 0) {
            return Real.INVALID;
        }
        if (x.low().signum() < 0) {
            return Real.UNKNOWN;
        }
        if (x.exact() != null) {
            BigInteger n = x.exact().numerator().sqrt();
            BigInteger d = x.exact().denominator().sqrt();
            Rational root = Rational.of(n, d);
            if (root.multiply(root).equals(x.exact())) {
                return Real.of(root);
            }
        }
        BigDecimal low = x.low().sqrt(ROOT);
        BigDecimal high = x.high().sqrt(ROOT);
        return Real.between(
                low.subtract(low.multiply(Elementary.ERROR), Real.DOWN),
                high.add(high.multiply(Elementary.ERROR), Real.UP));
    }

    static Real tanh(Real x) {
        return saturating(x, Elementary::tanh);
    }

    static Real erf(Real x) {
        return saturating(x, Elementary::erf);
    }

    /** A function that is odd, grows, and is ±1 at ±∞. */
    private static Real saturating(Real pole, UnaryOperator<BigDecimal> function) {
        Real x = pole.plain();
        Real absorbed = RealArithmetic.absorb(x, x);
        if (absorbed != null || x.sign() == 0) {
            return absorbed != null ? absorbed : Real.ZERO;
        }
        return x.isInfinite()
                ? unit(x.sign())
                : widened(function.apply(x.low()), function.apply(x.high()));
    }

    private static Real unit(int sign) {
        return sign > 0 ? Real.ONE : RealArithmetic.negate(Real.ONE);
    }

    private static Real widened(BigDecimal low, BigDecimal high) {
        return Real.between(
                low.subtract(Elementary.ERROR, Real.DOWN), high.add(Elementary.ERROR, Real.UP));
    }

    /** Sin x, or cos x. */
    static Real wave(Real x, boolean sine) {
        if (x.isPole()) {
            return Real.INVALID;
        }
        Real absorbed = RealArithmetic.absorb(x, x);
        if (absorbed != null) {
            return absorbed;
        }
        if (x.isInfinite()) {
            return Real.NAN;
        }
        if (x.sign() == 0) {
            return sine ? Real.ZERO : Real.ONE;
        }
        BigDecimal radius = x.high().subtract(x.low(), Real.UP);
        if (radius.compareTo(BigDecimal.ONE) > 0 || x.low().abs().compareTo(WAVE_LIMIT) > 0) {
            return Real.between(BigDecimal.ONE.negate(), BigDecimal.ONE);
        }
        BigDecimal value = sine ? Elementary.sin(x.low()) : Elementary.cos(x.low());
        return Real.around(value, radius.add(Elementary.ERROR, Real.UP)); // |sin'| ≤ 1
    }
}
