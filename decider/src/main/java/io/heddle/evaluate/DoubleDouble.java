package io.heddle.evaluate;

import java.math.BigDecimal;

/**
 * A number as the sum of two doubles, about 106 bits, that operations change in place: Dekker, "A
 * floating-point technique for extending the available precision" (1971). A result is within {@link
 * #UNIT} of the exact one, in proportion to its operands for a sum. Infinities and NaN are as in
 * doubles.
 */
final class DoubleDouble {
    /** Bound of an operation's relative error. */
    static final double UNIT = 0x1p-98;

    private double high;
    private double low;

    double high() {
        return high;
    }

    double low() {
        return low;
    }

    DoubleDouble set(double high, double low) {
        this.high = high;
        this.low = low;
        return this;
    }

    DoubleDouble set(BigDecimal value) {
        double nearest = value.doubleValue();
        boolean finite = Double.isFinite(nearest);
        return set(nearest, finite ? value.subtract(new BigDecimal(nearest)).doubleValue() : 0);
    }

    DoubleDouble add(double otherHigh, double otherLow) {
        double sum = high + otherHigh;
        double part = sum - high;
        double rest = (high - (sum - part)) + (otherHigh - part);
        double lows = low + otherLow;
        double part2 = lows - low;
        double rest2 = (low - (lows - part2)) + (otherLow - part2);
        normalise(sum, rest + lows);
        normalise(high, low + rest2);
        return this;
    }

    DoubleDouble multiply(double otherHigh, double otherLow) {
        double product = high * otherHigh;
        double rest = Math.fma(high, otherHigh, -product);
        normalise(product, rest + (high * otherLow + low * otherHigh));
        return this;
    }

    DoubleDouble divide(double otherHigh, double otherLow) {
        double h = high;
        double l = low;
        double first = h / otherHigh;
        double second = remainder(h, l, first, 0, otherHigh, otherLow) / otherHigh;
        normalise(first, second);
        double third = remainder(h, l, high, low, otherHigh, otherLow) / otherHigh;
        normalise(high, low + third);
        return this;
    }

    /** (h + l) − (q + r)·(y + z), in double precision. */
    private static double remainder(double h, double l, double q, double r, double y, double z) {
        DoubleDouble product = new DoubleDouble().set(q, r).multiply(-y, -z);
        return product.add(h, l).high();
    }

    /** Of numbers the second of which is small. */
    private void normalise(double x, double y) {
        high = x + y;
        low = Double.isFinite(high) ? y - (high - x) : 0;
        if (Double.isNaN(high) && !Double.isNaN(x)) {
            high = x; // the rest of an infinity is no number
        }
    }
}
