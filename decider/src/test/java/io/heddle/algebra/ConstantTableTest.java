package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConstantTableTest {
    private static final ConstantTable TABLE = ConstantTable.standard();

    private static String recovered(FloatFormat format, long pattern) {
        return TABLE.recover(format, pattern).map(RecoveredConstant::text).orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        "3FB8AA3B, log2(e)",
        "3FB8AA3C, log2(e)",
        "4038AA3B, 2*log2(e)",
        "BFB8AA3B, -log2(e)",
        "3F317218, ln(2)",
        "3E9A209B, 1/log2(10)",
        "3EDE5BD9, log2(e)/log2(10)",
        "3BBB989D, log2(e)/252",
        "3C57FA62, log2(10)/252",
        "40549A78, log2(10)",
        "40490FDB, pi",
        "3FC90FDB, pi/2",
        "3F22F983, 2/pi",
        "3F3504F3, sqrt(2)/2",
        "3FB504F3, sqrt(2)",
        "3F4C422A, sqrt(2)/sqrt(pi)",
        "3D372713, 0.044715",
        "3E3504F3, sqrt(2)/8",
        "3DCCCCCD, 0.1",
        "3EAAAAAB, 1/3",
        "3727C5AC, 0.00001",
        "358637BD, 0.000001",
        "3FD9DB23, 1.702"
    })
    void singlePrecisionLiteralsAreRecovered(String hex, String text) {
        assertEquals(text, recovered(FloatFormat.F32, Long.parseLong(hex, 16)));
    }

    @Test
    void theScaleOfAttentionTimesLog2EIsRecoveredForEveryHeadSize() {
        for (int d :
                new int[] {8, 16, 24, 32, 40, 48, 64, 72, 80, 96, 112, 128, 160, 192, 256, 576}) {
            double scale = 1 / Math.sqrt(d);
            float log2E = (float) RealConstants.LOG2_E.doubleValue();
            for (float literal :
                    new float[] {
                        (float) (scale * RealConstants.LOG2_E.doubleValue()), (float) scale * log2E
                    }) {
                RecoveredConstant c =
                        TABLE.recover(FloatFormat.F32, Float.floatToIntBits(literal)).orElseThrow();
                assertEquals(1, c.log2EPower(), c.text());
                assertEquals(scale * RealConstants.LOG2_E.doubleValue(), c.approximation(), 1e-15);
            }
        }
    }

    @Test
    void doublePrecisionLiteralsAreRecovered() {
        assertEquals("log2(e)", recovered(FloatFormat.F64, 0x3FF71547652B82FEL));
        assertEquals("0.1", recovered(FloatFormat.F64, Double.doubleToLongBits(0.1)));
        assertEquals(
                "sqrt(2)/8",
                recovered(FloatFormat.F64, Double.doubleToLongBits(1 / Math.sqrt(32))));
    }

    @Test
    void halfPrecisionLiteralsAreRecoveredFromAShortList() {
        assertEquals("0.1", recovered(FloatFormat.F16, 0x2E66));
        assertEquals("log2(e)", recovered(FloatFormat.F16, 0x3DC5));
        assertEquals("none", recovered(FloatFormat.F16, 0x3DC9));
    }

    @Test
    void equalValuesOfDifferentFormatsAreRecoveredAsEqual() {
        assertEquals(
                TABLE.recover(FloatFormat.F32, 0x3DCCCCCDL),
                TABLE.recover(FloatFormat.F64, Double.doubleToLongBits(0.1)));
        assertEquals(
                TABLE.recover(FloatFormat.F32, 0x3FB8AA3BL),
                TABLE.recover(FloatFormat.F64, 0x3FF71547652B82FEL));
    }

    @Test
    void otherPatternsAreNotRecovered() {
        assertEquals("none", recovered(FloatFormat.F32, 0x3DCCCCCEL)); // next to 0.1
        assertEquals("none", recovered(FloatFormat.F32, 0x3D5A1F37L));
        assertEquals("none", recovered(FloatFormat.F32, 0L));
        assertEquals("none", recovered(FloatFormat.F32, 0x7F800000L));
        assertEquals("none", recovered(FloatFormat.F32, 1L));
        assertEquals("none", recovered(FloatFormat.E4M3, 0x2DL));
    }

    @ParameterizedTest
    @CsvSource({"3FB8AA3A", "3FB8AA3D", "40490FDA", "40490FDC", "3E3504F4", "3F317217", "BFC90FDA"})
    void neighboursOfAConstantStandForThemselves(String hex) {
        assertEquals("none", recovered(FloatFormat.F32, Long.parseLong(hex, 16)));
    }

    @Test
    void everyRecoveryIsNearestOrASpellingWithinOneAndAHalfUnits() {
        SplittableRandom random = new SplittableRandom(1);
        MathContext digits = new MathContext(60);
        int nearest = 0;
        int spelled = 0;
        for (int i = 0; i < 200_000; i++) {
            int pattern = random.nextInt(0x38000000, 0x42000000);
            Optional<RecoveredConstant> found = TABLE.recover(FloatFormat.F32, pattern);
            if (found.isPresent()) {
                RecoveredConstant c = found.get();
                float x = Float.intBitsToFloat(pattern);
                double error =
                        c.value(digits).subtract(new BigDecimal(x)).abs().doubleValue()
                                / Math.ulp(x);
                boolean isNearest = ConstantTable.isNearest(c, FloatFormat.F32, pattern);
                assertEquals(error <= 0.5, isNearest, c.text());
                assertTrue(
                        isNearest
                                || error <= 1.5
                                        && ConstantSpelling.of(c, FloatFormat.F32)
                                                .contains((double) x),
                        c.text());
                nearest += isNearest ? 1 : 0;
                spelled += isNearest ? 0 : 1;
            }
        }
        assertTrue(nearest > 10 * spelled, nearest + " " + spelled);
    }

    @ParameterizedTest
    @CsvSource({"3FB8AA3B, true", "3FB8AA3C, false", "3BBB989D, false", "3DCCCCCD, true"})
    void nearestPatternsAreToldFromSpellings(String hex, boolean nearest) {
        long pattern = Long.parseLong(hex, 16);
        RecoveredConstant c = TABLE.recover(FloatFormat.F32, pattern).orElseThrow();
        assertEquals(nearest, ConstantTable.isNearest(c, FloatFormat.F32, pattern));
    }

    @Test
    void theTableIsSmallAndItsChanceHitsAreRareAsDocumented() {
        assertTrue(TABLE.size() <= 10_000, "size " + TABLE.size());
        SplittableRandom random = new SplittableRandom(2);
        double single = hitRate(FloatFormat.F32, 0x35800000L, 0x44800000L, 40_000, random);
        assertTrue(single > 0.0003 && single < 0.0009, "f32 " + single);
        double doubled =
                hitRate(FloatFormat.F64, 0x3EB0000000000000L, 0x4090000000000000L, 50_000, random);
        assertEquals(0, doubled);
        double half = hitRate(FloatFormat.F16, 0x0400L, 0x6400L, 40_000, random);
        assertTrue(half < 0.01, "f16 " + half);
        double brain = hitRate(FloatFormat.BF16, 0x3580L, 0x4480L, 40_000, random);
        assertTrue(brain < 0.07, "bf16 " + brain);
    }

    private static double hitRate(
            FloatFormat format, long low, long high, int n, SplittableRandom random) {
        int hits = 0;
        for (int i = 0; i < n; i++) {
            if (TABLE.recover(format, random.nextLong(low, high)).isPresent()) {
                hits++;
            }
        }
        return (double) hits / n;
    }

    @Test
    void namedConstantsAgreeWithTheirSeries() {
        MathContext digits = new MathContext(130);
        BigDecimal ln2 = atanh(3, digits).multiply(BigDecimal.valueOf(2));
        // ln 10 = 3 ln 2 + ln(5/4), ln(5/4) = 2 atanh(1/9)
        BigDecimal ln10 =
                ln2.multiply(BigDecimal.valueOf(3))
                        .add(atanh(9, digits).multiply(BigDecimal.valueOf(2)));
        assertClose(RealConstants.LN_2, ln2);
        assertClose(RealConstants.LOG2_E, BigDecimal.ONE.divide(ln2, digits));
        assertClose(RealConstants.LOG2_10, ln10.divide(ln2, digits));
        BigDecimal machin =
                atan(5, digits)
                        .multiply(BigDecimal.valueOf(4))
                        .subtract(atan(239, digits))
                        .multiply(BigDecimal.valueOf(4));
        assertClose(RealConstants.PI, machin);
    }

    private static void assertClose(BigDecimal digits, BigDecimal exact) {
        BigDecimal below = exact.subtract(digits);
        assertTrue(
                below.signum() >= 0 && below.compareTo(new BigDecimal("1e-118")) < 0,
                digits + " " + exact);
    }

    private static BigDecimal atanh(int n, MathContext digits) {
        return series(n, 1, digits);
    }

    private static BigDecimal atan(int n, MathContext digits) {
        return series(n, -1, digits);
    }

    /** Σ sign^k / ((2k + 1) n^(2k + 1)). */
    private static BigDecimal series(int n, int sign, MathContext digits) {
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), digits);
        BigDecimal square = BigDecimal.valueOf((long) sign * n * n);
        BigDecimal sum = power;
        for (int k = 3; power.abs().compareTo(new BigDecimal("1e-128")) > 0; k += 2) {
            power = power.divide(square, digits);
            sum = sum.add(power.divide(BigDecimal.valueOf(k), digits), digits);
        }
        return sum;
    }

    @Test
    void textNamesWhatTheUserWouldWrite() {
        assertEquals("sqrt(2)/8", RecoveredConstant.root(Rational.of(1, 32), 32).text());
        assertEquals("-2/3", RecoveredConstant.rational(Rational.of(-2, 3)).text());
        assertTrue(RecoveredConstant.rational(Rational.ONE).isRational());
        assertFalse(RecoveredConstant.root(Rational.ONE, 8).isRational());
    }
}
