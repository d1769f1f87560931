package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Shuffles, votes and barriers. */
final class WarpStepsTest {
    private static final PtxModule MEMORY = Kernels.resource("/replay/mem.sm_80.ptx");
    private static final PtxModule SYNC = Kernels.resource("/replay/sync.sm_80.ptx");

    private static float[] ramp(int n) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = i;
        }
        return x;
    }

    private static float[] run(PtxModule module, String entry, int n) {
        return new Kernels.Run(module, entry)
                .threads(n)
                .floats("a", ramp(n))
                .out("o", ElementType.F32, n)
                .getFloats("o");
    }

    /** Runs a snippet by 32 threads; each stores %r9. */
    private static long[] lanes(String text, int threads, ReplayOptions.Schedule schedule) {
        String kernel =
                ".version 9.0\n"
                        + ".target sm_90a\n"
                        + ".address_size 64\n"
                        + ".visible .entry k(.param .u64 o)\n"
                        + "{\n"
                        + ".reg .b32 %r<16>; .reg .pred %p<16>; .reg .b64 %q<4>;\n"
                        + "mov.u32 %r0, %tid.x; mov.u32 %r9, 0;\n"
                        + text
                        + "\n"
                        + "ld.param.u64 %q0, [o]; mul.wide.u32 %q1, %r0, 4; add.u64 %q0, %q0,"
                        + " %q1;\n"
                        + "st.global.u32 [%q0], %r9; ret;\n"
                        + "}\n";
        TensorContents t =
                new Kernels.Run(PtxParser.parse("k.ptx", kernel), "k")
                        .threads(threads)
                        .options(ReplayOptions.defaults().with(schedule))
                        .out("o", ElementType.U32, threads)
                        .get("o");
        long[] bits = new long[threads];
        Arrays.setAll(bits, t::bits);
        return bits;
    }

    private static long[] lanes(String text) {
        return lanes(text, 32, ReplayOptions.Schedule.ASCENDING);
    }

    @Test
    void shufflesMoveValuesBetweenLanes() {
        assertEquals(496f, run(MEMORY, "s_xor", 32)[17]);
        assertEquals(496f, run(MEMORY, "s_down", 32)[0]);
        assertEquals(15f, run(MEMORY, "s_up", 32)[5]);
        assertEquals(0f, run(MEMORY, "s_idx", 32)[9]);
        assertEquals(19f, run(MEMORY, "s_idx_w8", 32)[20]);
    }

    @Test
    void anOutOfRangeShuffleKeepsTheOwnValueAndClearsThePredicate() {
        long[] r =
                lanes(
                        "shfl.sync.down.b32 %r1|%p1, %r0, 1, 31, -1; selp.u32 %r2, 100, 0, %p1;"
                                + " add.u32 %r9, %r1, %r2;");
        assertEquals(101, r[0]);
        assertEquals(31, r[31]);
    }

    @Test
    void legacyShufflesTakeTheLanesThatAreThere() {
        long[] r = lanes("shfl.bfly.b32 %r9, %r0, 1, 31;");
        assertEquals(6, r[7]);
    }

    @Test
    void votesMatchesAndReductionsSeeAllLanes() {
        assertEquals(
                0xFFFFFF00L,
                lanes("setp.ge.u32 %p1, %r0, 8; vote.sync.ballot.b32 %r9, %p1, -1;")[3]);
        assertEquals(
                1,
                lanes(
                        "setp.ge.u32 %p1, %r0, 31; vote.sync.any.pred %p2, %p1, -1; selp.u32 %r9,"
                                + " 1, 0, %p2;")[3]);
        assertEquals(
                0,
                lanes(
                        "setp.ge.u32 %p1, %r0, 31; vote.sync.all.pred %p2, %p1, -1; selp.u32 %r9,"
                                + " 1, 0, %p2;")[3]);
        assertEquals(
                1,
                lanes(
                        "setp.ge.u32 %p1, %r0, 0; vote.sync.uni.pred %p2, !%p1, -1; selp.u32 %r9,"
                                + " 1, 0, %p2;")[3]);
        assertEquals(
                0x11111111L, lanes("and.b32 %r1, %r0, 3; match.any.sync.b32 %r9, %r1, -1;")[4]);
        assertEquals(0, lanes("match.all.sync.b32 %r9|%p1, %r0, -1;")[4]);
        assertEquals(496, lanes("redux.sync.add.s32 %r9, %r0, -1;")[4]);
        assertEquals(31, lanes("redux.sync.max.u32 %r9, %r0, -1;")[4]);
        assertEquals(0, lanes("redux.sync.xor.b32 %r9, %r0, -1;")[4]);
        assertEquals(1, lanes("elect.sync %r1|%p1, -1; selp.u32 %r9, 1, 0, %p1;")[0]);
        assertEquals(0, lanes("elect.sync %r1|%p1, -1; selp.u32 %r9, 1, 0, %p1;")[1]);
    }

    @Test
    void activemaskNamesTheLanesOfABranch() {
        String text = "setp.lt.u32 %p1, %r0, 4; @!%p1 bra L; activemask.b32 %r9; L: ";
        assertEquals(0xF, lanes(text)[2]);
        assertEquals(0, lanes(text)[5]);
    }

    @Test
    void lanesThatExitedAreNotWaitedFor() {
        String text = "setp.ge.u32 %p1, %r0, 30; @%p1 exit; bar.warp.sync -1; mov.u32 %r9, 7;";
        for (ReplayOptions.Schedule s : ReplayOptions.Schedule.values()) {
            assertEquals(7, lanes(text, 32, s)[0]);
        }
    }

    @Test
    void barrierReductionsCountPredicates() {
        String text = "setp.lt.u32 %p1, %r0, 5; bar.red.popc.u32 %r9, 0, %p1;";
        assertEquals(5, lanes(text, 64, ReplayOptions.Schedule.DESCENDING)[63]);
        String and =
                "setp.lt.u32 %p1, %r0, 64; bar.red.and.pred %p2, 0, %p1; selp.u32 %r9, 1, 0, %p2;";
        assertEquals(1, lanes(and, 64, ReplayOptions.Schedule.ASCENDING)[63]);
    }

    @Test
    void namedBarriersLetProducersGoOn() {
        String text =
                "setp.lt.u32 %p1, %r0, 32; @%p1 bra P; bar.sync 1, 64; mov.u32 %r9, 2; bra E;\n"
                        + "P: bar.arrive 1, 64; mov.u32 %r9, 1; E: ";
        long[] r = lanes(text, 64, ReplayOptions.Schedule.DESCENDING);
        assertEquals(1, r[0]);
        assertEquals(2, r[40]);
    }

    @Test
    void aBarrierThatNobodyCompletesIsADeadlock() {
        String text = "setp.lt.u32 %p1, %r0, 32; @%p1 bra E; bar.sync 1, 64; E: bar.sync 0;";
        AssertionError e =
                org.junit.jupiter.api.Assertions.assertThrows(
                        AssertionError.class,
                        () -> lanes(text, 64, ReplayOptions.Schedule.ASCENDING));
        assertEquals(true, e.getMessage().contains("DEADLOCK"));
    }

    @Test
    void cooperativeGroupsRunInEverySchedule() {
        for (ReplayOptions.Schedule s : ReplayOptions.Schedule.values()) {
            float[] y =
                    new Kernels.Run(SYNC, "g_scan")
                            .threads(32)
                            .options(ReplayOptions.defaults().with(s))
                            .floats("a", ramp(32))
                            .getFloats("a");
            assertEquals(15f, y[5]);
        }
    }

    @Test
    void anEndlessLoopEndsWithTheBudget() {
        PtxModule m =
                PtxParser.parse(
                        "k.ptx",
                        ".version 9.0\n"
                                + ".target sm_80\n"
                                + ".address_size 64\n"
                                + ".entry k()\n"
                                + "{\n"
                                + "L: bra L;\n"
                                + "}\n");
        ReplayResult r =
                new Kernels.Run(m, "k").options(ReplayOptions.defaults().within(1000)).result();
        ReplayResult.Stopped s = assertInstanceOf(ReplayResult.Stopped.class, r);
        assertEquals(ReplayResult.Reason.BUDGET, s.reason());
    }
}
