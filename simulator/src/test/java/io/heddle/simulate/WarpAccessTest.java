package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.finding.Finding;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loads and stores by many lanes at once. */
class WarpAccessTest {
    private static final String TID = "mov.u32 r0, %tid.x; ld.param.u64 d0, [x];";
    private static final String SHARED =
            ".shared .align 16 .b8 a[256]; .shared .align 16 .b8 b[256];";

    private static Kernel kernel(int threads, String... statements) {
        return Kernel.of(statements)
                .items(SHARED)
                .threads(threads)
                .in("x", ElementType.F32, 64)
                .out("y", ElementType.F32, 64);
    }

    @Test
    void lanesMayAccessDifferentObjects() {
        Kernel k =
                kernel(
                        32,
                        TID,
                        "mul.wide.u32 d1, r0, 4; add.u64 d2, d0, d1; ld.global.f32 f0, [d2];",
                        "shl.b32 r1, r0, 2; and.b32 r2, r0, 1; setp.eq.u32 p0, r2, 0;",
                        "mov.u32 r3, a; mov.u32 r4, b; selp.u32 r5, r3, r4, p0; add.u32 r5, r5,"
                                + " r1;",
                        "st.shared.f32 [r5], f0; bar.warp.sync -1;",
                        "selp.u32 r6, r4, r3, p0; xor.b32 r1, r1, 4; add.u32 r6, r6, r1;",
                        "ld.shared.f32 f1, [r6]; ld.param.u64 d3, [y]; add.u64 d3, d3, d1;",
                        "st.global.f32 [d3], f1; ret;");
        for (int i = 0; i < 32; i++) {
            assertEquals("x[" + (i ^ 1) + "]", k.shows("y", i));
        }
    }

    @Test
    void elementsOfVectorsLieSideBySide() {
        Kernel k =
                kernel(
                        16,
                        TID,
                        "mul.wide.u32 d1, r0, 16; add.u64 d2, d0, d1;",
                        "ld.global.v4.f32 {f0, f1, f2, f3}, [d2];",
                        "shl.b32 r1, r0, 4; mov.u32 r3, a; add.u32 r3, r3, r1;",
                        "st.shared.v2.f32 [r3+8], {f1, f0}; st.shared.v2.f32 [r3], {f3, f2};",
                        "ld.shared.v4.f32 {f4, f5, f6, f7}, [r3];",
                        "ld.param.u64 d3, [y]; add.u64 d3, d3, d1;",
                        "st.global.v4.f32 [d3], {f4, f5, f6, f7}; ret;");
        for (int i = 0; i < 64; i++) {
            assertEquals("x[" + (i ^ 3) + "]", k.shows("y", i));
        }
    }

    @Test
    void oneLaneOutOfBoundsHidesNothingOfTheOthers() {
        Kernel k =
                kernel(
                        32,
                        TID,
                        "mul.wide.u32 d1, r0, 12; add.u64 d2, d0, d1; ld.global.f32 f0, [d2];",
                        "mov.u32 r3, a; shr.u32 r1, r0, 1; shl.b32 r1, r1, 2; add.u32 r3, r3, r1;",
                        "st.shared.f32 [r3], f0; ret;");
        assertEquals(List.of("OUT_OF_BOUNDS@8", "RACE@10"), k.findings());
        assertEquals(List.of(22), k.run().findings().get(0).threads());
        assertEquals(List.of(1, 0), k.run().findings().get(1).threads());
    }

    @Test
    void aReadByAllLanesRacesForTheFirstThatDidNotWrite() {
        Kernel k =
                kernel(
                        32,
                        TID,
                        "setp.eq.u32 p0, r0, 0; mov.f32 f0, 0f3F800000;",
                        "@p0 st.shared.f32 [a], f0;",
                        "ld.shared.f32 f1, [a]; ret;");
        assertEquals(List.of("RACE@10"), k.findings());
        assertEquals(List.of(1, 0), k.run().findings().get(0).threads());
    }

    @Test
    void theLastLaneWritesLast() {
        Kernel k =
                kernel(
                        32,
                        TID,
                        "and.b32 r1, r0, 30; shl.b32 r1, r1, 1; mov.u32 r2, a; add.u32 r2, r2, r1;",
                        "st.shared.u32 [r2], r0; ret;");
        assertEquals(List.of("RACE@9"), k.findings());
        Kernel same = kernel(32, TID, "mov.u32 r1, 7; st.shared.u32 [a+4], r1; ret;");
        assertEquals(
                List.of(true), same.run().findings().stream().map(Finding::sameValue).toList());
    }

    @Test
    void theLastByteOfTheAddressSpaceIsInNoObject() {
        Kernel k =
                kernel(
                        1,
                        TID,
                        "mov.u64 d1, -1; mov.u32 r1, 0;",
                        "st.global.u8 [d1], r1;",
                        "ld.global.u8 r1, [d1];",
                        "ret;");
        assertEquals(List.of("OUT_OF_BOUNDS@9", "OUT_OF_BOUNDS@10"), k.findings());
    }

    @Test
    void cellsOfOtherWidthsAreSplitAndJoinedForEachLane() {
        Kernel k =
                kernel(
                        32,
                        TID,
                        "mul.wide.u32 d1, r0, 4; add.u64 d2, d0, d1; ld.global.f32 f0, [d2];",
                        "mov.b32 {h0, h1}, f0; shl.b32 r1, r0, 2; mov.u32 r2, a; add.u32 r2, r2,"
                                + " r1;",
                        "st.shared.b16 [r2], h0; st.shared.b16 [r2+2], h1; ld.shared.f32 f1, [r2];",
                        "ld.param.u64 d3, [y]; add.u64 d3, d3, d1; st.global.f32 [d3], f1; ret;");
        IntStream.range(0, 32).forEach(i -> assertEquals("x[" + i + "]", k.shows("y", i)));
    }

    @Test
    void aStoreToAPartOfACellReadsNothing() {
        String store = "mov.b16 h0, 1; shl.b32 r1, r0, 2; mov.u32 r2, a; add.u32 r2, r2, r1;";
        Kernel k = kernel(32, TID, store, "st.shared.b16 [r2], h0; ret;");
        assertEquals(List.of(), undefinedReads(k));
        Kernel rest =
                kernel(
                        32,
                        TID,
                        store,
                        "st.shared.b16 [r2], h0;",
                        "ld.shared.b16 h1, [r2];",
                        "ld.shared.b16 h1, [r2+2];",
                        "st.shared.b16 [r2+2], h0; ld.shared.b32 r3, [r2]; ret;");
        assertEquals(List.of(11), undefinedReads(rest));
    }

    /** The lines at which something is read that was never written. */
    private static List<Integer> undefinedReads(Kernel k) {
        return k.run().undefinedReads().values().stream()
                .filter(f -> f.location() != null)
                .map(f -> f.location().position().line())
                .toList();
    }

    @Test
    void statisticsCountWhatAPairwiseCheckerWouldTest() {
        Statistics s =
                kernel(
                                64,
                                TID,
                                "shl.b32 r1, r0, 2; mov.u32 r2, a; add.u32 r2, r2, r1;",
                                "st.shared.u32 [r2], r0; bar.sync 0;",
                                "ld.shared.u32 r3, [a]; bar.sync 3, 64; ret;")
                        .run()
                        .statistics();
        assertEquals(2, s.dynamicBarriers());
        assertEquals(64, s.sharedAddresses());
        assertEquals(4 * 64, s.statements());
        assertEquals(65 * 64 / 2, s.raceTests());
    }
}
