package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.term.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BlockSampleTest {
    private static final int SIZE = 1024;

    private static TensorSpec tensor(String name, TensorSpec.Role role) {
        TensorSpec.Init init =
                role == TensorSpec.Role.OUT
                        ? new TensorSpec.Init.Undefined()
                        : new TensorSpec.Init.Symbolic();
        return new TensorSpec(
                name, ElementType.F32, List.of(SIZE), List.of(1L), role, init, null, null);
    }

    /** y[i] = 2 x[i] for the i of all threads, and what {@code text} does to %f1 before. */
    private static Launch kernel(int grid, int block, String index, String text) {
        String ptx =
                ".version 9.0\n.target sm_90\n.address_size 64\n"
                        + ".visible .entry k(.param .u64 x, .param .u64 y)\n{\n"
                        + ".reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %q<6>; .reg .pred %p<2>;\n"
                        + ".shared .align 4 .b8 s[64];\n"
                        + "ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];\n"
                        + "mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;\n"
                        + "mov.u32 %r4, %nctaid.x;\n"
                        + index
                        + "mul.wide.u32 %q2, %r3, 4; add.u64 %q0, %q0, %q2;\n"
                        + "add.u64 %q1, %q1, %q2; ld.global.f32 %f0, [%q0];\n"
                        + "add.f32 %f1, %f0, %f0;\n"
                        + text
                        + "\nst.global.f32 [%q1], %f1; ret;\n}\n";
        return new Launch(
                PtxParser.parse("k.ptx", ptx),
                "k",
                new Dim3(grid, 1, 1),
                new Dim3(block, 1, 1),
                0,
                null,
                List.of(
                        new Argument.Tensor(tensor("x", TensorSpec.Role.IN)),
                        new Argument.Tensor(tensor("y", TensorSpec.Role.OUT))));
    }

    private static final String PLAIN = "mad.lo.u32 %r3, %r0, %r1, %r2;\n";
    private static final String BACKWARDS =
            "sub.u32 %r5, %r4, %r0; sub.u32 %r5, %r5, 1; mad.lo.u32 %r3, %r5, %r1, %r2;\n";

    /** Of a budget that some CTAs of 64 threads keep. */
    private static ReplayVerdict compare(Launch reference, Launch candidate) {
        return compare(reference, candidate, 15_000);
    }

    private static ReplayVerdict compare(Launch reference, Launch candidate, long budget) {
        return new ReplayCheck(reference, candidate, ReplayOptions.defaults().within(budget))
                .expecting(14 * SIZE, 14 * SIZE)
                .compare(List.of("y"));
    }

    @Test
    void blocksAtEvenDistancesStandForAll() {
        ReplayVerdict.Agree agree =
                assertInstanceOf(
                        ReplayVerdict.Agree.class,
                        compare(kernel(64, 16, PLAIN, ""), kernel(64, 16, PLAIN, "")));
        assertTrue(agree.note().startsWith("blocks 0, 21, 42, 63 of 64"), agree.note());
        assertEquals(64, agree.elements());
        assertTrue(agree.points() > 4, agree.toString());
    }

    @Test
    void theCandidatesBlocksAreThoseThatWriteTheSame() {
        ReplayVerdict.Agree other =
                assertInstanceOf(
                        ReplayVerdict.Agree.class,
                        compare(kernel(16, 64, PLAIN, ""), kernel(64, 16, PLAIN, "")));
        assertTrue(
                other.note().startsWith("block 0 of 16 against blocks 0, 1, 2, 3 of 64"),
                "" + other);
        assertEquals(64, other.elements());
        ReplayVerdict.Agree mirrored =
                assertInstanceOf(
                        ReplayVerdict.Agree.class,
                        compare(kernel(16, 64, PLAIN, ""), kernel(16, 64, BACKWARDS, ""), 25_000));
        assertTrue(
                mirrored.note().startsWith("block 0 of 16 against block 15 of 16"), "" + mirrored);
    }

    @Test
    void aDifferenceInASampledBlockIsFound() {
        String wrong = "setp.eq.u32 %p0, %r3, 1020; @%p0 add.f32 %f1, %f1, 0f3F800000;";
        ReplayVerdict.Disagree d =
                assertInstanceOf(
                        ReplayVerdict.Disagree.class,
                        compare(kernel(64, 16, PLAIN, ""), kernel(64, 16, PLAIN, wrong)));
        assertEquals(List.of(1020L), d.index());
        String stray = "setp.eq.u32 %p0, %r3, 1020; @%p0 st.global.f32 [%q1+8192], %f1;";
        assertInstanceOf(
                ReplayVerdict.Stopped.class,
                compare(kernel(64, 16, PLAIN, ""), kernel(64, 16, PLAIN, stray)));
        assertInstanceOf(
                ReplayVerdict.Stopped.class,
                compare(kernel(64, 16, PLAIN, stray), kernel(64, 16, PLAIN, "")));
    }

    @Test
    void blocksThatMayLearnOfEachOtherAreNotSampled() {
        for (String between :
                List.of(
                        "red.global.add.f32 [%q1], %f1;",
                        "atom.global.add.u32 %r6, [%q1], 1;",
                        "atom.add.u32 %r6, [%q1], 1;",
                        "atom.global.cta.add.u32 %r6, [%q1], 1;",
                        "ld.volatile.global.f32 %f0, [%q0];",
                        "ld.acquire.gpu.global.f32 %f0, [%q0];",
                        "st.release.gpu.global.f32 [%q1], %f0;",
                        "st.relaxed.sys.global.f32 [%q1], %f0;",
                        "fence.acq_rel.gpu;",
                        "membar.gl;",
                        "barrier.cluster.arrive; barrier.cluster.wait;",
                        "mapa.u64 %q4, %q0, 0;",
                        "griddepcontrol.wait;")) {
            assertFalse(BlockSample.isPossible(kernel(64, 16, PLAIN, between)), between);
        }
        for (String within :
                List.of(
                        "bar.sync 0;",
                        "fence.acq_rel.cta;",
                        "membar.cta;",
                        "atom.shared.add.u32 %r6, [s], 1;",
                        "ld.volatile.shared.f32 %f0, [s];",
                        "bar.warp.sync -1;",
                        "cp.async.wait_all;")) {
            assertTrue(BlockSample.isPossible(kernel(64, 16, PLAIN, within)), within);
        }
        assertFalse(BlockSample.isPossible(kernel(1, 16, PLAIN, "")));
    }

    @Test
    void theWholeGridIsRunWhereItCannotBeSampled() {
        Launch fenced = kernel(64, 16, PLAIN, "membar.gl;");
        ReplayVerdict.Agree whole =
                assertInstanceOf(ReplayVerdict.Agree.class, compare(fenced, fenced));
        assertEquals("budget: 1 of 8 points", whole.note());
        assertEquals(SIZE, whole.elements());
    }
}
