package io.heddle.spec.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Doubles whose exponent has no bounds. */
class WideTest {
    private static final double NEAR = 1e-12;

    private static Wide wide(double x) {
        return Wide.of(x);
    }

    @Test
    void withinTheRangeOfDoublesItIsDoubleArithmetic() {
        SplittableRandom random = new SplittableRandom(3);
        for (int n = 0; n < 10_000; n++) {
            double a = random.nextDouble(-1e9, 1e9);
            double b = random.nextDouble(-1e-3, 1e3);
            assertEquals(a + b, wide(a).plus(wide(b)).toDouble());
            assertEquals(a - b, wide(a).minus(wide(b)).toDouble());
            assertEquals(a * b, wide(a).times(wide(b)).toDouble());
            assertEquals(a / b, wide(a).over(wide(b)).toDouble());
            assertEquals(Math.sqrt(Math.abs(a)), wide(a).abs().sqrt().toDouble());
            assertEquals(a < b, wide(a).isLess(wide(b)));
        }
    }

    @Test
    void aNumberIsItself() {
        double[] all = {0, 1, -1, 1e300, -1e-300, Double.MIN_VALUE, Double.MAX_VALUE, 0x1p-600};
        for (double x : all) {
            assertEquals(x, wide(x).toDouble());
            assertEquals(-x, wide(x).negate().toDouble());
            assertEquals((int) Math.signum(x), wide(x).signum());
        }
        assertTrue(Double.isNaN(wide(Double.NaN).toDouble()));
        assertEquals(Double.NEGATIVE_INFINITY, wide(Double.NEGATIVE_INFINITY).toDouble());
    }

    @Test
    void exponentialsDoNotOverflow() {
        Wide huge = wide(1e20).exp();
        assertEquals(Double.POSITIVE_INFINITY, huge.toDouble());
        assertEquals(1, huge.over(huge).toDouble());
        assertEquals(0, wide(-1e20).exp().toDouble());
        assertFalse(wide(-1e20).exp().isZero());
        assertEquals(Math.E, wide(1001).exp().over(wide(1000).exp()).toDouble(), NEAR);
        assertEquals(1, wide(1000).exp().times(wide(-1000).exp()).toDouble(), NEAR);
        assertEquals(1000, wide(1000).exp().log().toDouble(), NEAR * 1000);
        assertEquals(1e9, wide(1e9).exp().log().toDouble(), NEAR * 1e9);
        assertEquals(0.5, wide(1e4).exp().sqrt().over(wide(5e3).exp()).toDouble() / 2, NEAR);
        assertEquals(0.5, wide(-1e4).exp().sqrt().over(wide(-5e3).exp()).toDouble() / 2, NEAR);
    }

    @Test
    void sumsKeepWhatIsLarge() {
        Wide large = wide(2000).exp();
        Wide small = wide(-2000).exp();
        assertEquals(1, large.plus(small).over(large).toDouble());
        assertEquals(1, small.plus(large).over(large).toDouble());
        assertEquals(2, large.plus(large).over(large).toDouble());
        assertTrue(large.minus(large).isZero());
        assertTrue(small.isLess(large) && !large.isLess(small) && !large.isLess(large));
        assertTrue(large.negate().isLess(small) && wide(0).isLess(small));
        assertTrue(small.plus(Wide.ZERO).over(small).toDouble() == 1);
    }

    @Test
    void infinitiesAndWhatIsNoNumber() {
        Wide infinity = wide(Double.POSITIVE_INFINITY);
        assertTrue(wide(1e300).isLess(infinity));
        assertTrue(infinity.negate().isLess(infinity));
        assertTrue(infinity.negate().isLess(wide(1e5).exp().negate()));
        assertFalse(infinity.isLess(infinity));
        assertFalse(Wide.NAN.isLess(wide(1)));
        assertFalse(wide(1).isLess(Wide.NAN));
        assertTrue(wide(1e5).exp().isLess(infinity));
        assertTrue(Double.isNaN(infinity.minus(infinity).toDouble()));
        assertTrue(Double.isNaN(Wide.NAN.plus(wide(1e5).exp()).toDouble()));
        assertTrue(Double.isNaN(wide(1e5).exp().plus(Wide.NAN).toDouble()));
        assertTrue(Double.isNaN(Wide.NAN.exp().toDouble()));
        assertEquals(Double.POSITIVE_INFINITY, infinity.plus(wide(1e5).exp()).toDouble());
        assertEquals(Double.NEGATIVE_INFINITY, wide(1e5).exp().minus(infinity).toDouble());
        assertEquals(0, infinity.negate().exp().toDouble());
        assertEquals(Double.POSITIVE_INFINITY, infinity.exp().toDouble());
    }
}
