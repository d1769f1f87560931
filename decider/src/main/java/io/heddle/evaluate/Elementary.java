package io.heddle.evaluate;

import io.heddle.algebra.RealConstants;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Elementary functions at decimal points to more than {@link Real#DIGITS} digits, each with a bound
 * of its error that is generous by several digits.
 */
final class Elementary {
    private static final MathContext WORK = new MathContext(82, RoundingMode.HALF_EVEN);
    private static final MathContext WIDE = new MathContext(130); // of 10^30: 100 after the point

    /** Relative error of {@link #exp} and {@link #exp2}; absolute error of the bounded ones. */
    static final BigDecimal ERROR = new BigDecimal("1e-68");

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final BigDecimal STOP = new BigDecimal("1e-84");

    private static final MathContext SCALE = new MathContext(WORK.getPrecision() + 12);
    private static final int MOST_KEPT = 1024; // the exponent of a power of two
    private static final AtomicReferenceArray<BigDecimal> POWERS =
            new AtomicReferenceArray<>(2 * MOST_KEPT + 1);

    private static final int BITS = 280; // of fixed-point fractions
    private static final int FIXED_DIGITS = 82;
    private static final BigInteger FIXED_UNIT = BigInteger.TEN.pow(FIXED_DIGITS);

    private Elementary() {}

    /** 2^x, relatively; |x| must be below 10^8. */
    static BigDecimal exp2(BigDecimal x) {
        BigInteger n = x.add(HALF).setScale(0, RoundingMode.FLOOR).toBigInteger();
        BigDecimal fraction = x.subtract(new BigDecimal(n));
        BigDecimal power = small(fraction.multiply(RealConstants.LN_2, WORK));
        return power.multiply(powerOfTwo(n.intValueExact()), WORK);
    }

    /** 2^n, to more digits than are worked with; small ones are kept. */
    private static BigDecimal powerOfTwo(int n) {
        boolean isKept = Math.abs(n) <= MOST_KEPT;
        BigDecimal known = isKept ? POWERS.get(n + MOST_KEPT) : null;
        if (known == null) {
            BigDecimal power = TWO.pow(Math.abs(n), SCALE);
            known = n >= 0 ? power : BigDecimal.ONE.divide(power, SCALE);
            if (isKept) {
                POWERS.set(n + MOST_KEPT, known);
            }
        }
        return known;
    }

    /** E^x, relatively; |x| must be below 10^7. */
    static BigDecimal exp(BigDecimal x) {
        return exp2(x.multiply(RealConstants.LOG2_E, new MathContext(100)));
    }

    /**
     * E^t for |t| ≤ 1/2 in fixed point: the series at t/256, squared eight times. Each step errs by
     * some units of 2^-{@link #BITS}, and the squarings multiply the error by 256.
     */
    private static BigDecimal small(BigDecimal t) {
        BigInteger u =
                t.setScale(FIXED_DIGITS, RoundingMode.HALF_EVEN)
                        .unscaledValue()
                        .shiftLeft(BITS - 8)
                        .divide(FIXED_UNIT);
        BigInteger one = BigInteger.ONE.shiftLeft(BITS);
        BigInteger term = one;
        BigInteger sum = one;
        for (int k = 1; term.signum() != 0 && !term.equals(BigInteger.ONE.negate()); k++) {
            term = term.multiply(u).shiftRight(BITS).divide(BigInteger.valueOf(k));
            sum = sum.add(term);
        }
        for (int i = 0; i < 8; i++) {
            sum = sum.multiply(sum).shiftRight(BITS);
        }
        return new BigDecimal(sum.multiply(FIXED_UNIT).shiftRight(BITS), FIXED_DIGITS);
    }

    /**
     * Log2 x for x &gt; 0, with an absolute error of {@link #ERROR} times max(1, |log2 x|).
     *
     * <p>With x = m·10^k and y ≈ ln m: ln m = y + 2 artanh((m − e^y) / (m + e^y)); two steps from a
     * double reach full precision.
     */
    static BigDecimal log2(BigDecimal x) {
        int k = x.precision() - x.scale() - 1;
        BigDecimal m = x.scaleByPowerOfTen(-k);
        BigDecimal y = new BigDecimal(Math.log(m.doubleValue()));
        for (int step = 0; step < 2; step++) {
            BigDecimal e = exp(y);
            BigDecimal q = m.subtract(e, WORK).divide(m.add(e), WORK);
            BigDecimal cube = q.multiply(q, WORK).multiply(q, WORK);
            y =
                    y.add(q.multiply(TWO), WORK)
                            .add(cube.multiply(TWO).divide(BigDecimal.valueOf(3), WORK), WORK);
        }
        return y.multiply(RealConstants.LOG2_E, WORK)
                .add(RealConstants.LOG2_10.multiply(BigDecimal.valueOf(k)), WORK);
    }

    /** Tanh x, absolutely. */
    static BigDecimal tanh(BigDecimal x) {
        if (x.abs().compareTo(BigDecimal.valueOf(100)) > 0) {
            return BigDecimal.valueOf(x.signum()); // 1 − tanh 100 < 10^-86
        }
        BigDecimal e = exp(x.multiply(TWO));
        return e.subtract(BigDecimal.ONE).divide(e.add(BigDecimal.ONE), WORK);
    }

    /** Erf x, absolutely: 2/√π · e^(−x²) · Σ 2^n x^(2n+1) / (2n+1)!!. */
    static BigDecimal erf(BigDecimal x) {
        BigDecimal t = x.abs();
        if (t.compareTo(BigDecimal.valueOf(14)) > 0) {
            return BigDecimal.valueOf(x.signum()); // 1 − erf 14 < 10^-86
        }
        BigDecimal square = t.multiply(t, WORK);
        BigDecimal term = t.round(WORK);
        BigDecimal sum = term;
        for (int n = 1; term.compareTo(STOP) > 0; n++) {
            term =
                    term.multiply(square, WORK)
                            .multiply(TWO)
                            .divide(BigDecimal.valueOf(2L * n + 1), WORK);
            sum = sum.add(term, WORK);
        }
        BigDecimal value =
                sum.multiply(TWO)
                        .multiply(exp(square.negate()), WORK)
                        .divide(RealConstants.PI.sqrt(WORK), WORK);
        return x.signum() < 0 ? value.negate() : value;
    }

    /** Sin x, absolutely, for |x| ≤ 10^30. */
    static BigDecimal sin(BigDecimal x) {
        BigDecimal twoPi = RealConstants.PI.multiply(TWO);
        boolean small = x.abs().compareTo(BigDecimal.ONE) < 0; // and may have very many digits
        BigDecimal turns = small ? BigDecimal.ZERO : x.divide(twoPi, 0, RoundingMode.HALF_EVEN);
        BigDecimal r = x.subtract(turns.multiply(twoPi), WORK);
        BigDecimal square = r.multiply(r, WORK).negate();
        BigDecimal term = r;
        BigDecimal sum = r;
        for (int k = 2; term.abs().compareTo(STOP) > 0; k += 2) {
            term = term.multiply(square, WORK).divide(BigDecimal.valueOf((long) k * (k + 1)), WORK);
            sum = sum.add(term, WORK);
        }
        return sum;
    }

    /** Cos x = sin(x + π/2), absolutely, for |x| ≤ 10^30. */
    static BigDecimal cos(BigDecimal x) {
        return sin(x.add(RealConstants.PI.multiply(HALF), WIDE));
    }
}
