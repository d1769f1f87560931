package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.term.ElementType;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Instructions that are executed together, and that this changes nothing. */
class StraightLinesTest {
    private static final int MANY = 120_000; // rounds: more than blocks are executed singly

    /** In round a[1], x is read at an index far away; line 19 is the load. */
    private static final PtxModule LOOP =
            PtxParser.parse(
                    "loop.ptx",
                    """
                    .version 8.0
                    .target sm_80
                    .address_size 64
                    .visible .entry k(.param .u64 a, .param .u64 y)
                    {
                      .reg .b32 %r<9>; .reg .b64 %q<9>; .reg .pred %p<9>;
                      ld.param.u64 %q1, [a];
                      ld.param.u64 %q2, [y];
                      ld.global.u32 %r1, [%q1];
                      ld.global.u32 %r2, [%q1+4];
                      mov.u32 %r3, 0;
                      mov.u32 %r4, 1;
                    L:
                      mad.lo.u32 %r4, %r4, 1664525, 1013904223;
                      setp.eq.u32 %p2, %r3, %r2;
                      selp.b32 %r5, 4096, 0, %p2;
                      cvt.u64.u32 %q3, %r5;
                      add.u64 %q4, %q1, %q3;
                      ld.global.u32 %r6, [%q4];
                      @%p2 add.u32 %r6, %r6, 5;
                      xor.b32 %r4, %r4, %r6;
                      add.u32 %r3, %r3, 1;
                      setp.lt.u32 %p1, %r3, %r1;
                      @%p1 bra L;
                      st.global.u32 [%q2], %r4;
                      ret;
                    }
                    """);

    private static ReplayResult run(int rounds, int bad, ReplayOptions.Schedule schedule) {
        return new Kernels.Run(LOOP, "k")
                .in("a", ElementType.U32, rounds, bad)
                .out("y", ElementType.U32, 1)
                .options(ReplayOptions.defaults().with(schedule))
                .result();
    }

    private static ReplayResult.Finished finished(int rounds, ReplayOptions.Schedule schedule) {
        return assertInstanceOf(ReplayResult.Finished.class, run(rounds, -1, schedule));
    }

    @Test
    void aLoopComputesTheSameInBlocksAndOneByOne() {
        int x = 1;
        for (int k = 0; k < MANY; k++) {
            x = (x * 1664525 + 1013904223) ^ MANY;
        }
        for (ReplayOptions.Schedule s : ReplayOptions.Schedule.values()) {
            assertEquals(x & 0xFFFFFFFFL, finished(MANY, s).tensors().get("y").bits(0), s.name());
        }
    }

    @Test
    void everyInstructionCounts() {
        long once = finished(1, ReplayOptions.Schedule.ASCENDING).instructions();
        long often = finished(MANY, ReplayOptions.Schedule.ASCENDING).instructions();
        assertEquals(11L * (MANY - 1), often - once);
    }

    @Test
    void aBlockStopsAtTheInstructionThatCannotGoOn() {
        for (int bad : new int[] {0, MANY - 1}) {
            ReplayResult r = run(MANY, bad, ReplayOptions.Schedule.ASCENDING);
            ReplayResult.Stopped stop = assertInstanceOf(ReplayResult.Stopped.class, r);
            assertEquals(ReplayResult.Reason.OUT_OF_BOUNDS, stop.reason());
            assertEquals(19, stop.position().line());
        }
    }

    @Test
    void aBlockEndsBehindWhatMayGoElsewhereAndBeforeATarget() {
        BitSet starts = StraightLines.starts(LOOP.function("k"));
        BitSet expected = new BitSet();
        expected.set(0);
        expected.set(6); // L
        expected.set(17); // behind the branch
        expected.set(19); // behind ret
        assertEquals(expected, starts);
    }
}
