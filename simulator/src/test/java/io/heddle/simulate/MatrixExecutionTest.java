package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Assumption;
import io.heddle.term.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Matrix instructions on symbolic elements, and what is refused. */
final class MatrixExecutionTest {
    private static final String LOAD_LANE =
            "mov.u32 r0, %tid.x; mul.wide.u32 d0, r0, 4; ld.param.u64 d1, [x]; add.s64 d1, d1, d0;"
                    + " ld.global.b32 r1, [d1];";
    private static final String STORE_LANE =
            "ld.param.u64 d1, [y]; add.s64 d1, d1, d0; st.global.b32 [d1], r2; ret;";
    private static final String TF32 =
            "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {r2, r3, r4, r5}, {r1, r1}, {r1},"
                    + " {r6, r6, r6, r6};";
    private static final String F16 =
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {r2, r3, r4, r5}, {r1, r1}, {r1},"
                    + " {r6, r6, r6, r6};";

    private static Kernel warp(ElementType type, int size, String... statements) {
        String body = String.join("\n", statements);
        return Kernel.of("mov.b32 r6, 0;", LOAD_LANE, body, STORE_LANE)
                .in("x", type, size)
                .out("y", ElementType.F32, 32)
                .threads(32);
    }

    @Test
    void anElementIsAnAscendingChain() {
        assertEquals(
                "(x[3]*x[3] + (x[2]*x[2] + (x[1]*x[1] + (x[0]*x[0]))))",
                warp(ElementType.F32, 32, TF32).shows("y", 0));
    }

    @Test
    void halvesAreTakenFromTheirPlaces() {
        String shown = warp(ElementType.F16, 64, F16).shows("y", 0);
        for (int k = 0; k < 8; k++) {
            assertTrue(shown.contains("x[" + k + "]*x[" + k + "]"), shown);
        }
    }

    @Test
    void zeroTimesInfinityIsNotANumber() {
        Kernel k =
                warp(
                        ElementType.F32,
                        32,
                        "mov.b32 r7, 0x7f800000;",
                        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {r2, r3, r4, r5}, {r6,"
                                + " r6}, {r7}, {r6, r6, r6, r6};");
        assertEquals("NaN", k.shows("y", 5));
    }

    @Test
    void anElementNeverWrittenSpoilsItsRowThoughTheOtherFactorIsZero() {
        Kernel k =
                warp(
                        ElementType.F32,
                        32,
                        ".shared .align 4 .b8 s[128]; ld.shared.b32 r7, [s];",
                        "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {r2, r3, r4, r5}, {r6,"
                                + " r6}, {r7}, {r6, r6, r6, r6};");
        assertEquals(
                "UNDEFINED",
                k.store().op(k.run().cases().get(0).tensors().get("y").term(0)).name());
    }

    @Test
    void halvesReadAsBrainFloatsAreATypeConfusion() {
        assertEquals(
                List.of("UNSUPPORTED@9"),
                warp(ElementType.F16, 64, F16.replace("f16.f16", "bf16.bf16")).findings());
    }

    @Test
    void everyLaneMustTakePart() {
        assertEquals(
                List.of("UNSUPPORTED@9"), warp(ElementType.F32, 32, TF32).threads(16).findings());
        Kernel divergent =
                warp(
                        ElementType.F32,
                        32,
                        "setp.lt.u32 p0, r0, 16; @!p0 bra L;",
                        TF32,
                        "L: mov.b32 r9, 0;");
        assertEquals(List.of("UNSUPPORTED@10"), divergent.findings());
    }

    @Test
    void aMatrixInstructionUnderASymbolicPredicateIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@10"),
                warp(
                                ElementType.F32,
                                32,
                                "mov.b32 f0, r1; setp.gt.f32 p0, f0, 0f00000000;",
                                "@p0 " + TF32)
                        .findings());
    }

    @Test
    void formsThatDoNotExistAreUnsupported() {
        for (String wrong :
                new String[] {
                    TF32.replace("row.col", "col.row"),
                    TF32.replace("m16n8k4", "m16n8k32"),
                    TF32.replace("tf32.tf32", "tf32.f16"),
                    TF32.replace("{r1, r1}", "{r1, r1, r1}"),
                    TF32.replace(".f32.tf32", ".kind::f8f6f4.f32.tf32")
                }) {
            assertEquals(
                    List.of("UNSUPPORTED@9"), warp(ElementType.F32, 32, wrong).findings(), wrong);
        }
    }

    @Test
    void symbolicBytesAreExact() {
        Kernel k =
                warp(
                        ElementType.U8,
                        128,
                        "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {r2, r3}, {r1}, {r1},"
                                + " {r6, r6};",
                        "cvt.rn.f32.s32 f0, r2; mov.b32 r2, f0;");
        String shown = k.shows("y", 0);
        for (int x = 0; x < 16; x++) {
            assertTrue(shown.contains("x[" + x + "]*x[" + x + "]"), shown);
        }
        assertEquals(List.of(), assumptions(k));
    }

    @Test
    void thatASumDoesNotWrapIsAssumedOnlyWhereItsRangeLeavesItOpen() {
        String product = "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {r2, r3}, {r1}, {r1},";
        assertEquals(
                1, assumptions(warp(ElementType.U32, 32, product + " {r1, r1};", FLOAT)).size());
        String repeated = (product + " {r6, r6}; mov.b32 r6, r2;\n").repeat(20);
        assertEquals(List.of(), assumptions(warp(ElementType.U8, 128, repeated, FLOAT)));
    }

    @Test
    void saturationIsAClampOnlyWhereTheSumMayOverflow() {
        String product =
                "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32.satfinite {r2, r3}, {r1}, {r1},";
        assertFalse(
                warp(ElementType.U8, 128, product + " {r6, r6};", FLOAT)
                        .shows("y", 0)
                        .contains("min"));
        Kernel k = warp(ElementType.U32, 32, product + " {r1, r1};", FLOAT);
        assertTrue(k.shows("y", 0).startsWith("min("), k.shows("y", 0));
        assertEquals(List.of(), assumptions(k));
    }

    private static final String FLOAT = "cvt.rn.f32.s32 f0, r2; mov.b32 r2, f0;";

    private static List<String> assumptions(Kernel k) {
        return k.run().assumptions().stream().map(Assumption::text).toList();
    }
}
