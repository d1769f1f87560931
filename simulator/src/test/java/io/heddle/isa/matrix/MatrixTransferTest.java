package io.heddle.isa.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.isa.BothInterpreters;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ldmatrix, stmatrix and movmatrix: layouts, agreement with the replay, and what is a race. */
final class MatrixTransferTest {
    /** Each thread stores 64 bytes of a: the first 2 KiB of the tile. */
    private static final String FILL =
            "mul.wide.u32 q0, r0, 64; add.u64 q1, a, q0; add.u64 q2, g, q0;\n"
                    + "ld.global.v4.u32 {r1, r2, r3, r4}, [q1]; st.v4.u32 [q2], {r1, r2, r3, r4};\n"
                    + "ld.global.v4.u32 {r1, r2, r3, r4}, [q1+16];"
                    + " st.v4.u32 [q2+16], {r1, r2, r3, r4};\n"
                    + "ld.global.v4.u32 {r1, r2, r3, r4}, [q1+32];"
                    + " st.v4.u32 [q2+32], {r1, r2, r3, r4};\n"
                    + "ld.global.v4.u32 {r1, r2, r3, r4}, [q1+48];"
                    + " st.v4.u32 [q2+48], {r1, r2, r3, r4};\n"
                    + "bar.sync 0;\n";

    /** Row l of the warp is the 16 bytes at (7 l xor 5) * 16 from the tile's start. */
    private static final String ROW =
            "mul.lo.u32 r5, r0, 7; and.b32 r5, r5, 31; xor.b32 r5, r5, 5; shl.b32 r5, r5, 4;"
                    + " add.u32 r6, s, r5;\n";

    private static final String OUT =
            "mul.wide.u32 q0, r0, 16; add.u64 q1, d, q0;"
                    + " st.global.v4.u32 [q1], {r10, r11, r12, r13};\n";

    private static final String ZERO =
            "mov.u32 r10, 0; mov.u32 r11, 0; mov.u32 r12, 0; mov.u32 r13, 0;\n";

    @Test
    void anEightByEightMatrixGivesEachLaneTwoNeighbours() {
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < 2; e++) {
                assertEquals(lane / 4, MatrixLayout.M8N8.row(lane, e));
                assertEquals(2 * (lane % 4) + e, MatrixLayout.M8N8.position(lane, e));
                assertEquals(2 * (lane % 4) + e, MatrixLayout.M8N8_TRANS.row(lane, e));
                assertEquals(lane / 4, MatrixLayout.M8N8_TRANS.position(lane, e));
            }
        }
    }

    @Test
    void matricesOfBytesGiveEachLaneFour() {
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < 4; e++) {
                assertEquals(lane / 4, MatrixLayout.M8N16.row(lane, e));
                assertEquals(4 * (lane % 4) + e, MatrixLayout.M8N16.position(lane, e));
                int column = 2 * (lane % 4) + e % 2;
                int row = lane / 4 + 8 * (e / 2);
                assertEquals(column, MatrixLayout.M16N8_TRANS.row(lane, e));
                assertEquals(row, MatrixLayout.M16N8_TRANS.position(lane, e));
            }
        }
    }

    @Test
    void everyElementOfAMatrixIsHeldOnce() {
        for (MatrixLayout layout :
                List.of(
                        MatrixLayout.M8N8,
                        MatrixLayout.M8N8_TRANS,
                        MatrixLayout.M8N16,
                        MatrixLayout.M16N8_TRANS)) {
            int width = 128 / layout.elementBits();
            BitSet seen = new BitSet();
            for (int lane = 0; lane < 32; lane++) {
                for (int e = 0; e < layout.elements(); e++) {
                    seen.set(layout.row(lane, e) * width + layout.position(lane, e));
                }
            }
            assertEquals(8 * width, seen.cardinality());
            assertEquals(8 * width, seen.length());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m8n8.x1.shared.b16 {r10}",
                "x2.m8n8.shared::cta.b16 {r10, r11}",
                "m8n8.x4.shared.b16 {r10, r11, r12, r13}",
                "x4.trans.m8n8.shared.b16 {r10, r11, r12, r13}",
                "m8n8.x2.trans.shared.b16 {r12, r13}",
                "m8n8.x1.trans.shared.b16 {r11}",
                "m8n16.x1.shared.b8x16.b4x16_p64 {r10}",
                "m8n16.x4.shared.b8x16.b4x16_p64 {r10, r11, r12, r13}",
                "m8n16.x2.shared.b8x16.b6x16_p32 {r10, r11}",
                "m8n16.x4.shared.b8x16.b6x16_p32 {r10, r11, r12, r13}"
            })
    void loadsAgreeWithTheReplay(String form) {
        String load = "ldmatrix.sync.aligned." + form + ", [r6];\n";
        BothInterpreters.agree(FILL + ROW + ZERO + load + OUT, 32, 512, 128);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m8n8.x1.shared.b16 [r6], {r1}",
                "m8n8.x2.shared.b16 [r6], {r1, r2}",
                "x4.m8n8.shared.b16 [r6], {r1, r2, r3, r4}",
                "m8n8.x4.trans.shared.b16 [r6], {r4, r3, r2, r1}",
                "m8n8.x1.trans.shared::cta.b16 [r6], {r1}",
                "m16n8.x1.trans.shared.b8 [r6], {r1}",
                "m16n8.x2.trans.shared.b8 [r6], {r1, r2}",
                "m16n8.x4.trans.shared.b8 [r6], {r1, r2, r3, r4}"
            })
    void storesAgreeWithTheReplay(String form) {
        String store = "stmatrix.sync.aligned." + form + ";\nbar.sync 0;\n";
        String back =
                "mul.wide.u32 q0, r0, 16; add.u64 q2, g, q0; ld.v4.u32 {r10, r11, r12, r13},"
                        + " [q2];\n";
        BothInterpreters.agree(FILL + ROW + store + back + OUT, 32, 512, 128);
    }

    @Test
    void aGenericAddressIsOneOfSharedMemory() {
        String load =
                "cvt.u64.u32 q3, r5; add.u64 q3, g, q3;"
                        + " ldmatrix.sync.aligned.m8n8.x4.b16 {r10, r11, r12, r13}, [q3];\n";
        BothInterpreters.agree(FILL + ROW + load + OUT, 32, 512, 128);
        assertEquals(
                List.of("UNSUPPORTED@9"),
                BothInterpreters.findings("ldmatrix.sync.aligned.m8n8.x1.b16 {r10}, [a];", 32));
    }

    @Test
    void aMatrixIsTransposedInRegisters() {
        String move =
                "movmatrix.sync.aligned.m8n8.trans.b16 r10, r1;"
                        + "movmatrix.sync.aligned.m8n8.trans.b16 r11, r10;"
                        + "mov.u32 r12, r1; mov.u32 r13, 0;\n";
        BothInterpreters.agree(FILL + move + OUT, 32, 512, 128);
    }

    @Test
    void aTransposedLoadIsALoadAndATranspose() {
        String move =
                "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r1}, [r6];"
                        + " movmatrix.sync.aligned.m8n8.trans.b16 r2, r1;"
                        + " ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {r3}, [r6];"
                        + " sub.u32 r10, r2, r3; mov.u32 r11, 0; mov.u32 r12, 0; mov.u32 r13, 0;\n";
        BothInterpreters.agree(FILL + ROW + move + OUT, 32, 512, 128);
    }

    @Test
    void everyWarpMovesItsOwnMatrices() {
        String load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r10, r11, r12, r13}, [r6];\n";
        BothInterpreters.agree(FILL + ROW + load + OUT, 96, 1536, 384);
    }

    // ---------------------------------------------------------------- findings

    private static final String OWN_ROW =
            "shl.b32 r5, r0, 4; add.u32 r6, s, r5; mov.u32 r1, 7;\n"; // line 9

    private static List<String> found(String... lines) {
        return BothInterpreters.findings(OWN_ROW + String.join("\n", lines), 32);
    }

    private static final String STORE = "st.shared.v4.u32 [r6], {r1, r1, r1, r1};";
    private static final String LOAD =
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r10, r11, r12, r13}, [r6];";
    private static final String STORE_MATRIX =
            "stmatrix.sync.aligned.m8n8.x4.shared.b16 [r6], {r1, r1, r1, r1};";
    private static final String READ = "ld.shared.u32 r2, [r6];";

    @Test
    void aRowIsReadByEveryLane() {
        assertEquals(List.of("RACE@11"), found(STORE, LOAD));
        assertEquals(List.of(), found(STORE, "bar.warp.sync -1;", LOAD));
        assertEquals(List.of(), found(STORE, "bar.sync 0;", LOAD));
    }

    @Test
    void aStoreAfterALoadOfTheRowNeedsABarrier() {
        String before = STORE + " bar.sync 0; " + LOAD;
        assertEquals(List.of("RACE@11"), found(before, STORE));
        assertEquals(List.of(), found(before, "bar.warp.sync -1;", STORE));
    }

    @Test
    void aRowIsWrittenByEveryLane() {
        assertEquals(List.of("RACE@11"), found(STORE_MATRIX, READ));
        assertEquals(List.of("RACE@11"), found(STORE, STORE_MATRIX));
        assertEquals(List.of("RACE@11"), found(STORE_MATRIX, LOAD));
        assertEquals(List.of(), found(STORE_MATRIX, "bar.warp.sync -1;", READ));
        assertEquals(List.of(), found(STORE_MATRIX, "bar.sync 0;", LOAD));
    }

    @Test
    void aBarrierOfSomeLanesDoesNotOrderTheOthers() {
        assertEquals(
                List.of("RACE@12"),
                found(
                        STORE,
                        "setp.lt.u32 p0, r0, 16; @p0 bar.warp.sync 0xffff; @!p0 bar.warp.sync"
                                + " 0xffff0000;",
                        LOAD));
        assertEquals(
                List.of("RACE@12"),
                found(
                        STORE_MATRIX,
                        "setp.lt.u32 p0, r0, 16; @p0 bar.warp.sync 0xffff; @!p0 bar.warp.sync"
                                + " 0xffff0000;",
                        STORE_MATRIX));
    }

    @Test
    void rowsStartAtMultiplesOfSixteen() {
        assertEquals(List.of("MISALIGNED@11"), found("add.u32 r6, r6, 8;", LOAD));
        assertEquals(List.of("MISALIGNED@11"), found("add.u32 r6, r6, 8;", STORE_MATRIX));
    }

    @Test
    void rowsLieInTheirArray() {
        assertEquals(List.of("OUT_OF_BOUNDS@11"), found("add.u32 r6, r6, 8176;", LOAD));
        assertEquals(List.of("OUT_OF_BOUNDS@11"), found("add.u32 r6, r6, 8176;", STORE_MATRIX));
    }

    @Test
    void onlyTheLanesOfRowsNeedAddresses() {
        assertEquals(
                List.of(),
                found(
                        "st.shared.v4.u32 [r6], {r1, r1, r1, r1}; bar.sync 0; setp.ge.u32 p0, r0,"
                                + " 16; @p0 mov.u32 r6, 3;",
                        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {r10, r11}, [r6];"));
    }

    @Test
    void aPartOfAWarpIsUnsupported() {
        assertEquals(List.of("UNSUPPORTED@10"), found("setp.lt.u32 p0, r0, 4; @p0 ret; " + LOAD));
        assertEquals(List.of("UNSUPPORTED@10"), BothInterpreters.findings(OWN_ROW + LOAD, 40));
    }

    @Test
    void lanesThatNeverComeAreADeadlock() {
        assertEquals(
                List.of("DEADLOCK@10"),
                found("setp.lt.u32 p0, r0, 4; @p0 bra L; " + LOAD + " L: bar.warp.sync -1;"));
        assertEquals(
                List.of("DEADLOCK@13"),
                found(
                        "setp.lt.u32 p0, r0, 4; @p0 bra L;",
                        LOAD,
                        "ret; L:",
                        LOAD.replace("r6", "r7")));
    }

    @Test
    void lanesThatExitLaterDoNotKeepAShuffleWaiting() {
        assertEquals(
                List.of(),
                found("setp.lt.u32 p0, r0, 4; @p0 ret; shfl.sync.idx.b32 r2, r0, 9, 31, -1;"));
    }

    @Test
    void formsWhoseLayoutIsNotKnownAreUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@10"),
                found("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {r10, r11}, [r6];"));
        assertEquals(
                List.of("UNSUPPORTED@10"),
                found("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {r10}, [r6];"));
    }
}
