package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import io.heddle.machine.SimulationOptions;
import io.heddle.term.ElementType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each part of an execution looks at its time, and whether somebody has ended it. */
class SimulationClockTest {
    private static final String STORE =
            "mov.u32 r0, %tid.x; mul.wide.u32 d0, r0, 4; ld.param.u64 d1, [y]; add.s64 d1, d1, d0;"
                    + " st.global.b32 [d1], r0; ret;";

    @AfterEach
    void forgetTheInterrupt() {
        Thread.interrupted();
    }

    private static SimulationOptions late() {
        SimulationOptions o = SimulationOptions.defaults();
        return new SimulationOptions(
                o.sameValueRaces(),
                o.warpSynchronous(),
                o.finiteMasks(),
                o.recordBarriers(),
                o.maxInstructions(),
                System.nanoTime() - 1);
    }

    /** What comes of an execution that is interrupted just before the first instruction. */
    private static SimulationResult interrupted(Kernel k) {
        return Simulator.watch(
                k.launch(),
                k.store(),
                SimulationOptions.defaults(),
                program -> Thread.currentThread().interrupt());
    }

    private static String limit(SimulationResult result) {
        assertFalse(result.complete());
        Finding last = result.findings().get(result.findings().size() - 1);
        assertEquals(Finding.Kind.UNDECIDED, last.kind());
        return last.message();
    }

    @Test
    void nothingIsExecutedWithoutTime() {
        Kernel k = Kernel.of(STORE).out("y", ElementType.S32, 32).threads(32).options(late());
        assertEquals("out of time, before the execution", limit(k.run()));
        assertEquals(0, k.run().statistics().instructions());
    }

    @Test
    void aFewStepsOfWarpsLieBetweenTwoLooks() {
        Kernel k =
                Kernel.of(
                                "mov.b32 r1, 1000;",
                                "L: sub.s32 r1, r1, 1; setp.ne.s32 p0, r1, 0; @p0 bra L;",
                                STORE)
                        .out("y", ElementType.S32, 32)
                        .threads(32);
        SimulationResult result = interrupted(k);
        assertTrue(limit(result).startsWith("interrupted, at k.ptx:"), limit(result));
        assertTrue(result.statistics().instructions() <= 64 * 32);
    }

    @Test
    void fewerStepsThatMakeManyTermsLieBetweenTwoLooks() {
        String mma =
                "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {r2, r3, r4, r5}, {r1, r6}, {r6},"
                        + " {r2, r3, r4, r5};\n";
        Kernel k =
                Kernel.of(
                                "mov.u32 r0, %tid.x; mul.wide.u32 d0, r0, 4; ld.param.u64 d1, [x];",
                                "add.s64 d1, d1, d0; ld.global.b32 r1, [d1]; ld.global.b32 r6,"
                                        + " [d1+128];",
                                "mov.b32 r2, 0; mov.b32 r3, 0; mov.b32 r4, 0; mov.b32 r5, 0;",
                                mma.repeat(40),
                                STORE)
                        .in("x", ElementType.F16, 128)
                        .out("y", ElementType.S32, 32)
                        .threads(32);
        SimulationResult result = interrupted(k);
        assertTrue(limit(result).startsWith("interrupted, at k.ptx:"), limit(result));
        assertTrue(result.statistics().instructions() < 60 * 32); // of 64
    }

    @Test
    void readingWhatTensorsHoldLooksAtTheTime() {
        Kernel k = Kernel.of(STORE).zero("y", ElementType.S32, 5000).threads(32);
        assertEquals("interrupted, after the execution", limit(interrupted(k)));
    }

    @Test
    void anExecutionWithTimeIsAsEver() {
        Kernel k = Kernel.of(STORE).zero("y", ElementType.S32, 5000).threads(32);
        assertTrue(k.run().complete());
        assertEquals("5", k.shows("y", 5));
    }
}
