package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.PtxModule;
import io.heddle.replay.Evaluate;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import org.junit.jupiter.api.Test;

/** Loads, stores, atomics and address spaces, on snippets and on nvcc's output. */
final class MemoryStepsTest {
    private static final PtxModule MEMORY = Kernels.resource("/replay/mem.sm_80.ptx");

    private static float[] ramp(int n) {
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = i + 0.5f;
        }
        return x;
    }

    @Test
    void loadsExtendToTheRegisterBySignedness() {
        assertEquals(0xFFFFFF80L, Evaluate.eval("ld.global.s8 %r9, [%base0];", 0x80));
        assertEquals(0x80, Evaluate.eval("ld.global.u8 %r9, [%base0];", 0x80));
        assertEquals(-2L, Evaluate.eval("ld.global.s32 %q9, [%base0];", 0xFFFFFFFEL));
        assertEquals(0x5678, Evaluate.eval("ld.global.v2.u16 {%h8, %h9}, [%base0];", 0x56781234));
        assertEquals(7, Evaluate.eval("ld.global.v4.b32 {_, _, %r9, _}, [%base0];", 5, 7));
    }

    @Test
    void storesCutToTheirWidth() {
        String text = "st.global.u8 [%base0+1], %r1; ld.global.b32 %r9, [%base0];";
        assertEquals(0x1234AB78L, Evaluate.eval(text, 0x12345678, 0xFFAB));
    }

    @Test
    void accessesOutsideObjectsAndMisalignedOnesStop() {
        assertStops(ReplayResult.Reason.OUT_OF_BOUNDS, "ld.global.b32 %r9, [%base0+64];");
        assertStops(ReplayResult.Reason.OUT_OF_BOUNDS, "st.global.b32 [%base0+-4], %r0;");
        assertStops(ReplayResult.Reason.MISALIGNED, "ld.global.b32 %r9, [%base0+2];");
        assertStops(ReplayResult.Reason.MISALIGNED, "ld.global.v2.b32 {%r8, %r9}, [%base0+4];");
        assertStops(ReplayResult.Reason.OUT_OF_BOUNDS, "ld.b32 %r9, [%q7];");
    }

    private static void assertStops(ReplayResult.Reason reason, String text) {
        ReplayResult r = Evaluate.result(text);
        assertEquals(reason, assertInstanceOf(ReplayResult.Stopped.class, r).reason(), text);
    }

    @Test
    void atomicsReturnTheOldValueAndStoreTheNew() {
        assertEquals(5, Evaluate.eval("atom.global.add.u32 %r9, [%base0], 3;", 5));
        String then = " ld.global.b32 %r9, [%base0];";
        assertEquals(8, Evaluate.eval("red.global.add.u32 [%base0], 3;" + then, 5));
        assertEquals(9, Evaluate.eval("atom.global.cas.b32 %r8, [%base0], 5, 9;" + then, 5));
        assertEquals(6, Evaluate.eval("atom.global.cas.b32 %r8, [%base0], 5, 9;" + then, 6));
        assertEquals(0, Evaluate.eval("atom.global.inc.u32 %r8, [%base0], 5;" + then, 5));
        assertEquals(5, Evaluate.eval("atom.global.dec.u32 %r8, [%base0], 5;" + then, 0));
        assertEquals(
                0xFFFFFFFFL,
                Evaluate.eval("atom.global.min.s32 %r8, [%base0], %r1;" + then, 5, 0xFFFFFFFFL));
        assertEquals(
                5, Evaluate.eval("atom.global.min.u32 %r8, [%base0], %r1;" + then, 5, 0xFFFFFFFFL));
        long half =
                Evaluate.eval(
                        "atom.global.add.noftz.f16x2 %r8, [%base0], %r1;" + then,
                        0x3C003C00,
                        0x3C004000);
        assertEquals(0x40004200L, half);
    }

    @Test
    void sharedMemoryIsOneForTheCta() {
        float[] x = ramp(256);
        float[] y =
                new Kernels.Run(MEMORY, "m_static")
                        .threads(256)
                        .floats("a", x)
                        .out("o", ElementType.F32, 256)
                        .getFloats("o");
        for (int i = 0; i < 256; i++) {
            assertEquals(x[255 - i], y[i]);
        }
    }

    @Test
    void dynamicSharedMemoryHasTheLaunchsSize() {
        Kernels.Run run =
                new Kernels.Run(MEMORY, "m_dyn")
                        .threads(8)
                        .floats("a", ramp(8))
                        .out("o", ElementType.F32, 8);
        assertArrayEquals(
                new float[] {7.5f, 6.5f, 5.5f, 4.5f, 3.5f, 2.5f, 1.5f, 0.5f},
                run.shared(32).getFloats("o"));
        ReplayResult.Stopped small =
                assertInstanceOf(ReplayResult.Stopped.class, run.shared(28).result());
        assertEquals(ReplayResult.Reason.OUT_OF_BOUNDS, small.reason());
    }

    @Test
    void genericPointersReachSharedAndGlobalMemory() {
        for (int c = 0; c < 2; c++) {
            float[] y =
                    new Kernels.Run(MEMORY, "m_sgeneric")
                            .threads(64)
                            .floats("a", ramp(64))
                            .out("o", ElementType.F32, 64)
                            .scalar(c)
                            .getFloats("o");
            assertEquals(3.5f, y[2]);
        }
    }

    @Test
    void initialisedTablesAreRead() {
        float[] y =
                new Kernels.Run(MEMORY, "m_gtab")
                        .threads(8)
                        .floats("a", 1, 1, 1, 1, 1, 1, 1, 1)
                        .out("o", ElementType.F32, 8)
                        .getFloats("o");
        assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, y);
    }

    @Test
    void onlyStoredElementsCountAsWritten() {
        TensorContents y =
                new Kernels.Run(MEMORY, "m_ldg")
                        .threads(3)
                        .floats("a", ramp(4))
                        .out("o", ElementType.F32, 4)
                        .get("o");
        assertTrue(y.isDefined(2));
        assertFalse(y.isDefined(3));
        assertTrue(Double.isNaN(y.value(3)));
    }

    @Test
    void atomicAdditionsOfAllThreadsArrive() {
        float[] sum =
                new Kernels.Run(MEMORY, "t_fadd")
                        .threads(64)
                        .ctas(2)
                        .floats("a", ramp(64))
                        .floats("o", 0f)
                        .getFloats("o");
        assertEquals(2 * 64 * 32, sum[0]);
        float[] max =
                new Kernels.Run(MEMORY, "t_fmax_cas")
                        .threads(64)
                        .floats("a", ramp(64))
                        .floats("o", 0f)
                        .getFloats("o");
        assertEquals(63.5f, max[0]);
    }
}
