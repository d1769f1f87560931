package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.PtxModule;
import io.heddle.replay.Evaluate;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.term.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Branches, calls, parameters, local memory and special registers, on nvcc's output. */
final class ControlStepsTest {
    private static final PtxModule CONTROL = Kernels.resource("/ptx/nvcc/ctl.sm_80.ptx");

    private static Kernels.Run run(String entry, float... x) {
        return new Kernels.Run(CONTROL, entry)
                .threads(4)
                .floats("a", x)
                .out("o", ElementType.F32, 16);
    }

    @Test
    void loopsAndSwitchesTakeTheRightWay() {
        assertEquals(
                15f,
                run("f_known", 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
                        .getFloats("o")[0]);
        float[] x = {4, 9, -1, 2};
        assertEquals(5f, run("f_switch", x).scalar(0).getFloats("o")[0]);
        assertEquals(3f, run("f_switch", x).scalar(3).getFloats("o")[1]);
        assertEquals(1f, run("f_switch", x).scalar(4).getFloats("o")[2]);
        assertEquals(0f, run("f_switch", x).scalar(77).getFloats("o")[3]);
    }

    @Test
    void indexedBranchesUseTheirTable() {
        String text =
                "ts: .branchtargets L0, L1, L2; brx.idx %r0, ts; L0: mov.b32 %r9, 10; bra E;"
                        + " L1: mov.b32 %r9, 11; bra E; L2: mov.b32 %r9, 12; E: ";
        assertEquals(12, Evaluate.eval(text, 2));
        ReplayResult r = Evaluate.result(text, 3);
        assertEquals(
                ReplayResult.Reason.UNDEFINED,
                assertInstanceOf(ReplayResult.Stopped.class, r).reason());
    }

    @Test
    void functionsTakeAndGiveValuesStructsAndPointers() {
        float[] y = run("f_call", 1, 2, 3, 4, 5).getFloats("o");
        assertEquals(2 + (float) Math.exp(1), y[0], 1e-6);
        assertEquals(2f, run("f_call_ptr", 1, 2, 3, 4).getFloats("o")[0]);
        float[] v = run("f_call_struct", new float[16]).getFloats("o");
        assertEquals(2f, v[1]);
    }

    @Test
    void recursionAndFunctionTablesWork() {
        // a[2]·(a[1]·(a[0]·… ) with n = 3: r(n) = a[n]·r(n−1)+1, r(0) = 0
        assertEquals(
                4 * (3 * (2 * 0 + 1) + 1) + 1,
                run("f_rec", 9, 2, 3, 4).scalar(3).getFloats("o")[0]);
        assertArrayEquals(
                new float[] {2, 4, 6, 8},
                java.util.Arrays.copyOf(run("f_fptr", 1, 2, 3, 4).scalar(1).getFloats("o"), 4));
        assertEquals(2f, run("f_fptr", 1, 2, 3, 4).scalar(0).getFloats("o")[0]);
    }

    @Test
    void localArraysAreEachThreadsOwn() {
        float[] x = new float[32];
        for (int i = 0; i < 32; i++) {
            x[i] = i;
        }
        assertEquals(8 * 3 + 5, run("f_local", x).scalar(5).getFloats("o")[3]);
        float[] sorted =
                new Kernels.Run(CONTROL, "f_sort").floats("a", 3, 1, 2, 0).scalar(4).getFloats("a");
        assertArrayEquals(new float[] {0, 1, 2, 3}, sorted);
    }

    @Test
    void structsByValueAreReadByOffset() {
        ByteBuffer p = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        p.putInt(24 + 8, 77);
        // pointers stay null: only the out-of-bounds access of a null pointer shows that they are
        // read
        ReplayResult r = new Kernels.Run(CONTROL, "f_struct").bytes(p.array()).result();
        assertInstanceOf(ReplayResult.Finished.class, r); // n = 0: no thread stores
    }

    @Test
    void trapsAndFailedAssertionsStop() {
        for (String entry : new String[] {"f_trap", "f_assert"}) {
            ReplayResult r = run(entry, 1, 2, 3, 4).scalar(-1).result();
            assertEquals(
                    ReplayResult.Reason.TRAP,
                    assertInstanceOf(ReplayResult.Stopped.class, r).reason(),
                    entry);
            assertEquals(2f, run(entry, 1, 2, 3, 4).scalar(1).getFloats("o")[1]);
        }
    }

    @Test
    void printingIsIgnored() {
        ReplayResult r = new Kernels.Run(CONTROL, "f_printf").floats("a", -1f).result();
        assertInstanceOf(ReplayResult.Finished.class, r);
    }

    @Test
    void specialRegistersDescribeTheLaunch() {
        assertEquals(1, Evaluate.eval("mov.u32 %r9, %ntid.x;"));
        assertEquals(0, Evaluate.eval("mov.u32 %r9, %laneid;"));
        assertEquals(32, Evaluate.eval("mov.u32 %r9, WARP_SZ;"));
        assertEquals(0xFFFFFFFEL, Evaluate.eval("mov.u32 %r9, %lanemask_gt;"));
    }

    @Test
    void isspacepTellsWindowsApart() {
        assertEquals(1, Evaluate.eval("isspacep.global %p9, %base0;"));
        assertEquals(0, Evaluate.eval("isspacep.shared %p9, %base0;"));
        String shared = ".shared .b32 s; mov.u64 %q0, s; cvta.shared.u64 %q1, %q0; ";
        assertEquals(1, Evaluate.eval(shared + "isspacep.shared %p9, %q1;".replace("%p9", "%p9")));
        assertEquals(
                5,
                Evaluate.eval(
                        shared.replace("%q1", "%q3") + "st.b32 [%q3], 5; ld.shared.b32 %r9, [s];"));
    }

    @Test
    void unknownInstructionsStopWhereTheyAreReached() {
        ReplayResult r =
                Evaluate.result("setp.eq.u32 %p1, 0, 1; @%p1 vadd.s32.s32.s32 %r9, %r0, %r1;");
        assertInstanceOf(
                ReplayResult.Stopped.class, Evaluate.result("vadd.s32.s32.s32 %r9, %r0, %r1;"));
        assertInstanceOf(ReplayResult.Finished.class, r);
    }

    @Test
    void whatIsNotModelledIsNamed() {
        assertSays(".mmio", "ld.mmio.relaxed.sys.global.b32 %r9, [%base0];");
        assertSays(".cluster", "barrier.cluster.arrive;");
        assertSays(".bulk", "cp.async.bulk.wait_group 0;");
        assertSays("a table that is no number", "lop3.b32 %r9, %r0, %r1, %r0, %r1;");
        assertSays("a carry of 16 bits", "add.cc.u16 %h0, %h0, %h0;");
        assertSays("no state space", "isspacep %p1, %q1;");
    }

    private static void assertSays(String why, String text) {
        ReplayResult.Stopped stopped =
                assertInstanceOf(ReplayResult.Stopped.class, Evaluate.result(text, 1, 2), text);
        assertEquals(ReplayResult.Reason.UNSUPPORTED, stopped.reason(), text);
        assertTrue(stopped.message().contains(why), stopped.message());
    }
}
