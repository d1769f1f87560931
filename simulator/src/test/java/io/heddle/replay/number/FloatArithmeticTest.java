package io.heddle.replay.number;

import static io.heddle.replay.Evaluate.bits;
import static io.heddle.replay.Evaluate.eval;
import static io.heddle.replay.Evaluate.floats;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Floating-point instructions, with values from PTX ISA 9.7.3 to 9.7.5. */
final class FloatArithmeticTest {
    private static final float TINY = 0x1p-140f;
    private static final float NAN = Float.NaN;
    private static final long NAN_BITS = 0x7FFFFFFFL;

    @Test
    void sumsAreRoundedAsTheModifierSays() {
        float up = Math.nextUp(1f);
        assertEquals(1f, floats("add.rn.f32 %r9, %r0, %r1;", 1, 0x1p-30f));
        assertEquals(up, floats("add.rp.f32 %r9, %r0, %r1;", 1, 0x1p-30f));
        assertEquals(1f, floats("add.rm.f32 %r9, %r0, %r1;", 1, 0x1p-30f));
        assertEquals(Math.nextDown(1f), floats("add.rz.f32 %r9, %r0, %r1;", 1, -0x1p-30f));
        assertEquals(-up, floats("sub.rm.f32 %r9, %r0, %r1;", -1, 0x1p-100f));
        assertEquals(bits(-0f), eval("add.rm.f32 %r9, %r0, %r1;", bits(1f), bits(-1f)));
        assertEquals(bits(0f), eval("add.rn.f32 %r9, %r0, %r1;", bits(1f), bits(-1f)));
        assertEquals(Float.MAX_VALUE, floats("add.rz.f32 %r9, %r0, %r1;", Float.MAX_VALUE, 1e38f));
    }

    @Test
    void fmaRoundsOnce() {
        float a = 1 + 0x1p-23f;
        assertEquals(0x1p-22f + 0x1p-46f, floats("fma.rn.f32 %r9, %r0, %r1, %r2;", a, a, -1));
        assertEquals(0x1p-22f, floats("fma.rz.f32 %r9, %r0, %r1, %r2;", 1, 0x1p-22f, 0x1p-80f));
        assertEquals(
                Math.nextUp(0x1p-22f),
                floats("fma.rp.f32 %r9, %r0, %r1, %r2;", 1, 0x1p-22f, 0x1p-80f));
    }

    @Test
    void flushingMakesSubnormalsZerosOfTheirSign() {
        assertEquals(bits(-0f), eval("mul.ftz.f32 %r9, %r0, %r1;", bits(-TINY), bits(1f)));
        assertEquals(bits(-TINY), eval("mul.f32 %r9, %r0, %r1;", bits(-TINY), bits(1f)));
        assertEquals(bits(0f), eval("mul.ftz.f32 %r9, %r0, %r1;", bits(0x1p-100f), bits(0x1p-40f)));
    }

    @Test
    void saturationClampsToTheUnitIntervalAndNanToZero() {
        assertEquals(1f, floats("add.sat.f32 %r9, %r0, %r1;", 1, 1));
        assertEquals(0f, floats("add.sat.f32 %r9, %r0, %r1;", -1, -1));
        assertEquals(bits(0f), eval("add.sat.f32 %r9, %r0, %r1;", bits(NAN), 0));
        assertEquals(0.25f, floats("fma.rn.sat.f32 %r9, %r0, %r1, %r2;", 0.5f, 0.5f, 0));
    }

    @Test
    void nanResultsAreCanonical() {
        assertEquals(NAN_BITS, eval("add.f32 %r9, %r0, %r1;", 0x7F800001L, 0));
        assertEquals(0x7FFF, eval("add.f16 %h9, %h0, %h1;", 0x7C01, 0));
    }

    @Test
    void minAndMaxPreferNumbersUnlessToldOtherwise() {
        assertEquals(3f, floats("min.f32 %r9, %r0, %r1;", NAN, 3));
        assertEquals(NAN_BITS, eval("min.NaN.f32 %r9, %r0, %r1;", bits(NAN), bits(3f)));
        assertEquals(bits(0f), eval("max.f32 %r9, %r0, %r1;", bits(-0f), bits(0f)));
        assertEquals(bits(-0f), eval("min.f32 %r9, %r0, %r1;", bits(0f), bits(-0f)));
        assertEquals(-2f, floats("min.xorsign.abs.f32 %r9, %r0, %r1;", -3, 2));
        assertEquals(7f, floats("max.f32 %r9, %r0, %r1, %r2;", 5, 7, 6));
    }

    @Test
    void divisionRootsAndReciprocalsAreCorrectlyRounded() {
        assertEquals(1f / 3f, floats("div.rn.f32 %r9, %r0, %r1;", 1, 3));
        assertEquals(Math.nextDown(1f / 3f), floats("div.rz.f32 %r9, %r0, %r1;", 1, 3));
        assertEquals(1f / 3f, floats("div.rp.f32 %r9, %r0, %r1;", 1, 3));
        assertEquals(0.1f, floats("rcp.rn.f32 %r9, %r0;", 10));
        assertEquals((float) Math.sqrt(2), floats("sqrt.rn.f32 %r9, %r0;", 2));
        assertEquals(Math.nextUp((float) Math.sqrt(2)), floats("sqrt.rp.f32 %r9, %r0;", 2));
        assertEquals(Float.POSITIVE_INFINITY, floats("rcp.rn.f32 %r9, %r0;", 0));
        assertTrue(Float.isNaN(floats("sqrt.rn.f32 %r9, %r0;", -1)));
    }

    @Test
    void approximateDivisionByHugeDivisorsGivesZero() {
        assertEquals(0f, floats("div.approx.f32 %r9, %r0, %r1;", 0x1p100f, 0x1p127f));
        assertEquals(0x1p-27f, floats("div.full.f32 %r9, %r0, %r1;", 0x1p100f, 0x1p127f));
        assertTrue(
                Float.isNaN(
                        floats(
                                "div.approx.f32 %r9, %r0, %r1;",
                                Float.POSITIVE_INFINITY, 0x1p127f)));
    }

    @Test
    void elementaryFunctionsHaveTheManualsSpecialValues() {
        assertEquals(8f, floats("ex2.approx.f32 %r9, %r0;", 3));
        assertEquals(0f, floats("ex2.approx.f32 %r9, %r0;", Float.NEGATIVE_INFINITY));
        assertEquals(1f, floats("ex2.approx.ftz.f32 %r9, %r0;", -TINY));
        assertEquals(-3f, floats("lg2.approx.f32 %r9, %r0;", 0.125f));
        assertEquals(Float.NEGATIVE_INFINITY, floats("lg2.approx.f32 %r9, %r0;", 0));
        assertEquals(0.5f, floats("rsqrt.approx.f32 %r9, %r0;", 4));
        assertEquals(bits(-0f), eval("sin.approx.f32 %r9, %r0;", bits(-0f)));
        assertEquals(1f, floats("cos.approx.f32 %r9, %r0;", 0));
        assertEquals(-1f, floats("tanh.approx.f32 %r9, %r0;", Float.NEGATIVE_INFINITY));
    }

    @Test
    void signOperationsTouchOnlyTheSign() {
        assertEquals(2f, floats("abs.f32 %r9, %r0;", -2));
        assertEquals(bits(-0f), eval("neg.f32 %r9, %r0;", bits(0f)));
        assertEquals(-3f, floats("copysign.f32 %r9, %r0, %r1;", -1, 3));
        assertEquals(0xBC00, eval("neg.f16 %h9, %h0;", 0x3C00));
        assertEquals(0xBC003C00L, eval("neg.bf16x2 %r9, %r0;", 0x3C00BC00L));
    }

    @Test
    void halvesRoundOnceToElevenBits() {
        assertEquals(0x3C00, eval("add.f16 %h9, %h0, %h1;", 0x3C00, 0x0C00)); // 1 + 2^-12
        assertEquals(0x3C02, eval("add.rn.f16 %h9, %h0, %h1;", 0x3C01, 0x1000)); // 1+2^-10+2^-11
        assertEquals(0x7C00, eval("mul.f16 %h9, %h0, %h1;", 0x7BFF, 0x4000));
        assertEquals(0x3C00, eval("fma.rn.relu.f16 %h9, %h0, %h1, %h2;", 0x3C00, 0x3C00, 0));
        assertEquals(0, eval("fma.rn.relu.f16 %h9, %h0, %h1, %h2;", 0xBC00, 0x3C00, 0));
        assertEquals(0x40003C00L, eval("add.f16x2 %r9, %r0, %r1;", 0x3C003C00, 0x3C000000));
        assertEquals(0x4040, eval("fma.rn.bf16 %h9, %h0, %h1, %h2;", 0x3F80, 0x3F80, 0x4000));
        assertEquals(
                bits(3.5f), eval("fma.rn.f32.f16 %r9, %h0, %h1, %r2;", 0x3C00, 0x4000, bits(1.5f)));
    }

    @Test
    void pairsOfSinglesWorkLaneByLane() {
        long a = bits(1f) << 32 | bits(2f);
        long b = bits(10f) << 32 | bits(20f);
        assertEquals(bits(11f) << 32 | bits(22f), eval("add.rn.f32x2 %q9, %q0, %q1;", a, b));
        assertEquals(
                bits(11f) << 32 | bits(42f), eval("fma.rn.f32x2 %q9, %q0, %q1, %q2;", a, b, a));
    }

    @Test
    void doublesRoundInAllDirections() {
        long third = eval("div.rn.f64 %q9, %q0, %q1;", bits(1.0), bits(3.0));
        assertEquals(1.0 / 3, Double.longBitsToDouble(third));
        assertEquals(third + 1, eval("div.rp.f64 %q9, %q0, %q1;", bits(1.0), bits(3.0)));
        assertEquals(third, eval("div.rm.f64 %q9, %q0, %q1;", bits(1.0), bits(3.0)));
        assertEquals(
                bits(Math.nextUp(1.0)), eval("add.rp.f64 %q9, %q0, %q1;", bits(1.0), bits(1e-300)));
        assertEquals(bits(Double.POSITIVE_INFINITY), eval("rcp.rz.f64 %q9, %q0;", bits(0.0)));
        assertEquals(bits(Math.sqrt(2)), eval("sqrt.rm.f64 %q9, %q0;", bits(2.0)) + 1);
        assertEquals(
                bits(7.0), eval("fma.rn.f64 %q9, %q0, %q1, %q2;", bits(2.0), bits(3.0), bits(1.0)));
        assertEquals(bits(0.5), eval("rcp.approx.ftz.f64 %q9, %q0;", bits(2.0) | 5));
    }

    @Test
    void testpTellsClassesApart() {
        assertEquals(1, eval("testp.finite.f32 %p9, %r0;", bits(1f)));
        assertEquals(0, eval("testp.finite.f32 %p9, %r0;", bits(Float.POSITIVE_INFINITY)));
        assertEquals(1, eval("testp.notanumber.f64 %p9, %q0;", bits(Double.NaN)));
        assertEquals(1, eval("testp.subnormal.f32 %p9, %r0;", bits(TINY)));
        assertEquals(1, eval("testp.normal.f32 %p9, %r0;", bits(0f)));
    }
}
