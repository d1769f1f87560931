package io.heddle.replay.number;

import static io.heddle.replay.Evaluate.bits;
import static io.heddle.replay.Evaluate.eval;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** cvt and mov, with values from PTX ISA 9.7.9. */
final class ConversionTest {
    private static final long ONES = 0xFFFFFFFFL;

    @Test
    void integersAreExtendedCutOrSaturated() {
        assertEquals(-1L, eval("cvt.s64.s32 %q9, %r0;", ONES));
        assertEquals(ONES, eval("cvt.u64.u32 %q9, %r0;", ONES));
        assertEquals(0x78, eval("cvt.u8.u32 %r9, %r0;", 0x12345678));
        assertEquals(0xFFFFFF80L, eval("cvt.s8.s32 %r9, %r0;", 0x80));
        assertEquals(127, eval("cvt.sat.s8.s32 %r9, %r0;", 1000));
        assertEquals(0, eval("cvt.sat.u8.s32 %r9, %r0;", ONES));
        assertEquals(0x7FFFFFFFL, eval("cvt.sat.s32.u64 %r9, %q0;", -1L));
    }

    @Test
    void floatsBecomeIntegersRoundedClampedAndNanDefined() {
        assertEquals(-2 & ONES, eval("cvt.rzi.s32.f32 %r9, %r0;", bits(-2.7f)));
        assertEquals(-3 & ONES, eval("cvt.rmi.s32.f32 %r9, %r0;", bits(-2.7f)));
        assertEquals(2, eval("cvt.rni.s32.f32 %r9, %r0;", bits(2.5f)));
        assertEquals(3, eval("cvt.rpi.s32.f32 %r9, %r0;", bits(2.1f)));
        assertEquals(0x7FFFFFFFL, eval("cvt.rzi.s32.f32 %r9, %r0;", bits(1e20f)));
        assertEquals(0, eval("cvt.rzi.u32.f32 %r9, %r0;", bits(-5f)));
        assertEquals(0, eval("cvt.rzi.s32.f32 %r9, %r0;", bits(Float.NaN)));
        assertEquals(1L << 63, eval("cvt.rzi.s64.f32 %q9, %r0;", bits(Float.NaN)));
        assertEquals(0x80000000L, eval("cvt.rzi.s32.f64 %r9, %q0;", bits(Double.NaN)));
        assertEquals(0xC000000000000000L, eval("cvt.rzi.u64.f32 %q9, %r0;", bits(0x1.8p63f)));
        assertEquals(0x80, eval("cvt.rzi.s8.f32 %r9, %r0;", bits(-1000f)) & 0xFF);
    }

    @Test
    void integersBecomeFloatsRoundedOnce() {
        assertEquals(bits(16777216f), eval("cvt.rn.f32.s32 %r9, %r0;", 16777217));
        assertEquals(bits(16777218f), eval("cvt.rp.f32.s32 %r9, %r0;", 16777217));
        assertEquals(bits(0x1p64f), eval("cvt.rn.f32.u64 %r9, %q0;", -1L));
        assertEquals(bits(0x1.fffffep63f), eval("cvt.rz.f32.u64 %r9, %q0;", -1L));
        long double53 = (1L << 53) + 1;
        assertEquals(bits(0x1p53), eval("cvt.rn.f64.s64 %q9, %q0;", double53));
        assertEquals(bits(0x1p53 + 2), eval("cvt.rp.f64.s64 %q9, %q0;", double53));
        // above a tie of f32 only by a bit that a double cannot hold
        assertEquals(
                bits(0x1.000002p60f),
                eval("cvt.rn.f32.s64 %r9, %q0;", (1L << 60) + (1L << 36) + 1));
        assertEquals(0x3C00, eval("cvt.rn.f16.s32 %h9, %r0;", 1));
    }

    @Test
    void floatsChangePrecisionAndRoundToWholeNumbers() {
        assertEquals(bits(1.5), eval("cvt.f64.f32 %q9, %r0;", bits(1.5f)));
        assertEquals(bits(0.1f), eval("cvt.rn.f32.f64 %r9, %q0;", bits(0.1)));
        assertEquals(bits(Math.nextDown(0.1f)), eval("cvt.rz.f32.f64 %r9, %q0;", bits(0.1)));
        assertEquals(bits(-0f), eval("cvt.rni.f32.f32 %r9, %r0;", bits(-0.4f)));
        assertEquals(bits(3f), eval("cvt.rpi.f32.f32 %r9, %r0;", bits(2.1f)));
        assertEquals(bits(1f), eval("cvt.sat.f32.f32 %r9, %r0;", bits(7f)));
        assertEquals(0x2E66, eval("cvt.rn.f16.f32 %h9, %r0;", bits(0.1f)));
        assertEquals(0x0001, eval("cvt.rn.f16.f32 %h9, %r0;", bits(0x1p-24f)));
        assertEquals(0x7C00, eval("cvt.rn.f16.f32 %h9, %r0;", bits(65520f)));
        assertEquals(0x7BFF, eval("cvt.rn.satfinite.f16.f32 %h9, %r0;", bits(1e9f)));
        assertEquals(0x3DCD, eval("cvt.rn.bf16.f32 %h9, %r0;", bits(0.1f)));
        assertEquals(bits(0.5f), eval("cvt.f32.f16 %r9, %h0;", 0x3800));
        assertEquals(bits(0.5f), eval("cvt.f32.bf16 %r9, %h0;", 0x3F00));
    }

    @Test
    void packedConversionsPutTheFirstSourceHigh() {
        assertEquals(0x3C004000L, eval("cvt.rn.f16x2.f32 %r9, %r0, %r1;", bits(1f), bits(2f)));
        assertEquals(0x3F804000L, eval("cvt.rn.bf16x2.f32 %r9, %r0, %r1;", bits(1f), bits(2f)));
        assertEquals(
                0x00004000L, eval("cvt.rn.relu.f16x2.f32 %r9, %r0, %r1;", bits(-1f), bits(2f)));
        assertEquals(
                0x387EL, eval("cvt.rn.satfinite.e4m3x2.f32 %h9, %r0, %r1;", bits(1f), bits(1e6f)));
        assertEquals(
                0x3C7BL, eval("cvt.rn.satfinite.e5m2x2.f32 %h9, %r0, %r1;", bits(1f), bits(1e6f)));
        assertEquals(0x3C005F00L, eval("cvt.rn.f16x2.e4m3x2 %r9, %h0;", 0x387E));
        assertEquals(0x3C003C00L, eval("cvt.rn.f16x2.e5m2x2 %r9, %h0;", 0x3C3C));
        assertEquals(0x3838L, eval("cvt.rn.satfinite.e4m3x2.f16x2 %h9, %r0;", 0x3C003C00));
        assertEquals(0x7FL, eval("cvt.rn.satfinite.e4m3x2.f32 %h9, %r0, %r1;", 0, bits(Float.NaN)));
        assertEquals(0x3F802000L, eval("cvt.rna.tf32.f32 %r9, %r0;", bits(1 + 0x1p-11f)));
    }

    @Test
    void packSaturatesAndShiftsIn() {
        assertEquals(
                0x7FFF8000L, eval("cvt.pack.sat.s16.s32 %r9, %r0, %r1;", 100000, -100000 & ONES));
        assertEquals(
                0x12347F80L,
                eval("cvt.pack.sat.s8.s32.b32 %r9, %r0, %r1, %r2;", 1000, -1000 & ONES, 0x1234));
        assertEquals(
                0x1234F0L,
                eval("cvt.pack.sat.u4.s32.b32 %r9, %r0, %r1, %r2;", 1000, -1000 & ONES, 0x1234));
    }

    @Test
    void movPacksAndUnpacksFromTheLeastSignificantPart() {
        assertEquals(0x00020001L, eval("mov.b32 %r9, {%h0, %h1};", 1, 2));
        assertEquals(0x0000000200000001L, eval("mov.b64 %q9, {%r0, %r1};", 1, 2));
        assertEquals(2, eval("mov.b64 {%r8, %r9}, %q0;", 0x0000000200000001L));
        assertEquals(0x0004000300020001L, eval("mov.b64 %q9, {%h0, %h1, %h2, %h3};", 1, 2, 3, 4));
        assertEquals(0x1234, eval("mov.b32 {_, %h9}, %r0;", 0x12345678));
    }
}
