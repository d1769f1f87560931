package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FloatFormatTest {
    private static final FloatFormat[] SMALL = {
        FloatFormat.F16, FloatFormat.BF16, FloatFormat.E4M3, FloatFormat.E5M2
    };

    @Test
    void everyFinitePatternOfAShortFormatComesBackFromItsValue() {
        for (FloatFormat f : SMALL) {
            long sign = 1L << f.bits() - 1;
            for (long p = 0; p < 1L << f.bits(); p++) {
                if (f.kind(p) == FloatFormat.Kind.FINITE) {
                    long expected = p == sign ? 0 : p; // both zeros are +0
                    assertEquals(OptionalLong.of(expected), f.pattern(f.value(p)), f + " " + p);
                }
            }
        }
    }

    @Test
    void whatIsNoNumberHasAPatternOfItsKind() {
        for (FloatFormat f : FloatFormat.values()) {
            for (FloatFormat.Kind kind : FloatFormat.Kind.values()) {
                if (kind != FloatFormat.Kind.FINITE) {
                    f.pattern(kind).ifPresent(p -> assertEquals(kind, f.kind(p), f + " " + kind));
                }
            }
            assertTrue(f.pattern(FloatFormat.Kind.NAN).isPresent());
            assertEquals(
                    f != FloatFormat.E4M3,
                    f.pattern(FloatFormat.Kind.NEGATIVE_INFINITY).isPresent());
        }
        assertEquals(
                OptionalLong.of(0xff800000L),
                FloatFormat.F32.pattern(FloatFormat.Kind.NEGATIVE_INFINITY));
        assertEquals(
                OptionalLong.of(Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY)),
                FloatFormat.F64.pattern(FloatFormat.Kind.NEGATIVE_INFINITY));
        assertThrows(
                IllegalArgumentException.class,
                () -> FloatFormat.F32.pattern(FloatFormat.Kind.FINITE));
    }

    @Test
    void singlesAndDoublesHaveTheValuesOfJava() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 20_000; k++) {
            int single = random.nextInt();
            if (Float.isFinite(Float.intBitsToFloat(single))) {
                assertEquals(
                        Rational.ofExact(Float.intBitsToFloat(single)),
                        FloatFormat.F32.value(single & 0xffffffffL));
            }
            long pattern = random.nextLong();
            if (Double.isFinite(Double.longBitsToDouble(pattern))) {
                assertEquals(
                        Rational.ofExact(Double.longBitsToDouble(pattern)),
                        FloatFormat.F64.value(pattern));
            }
        }
    }

    @Test
    void roundingIsToTheNearestAndTiesGoToEven() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 20_000; k++) {
            double x = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(x) && Float.isFinite((float) x)) {
                assertEquals(
                        Rational.ofExact((float) x),
                        FloatFormat.F32.nearest(Rational.ofExact(x)),
                        () -> "" + x);
            }
        }
        Rational tie = Rational.of(2049); // between 2048 and 2050 of f16
        assertEquals(Rational.of(2048), FloatFormat.F16.nearest(tie));
        assertEquals(Rational.of(2052), FloatFormat.F16.nearest(Rational.of(2051)));
        assertEquals(Rational.of(448), FloatFormat.E4M3.nearest(Rational.of(10_000)));
    }

    @Test
    void infinitiesAndNanAreWhereTheStandardsPutThem() {
        assertEquals(FloatFormat.Kind.POSITIVE_INFINITY, FloatFormat.F16.kind(0x7c00));
        assertEquals(FloatFormat.Kind.NEGATIVE_INFINITY, FloatFormat.BF16.kind(0xff80));
        assertEquals(FloatFormat.Kind.NAN, FloatFormat.F32.kind(0x7f800001L));
        assertEquals(FloatFormat.Kind.NAN, FloatFormat.E4M3.kind(0x7f));
        assertEquals(FloatFormat.Kind.FINITE, FloatFormat.E4M3.kind(0x7e));
        assertEquals(FloatFormat.Kind.POSITIVE_INFINITY, FloatFormat.E5M2.kind(0x7c));
        assertThrows(ArithmeticException.class, () -> FloatFormat.E4M3.value(0xff));
    }

    @Test
    void valuesOutsideTheFormatHaveNoPattern() {
        assertTrue(FloatFormat.F32.pattern(Rational.of(1, 3)).isEmpty());
        assertTrue(FloatFormat.F32.pattern(Rational.of((1L << 24) + 1)).isEmpty());
        assertTrue(FloatFormat.F16.pattern(Rational.of(65_536)).isEmpty());
        assertTrue(FloatFormat.F16.pattern(Rational.powerOfTwo(-25)).isEmpty());
        assertTrue(FloatFormat.E4M3.pattern(Rational.of(480)).isEmpty());
    }
}
