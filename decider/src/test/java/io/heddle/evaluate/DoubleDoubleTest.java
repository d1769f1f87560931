package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class DoubleDoubleTest {
    private static final MathContext DIGITS = new MathContext(60);

    private final DoubleDouble number = new DoubleDouble();

    private static BigDecimal value(DoubleDouble n) {
        return new BigDecimal(n.high()).add(new BigDecimal(n.low()));
    }

    private static void assertNear(BigDecimal expected, DoubleDouble found, BigDecimal scale) {
        BigDecimal bound = scale.abs().multiply(new BigDecimal(DoubleDouble.UNIT));
        BigDecimal off = value(found).subtract(expected).abs();
        assertTrue(off.compareTo(bound) <= 0, () -> found.high() + " is off by " + off);
    }

    @Test
    void operationsAreWithinTheirUnit() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            double xh = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-20, 20));
            double yh = Math.scalb(random.nextDouble(0.5, 1), random.nextInt(-20, 20));
            double xl = Math.ulp(xh) * random.nextDouble(-0.5, 0.5);
            double yl = Math.ulp(yh) * random.nextDouble(-0.5, 0.5);
            BigDecimal x = value(number.set(xh, xl));
            BigDecimal y = value(number.set(yh, yl));
            assertNear(x.add(y), number.set(xh, xl).add(yh, yl), x.abs().add(y.abs()));
            assertNear(x.subtract(y), number.set(xh, xl).add(-yh, -yl), x.abs().add(y.abs()));
            BigDecimal product = x.multiply(y);
            assertNear(product, number.set(xh, xl).multiply(yh, yl), product);
            BigDecimal quotient = x.divide(y, DIGITS);
            assertNear(quotient, number.set(xh, xl).divide(yh, yl), quotient);
        }
    }

    @Test
    void decimalsAreKeptToTwiceADouble() {
        BigDecimal third = BigDecimal.ONE.divide(BigDecimal.valueOf(3), DIGITS);
        assertNear(third, number.set(third), third);
        assertEquals(0, number.set(BigDecimal.valueOf(5)).low());
    }

    @Test
    void infinitiesStayWhatTheyAre() {
        double infinity = Double.POSITIVE_INFINITY;
        assertEquals(infinity, number.set(infinity, 0).add(1, 0).high());
        assertEquals(-infinity, number.set(infinity, 0).multiply(-2, 0).high());
        assertTrue(Double.isNaN(number.set(infinity, 0).add(-infinity, 0).high()));
        assertEquals(0, number.set(3, 0).divide(infinity, 0).high());
        assertEquals(infinity, number.set(3, 0).divide(0, 0).high());
    }
}
