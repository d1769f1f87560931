package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packed and quantised elements: what bit tricks and narrowing conversions make of them. */
final class PackedDataTest {
    private static Kernel kernel(ElementType from, ElementType to, String... statements) {
        return Kernel.of(
                        "ld.param.u64 d0, [x]; ld.global.b32 r0, [d0];",
                        String.join("\n", statements),
                        "ld.param.u64 d1, [y]; st.global.b32 [d1], r1; ret;")
                .in("x", from, 32 / from.bits())
                .out("y", to, 32 / to.bits());
    }

    @Test
    void aByteUnderAMagicExponentIsANumber() {
        Kernel magic =
                kernel(
                        ElementType.S8,
                        ElementType.F16,
                        "xor.b32 r0, r0, 0x80808080; mov.b32 r2, 0x64646464;",
                        "prmt.b32 r1, r0, r2, 0x4342; mov.b32 r3, 0x64806480;",
                        "sub.f16x2 r1, r1, r3;");
        assertEquals("(((x[2] + 128) + 1024) - 1152)", magic.shows("y", 0));
        assertEquals("(((x[3] + 128) + 1024) - 1152)", magic.shows("y", 1));
    }

    @Test
    void aNibbleUnderAMagicExponentIsANumber() {
        Kernel k =
                kernel(
                        ElementType.U8,
                        ElementType.F16,
                        "lop3.b32 r1, r0, 0x00f000f0, 0x64006400, 0xEA; mov.b32 r2, 0x2c002c00;",
                        "mov.b32 r3, 0xd400d400; fma.rn.f16x2 r1, r1, r2, r3;"); // /16 − 64
        String shown = k.shows("y", 0);
        assertTrue(shown.contains("1/16") && shown.contains("floor") && !shown.contains("bits"));
    }

    @Test
    void aFieldUnderAnInfiniteExponentIsNoNumber() {
        String shown =
                kernel(
                                ElementType.U8,
                                ElementType.F16,
                                "and.b32 r0, r0, 0x00ff00ff; or.b32 r1, r0, 0x7c007c00;")
                        .shows("y", 0);
        assertTrue(shown.contains("f16.of.bits"), shown);
    }

    @Test
    void aConversionToAByteClamps() {
        String shown =
                kernel(
                                ElementType.F32,
                                ElementType.S8,
                                "mov.b32 f0, r0; cvt.rni.s8.f32 r1, f0; and.b32 r1, r1, 255;")
                        .shows("y", 0);
        assertEquals("min(max(rint(x[0]), -128), 127)", shown);
    }

    @Test
    void packingClampsEachInteger() {
        Kernel k =
                kernel(
                        ElementType.S32,
                        ElementType.S8,
                        "mov.b32 r2, 300; cvt.pack.sat.s8.s32.b32 r1, r0, r2, 0;");
        assertEquals("127", k.shows("y", 0));
        assertEquals("min(127, max(x[0], -128))", k.shows("y", 1));
        assertEquals("0", k.shows("y", 2));
        assertEquals(List.of(), k.run().assumptions());
    }

    @Test
    void aConversionToEightBitFloatsIsAFunctionOfItsOwn() {
        Kernel k =
                kernel(
                        ElementType.F32,
                        ElementType.E4M3,
                        "mov.b32 f0, r0; mov.f32 f1, 0f44610000;", // 900
                        "cvt.rn.satfinite.e4m3x2.f32 h0, f1, f0;",
                        "cvt.rn.f16x2.e4m3x2 r2, h0; cvt.rn.satfinite.e4m3x2.f16x2 h0, r2;",
                        "mov.b32 r1, {h0, h0};");
        assertEquals("e4m3.satfinite(x[0])", k.shows("y", 0)); // once and for all
        assertEquals("448", k.shows("y", 1));
        assertEquals(List.of(), k.run().assumptions());
    }

    @Test
    void whatAFormatHoldsStays() {
        Kernel k =
                kernel(
                        ElementType.E5M2,
                        ElementType.E5M2,
                        "cvt.u16.u32 h0, r0; cvt.rn.f16x2.e5m2x2 r2, h0;",
                        "cvt.rn.satfinite.e5m2x2.f16x2 h0, r2;",
                        "cvt.rn.satfinite.e4m3x2.f16x2 h1, r2; cvt.rn.f16x2.e4m3x2 r2, h1;",
                        "cvt.rn.satfinite.e5m2x2.f16x2 h1, r2; mov.b32 r1, {h0, h1};");
        assertEquals("x[0]", k.shows("y", 0));
        assertEquals("e5m2.satfinite(e4m3.satfinite(x[0]))", k.shows("y", 2));
    }

    @Test
    void aNibbleThatWasSignExtendedStaysItselfInAByte() {
        Kernel k =
                kernel(
                        ElementType.U32,
                        ElementType.S32,
                        "shl.b32 r2, r0, 20; shr.s32 r2, r2, 28;",
                        "and.b32 r3, r2, 255; prmt.b32 r3, r3, r2, 0x7600; mov.b32 r4, 1;",
                        "dp4a.s32.s32 r1, r3, r4, 0; sub.s32 r1, r1, r2;");
        assertEquals("0", k.shows("y", 0));
        assertEquals(List.of(), k.run().assumptions());
    }
}
