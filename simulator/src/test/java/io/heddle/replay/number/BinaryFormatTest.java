package io.heddle.replay.number;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Patterns of small formats and the numbers that they are. */
final class BinaryFormatTest {
    private static final int SAMPLES = 20_000;

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16", "E5M2", "E4M3", "E3M2", "E2M3", "E2M1"})
    void everyPatternIsItsOwnNearest(BinaryFormat format) {
        for (long bits = 0; bits < 1L << format.width(); bits++) {
            if (!format.isNan(bits)) {
                for (Rounding r : Rounding.values()) {
                    assertEquals(bits, format.fromDouble(format.toDouble(bits), r));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "E5M2", "E4M3", "E3M2", "E2M3", "E2M1"})
    void neighboursDifferByAUnitInTheLastPlace(BinaryFormat format) {
        for (long bits = 0; bits < format.greatest(); bits++) {
            double value = format.toDouble(bits);
            assertEquals(format.ulp(value), format.toDouble(bits + 1) - value);
            assertEquals(-value, format.toDouble(bits | format.signBit()));
        }
    }

    @Test
    void singlesAreRoundedInEveryDirection() {
        Random random = new Random(1);
        for (int i = 0; i < SAMPLES; i++) {
            double x = random.nextGaussian() * Math.pow(2, random.nextInt(300) - 150);
            for (Rounding r : Rounding.values()) {
                float rounded = rounded(x, r);
                if (Float.isFinite(rounded)) {
                    check(x, r, rounded);
                }
            }
        }
    }

    private static float rounded(double x, Rounding r) {
        return Float.intBitsToFloat((int) BinaryFormat.F32.fromDouble(x, r));
    }

    private static void check(double x, Rounding r, float rounded) {
        float below = Math.nextDown(rounded);
        float above = Math.nextUp(rounded);
        BigDecimal exact = new BigDecimal(x);
        String what = x + " " + r + " " + rounded;
        switch (r) {
            case UP -> assertEquals(true, rounded >= x && below < x, what);
            case DOWN -> assertEquals(true, rounded <= x && above > x, what);
            case TOWARDS_ZERO ->
                    assertEquals(
                            true,
                            Math.abs(rounded) <= Math.abs(x)
                                    && Math.max(Math.abs(below), Math.abs(above)) > Math.abs(x),
                            what);
            default -> {
                BigDecimal error = new BigDecimal(rounded).subtract(exact).abs();
                for (float other : new float[] {below, above}) {
                    if (Float.isFinite(other)) {
                        BigDecimal distance = new BigDecimal(other).subtract(exact).abs();
                        assertEquals(true, error.compareTo(distance) <= 0, what);
                    }
                }
            }
        }
    }

    @Test
    void whatOverflowsBecomesInfiniteOrTheGreatestByDirection() {
        assertEquals(Float.POSITIVE_INFINITY, rounded(1e300, Rounding.UP));
        assertEquals(Float.MAX_VALUE, rounded(1e300, Rounding.DOWN));
        assertEquals(Float.MAX_VALUE, rounded(1e300, Rounding.TOWARDS_ZERO));
        assertEquals(-Float.MAX_VALUE, rounded(-1e300, Rounding.UP));
        assertEquals(Float.NEGATIVE_INFINITY, rounded(-1e300, Rounding.DOWN));
        assertEquals(Float.NEGATIVE_INFINITY, rounded(-1e300, Rounding.NEAREST_EVEN));
    }

    @Test
    void zerosKeepTheirSign() {
        for (Rounding r : Rounding.values()) {
            assertEquals(0, BinaryFormat.F32.fromDouble(0.0, r));
            assertEquals(1L << 31, BinaryFormat.F32.fromDouble(-0.0, r));
        }
        assertEquals(1L << 31, BinaryFormat.F32.fromDouble(-1e-300, Rounding.UP));
        assertEquals(0, BinaryFormat.F32.fromDouble(1e-300, Rounding.DOWN));
    }
}
