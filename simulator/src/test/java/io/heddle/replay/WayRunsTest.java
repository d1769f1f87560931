package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.Way;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which ways instructions go, and how much of the outputs launches write. */
class WayRunsTest {
    private static final String HEAD =
            ".version 9.0\n.target sm_90\n.address_size 64\n"
                    + ".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
                    + ".reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %q<6>; .reg .pred %p<4>;\n"
                    + "ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y]; ld.param.u32 %r8, [n];\n"
                    + "mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x;\n"
                    + "mad.lo.u32 %r3, %r0, %r1, %r2;\n";
    private static final String STORE =
            "mul.wide.u32 %q2, %r3, 4; add.u64 %q3, %q0, %q2; add.u64 %q4, %q1, %q2;\n"
                    + "ld.global.f32 %f0, [%q3]; st.global.f32 [%q4], %f0; ret;\n}\n";

    private static Argument tensor(String name, int size, Role role) {
        TensorSpec.Init init =
                role == Role.IN ? new TensorSpec.Init.Symbolic() : new TensorSpec.Init.Undefined();
        return new Argument.Tensor(
                new TensorSpec(
                        name, ElementType.F32, List.of(size), List.of(1L), role, init, null, null));
    }

    private static Launch launch(String body, int grid, int size, Argument from, Argument to) {
        return new Launch(
                PtxParser.parse("k.ptx", HEAD + body),
                "k",
                new Dim3(grid, 1, 1),
                new Dim3(32, 1, 1),
                0,
                null,
                List.of(from, to, new Argument.Scalar(Rational.of(size), false)));
    }

    private static WayRuns runs(String body, int grid, int size) {
        Launch launch =
                launch(body, grid, size, tensor("x", size, Role.IN), tensor("y", size, Role.OUT));
        return WayRuns.ofAllCtas(launch, launch, 1 << 30, System.nanoTime() + (1L << 40));
    }

    /** What CTAs write that stand for the grid. */
    private static WrittenCount written(Computation launches) {
        List<CtaSample> samples =
                launches.launches().stream().map(l -> CtaSample.of(l.grid())).toList();
        WayRuns runs =
                new WayRuns(launches, launches, samples, 1 << 30, System.nanoTime() + (1L << 40));
        LaunchesRun run = runs.prepared(runs.points().get(0), null, runs.options());
        assertEquals(Optional.empty(), runs.run(run));
        return run.written().get("y");
    }

    private static Launch launch(String body, int grid, int size) {
        return launch(body, grid, size, tensor("x", size, Role.IN), tensor("y", size, Role.OUT));
    }

    private static Set<String> words(WayRuns runs) {
        assertEquals(Optional.empty(), runs.run(2));
        return runs.ways().stream().map(Way::words).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "setp.eq.u32 %p0, %r8, 64;|64|setp.eq.u32 holds",
                "setp.eq.u32 %p0, %r8, 65;|64|setp.eq.u32 does not hold",
                "set.lt.u32.s32 %r4, %r2, 99;|64|set.lt.u32.s32 holds",
                "setp.eq.or.u32 %p0, %r8, 64, !%p1;|65|setp.eq.or.u32 does not hold",
                "min.s32 %r4, %r8, 64;|65|min.s32 takes its second operand",
                "min.s32 %r4, %r8, 99;|64|min.s32 takes its first operand",
                "max.u32 %r4, %r8, 64;|65|max.u32 takes its first operand",
                "max.s32 %r4, -1, %r8;|65|max.s32 takes its second operand",
                "slct.s32.s32 %r4, %r8, 64, %r2;|64|slct.s32.s32 takes its first operand",
                "slct.s32.f32 %r4, %r8, 64, -1.0;|64|slct.s32.f32 takes its second operand",
            })
    void anInstructionGoesOneWay(String instruction, int size, String way) {
        assertEquals(Set.of(way), words(runs(instruction + "\n" + STORE, 2, size)));
    }

    @Test
    void ofEqualOperandsEitherIsTheResult() {
        assertEquals(Set.of(), words(runs("min.s32 %r4, %r8, 64;\n" + STORE, 2, 64)));
    }

    @Test
    void threadsGoDifferentWays() {
        String guarded = "setp.ge.u32 %p0, %r3, %r8;\n@%p0 bra END;\n";
        String body = guarded + STORE.replace(" ret;", " END: ret;");
        assertEquals(
                Set.of("setp.ge.u32 does not hold", "bra is skipped by its guard"),
                words(runs(body, 2, 64)));
        WayRuns ragged = runs(body, 2, 63);
        assertEquals(
                Set.of(
                        "setp.ge.u32 does not hold",
                        "setp.ge.u32 holds",
                        "bra is skipped by its guard",
                        "bra is executed"),
                words(ragged));
        assertEquals(63, written(launch(body, 2, 63)).elements());
    }

    @Test
    void aTableHasOneWayForEachTarget() {
        String body =
                "ts: .branchtargets L0, L1, L2;\nand.b32 %r4, %r2, 1;\n"
                        + "brx.idx %r4, ts;\nL0:\nL1:\nL2:\n"
                        + STORE;
        assertEquals(
                Set.of(
                        "brx.idx goes to target 0 of its table",
                        "brx.idx goes to target 1 of its table"),
                words(runs(body, 2, 64)));
    }

    @Test
    void aGuardedSelectionIsNotedWhereItIsExecuted() {
        String body =
                "setp.eq.u32 %p0, %r8, 1; setp.eq.u32 %p1, %r2, 3;\n"
                        + "@%p0 selp.b32 %r4, 1, 2, %p1;\n"
                        + STORE;
        Set<String> ways = words(runs(body, 2, 64));
        assertTrue(ways.contains("selp.b32 is skipped by its guard"), ways.toString());
        assertTrue(ways.stream().noneMatch(w -> w.contains("operand")), ways.toString());
    }

    // ---------------------------------------------------------------- what is written

    @Test
    void ofALargeGridSomeCtasAreRun() {
        assertEquals(
                List.of(0, 1, 499, 998, 999),
                CtaSample.of(new Dim3(1000, 1, 1)).ctas().stream().map(Dim3::x).toList());
        assertEquals(32_000, written(launch(STORE, 1000, 32_000)).elements(), 1e-6);
    }

    @Test
    void whereCtasThatAreAlikeWriteUnlikeManyTheNumberIsAnEstimate() {
        WrittenCount even = written(launch(STORE, 1000, 32_000));
        assertFalse(even.isEstimate());
        assertTrue(even.isKnown());
        String skipped = "setp.eq.u32 %p0, %r0, 499;\n@%p0 ret;\n";
        WrittenCount uneven = written(launch(skipped + STORE, 1000, 32_000));
        assertTrue(uneven.isEstimate());
        assertFalse(uneven.isKnown());
        String edge = "setp.eq.u32 %p0, %r0, 999;\n@%p0 ret;\n";
        assertFalse(written(launch(edge + STORE, 1000, 32_000)).isEstimate()); // not alike
    }

    @Test
    void whatIsWrittenAgainAndAgainCountsOnce() {
        String again = "and.b32 %r0, %r0, 1; mad.lo.u32 %r3, %r0, %r1, %r2;\n";
        assertTrue(written(launch(again + STORE, 1000, 32_000)).elements() < 16_000);
        Launch half = launch(STORE, 500, 32_000);
        LaunchSequence twice = new LaunchSequence(List.of(half, half));
        assertEquals(16_000, written(twice).elements(), 1e-6);
        LaunchSequence parts =
                new LaunchSequence(
                        List.of(
                                launch(STORE, 500, 32_000),
                                launch("add.u32 %r3, %r3, 16000;\n" + STORE, 500, 32_000)));
        assertEquals(32_000, written(parts).elements(), 1e-6);
    }

    @Test
    void aLaunchReadsWhatTheOneBeforeItHasLeft() {
        Argument t = tensor("t", 64, Role.TEMP);
        String waits = "ld.global.f32 %f1, [%q0]; setp.num.f32 %p0, %f1, %f1;\n";
        LaunchSequence sequence =
                new LaunchSequence(
                        List.of(
                                launch(STORE, 2, 64, tensor("x", 64, Role.IN), t),
                                launch(waits + STORE, 2, 64, t, tensor("y", 64, Role.OUT))));
        WayRuns runs =
                WayRuns.ofAllCtas(sequence, sequence, 1 << 30, System.nanoTime() + (1L << 40));
        assertEquals(Set.of("setp.num.f32 holds"), words(runs)); // not poison, which is NaN
        assertEquals(64, written(sequence).elements());
    }

    @Test
    void aRunThatDoesNotEndSaysWhy() {
        WayRuns runs = runs("add.u64 %q1, %q1, 1024;\n" + STORE, 2, 64);
        assertTrue(runs.run(1).orElse("").startsWith("OUT_OF_BOUNDS at k.ptx:"), runs.run(1) + "");
    }

    // ---------------------------------------------------------------- samples

    @ParameterizedTest
    @CsvSource({
        "1,1,1, 1",
        "64,1,1, 64",
        "65,1,1, 5",
        "8,8,1, 64",
        "9,9,1, 11",
        "100,2,1, 10",
        "70,70,70, 29"
    })
    void aSampleStandsForTheGrid(int x, int y, int z, int count) {
        CtaSample sample = CtaSample.of(new Dim3(x, y, z));
        assertEquals(count, sample.ctas().size());
        assertEquals(count, Set.copyOf(sample.ctas()).size());
        double all = sample.members().stream().mapToDouble(CtaSample.Member::weight).sum();
        assertEquals((double) x * y * z, all, 1e-6);
        assertTrue(sample.ctas().contains(new Dim3(0, 0, 0)));
        assertTrue(sample.ctas().contains(new Dim3(x - 1, y - 1, z - 1)));
        assertEquals(sample.ctas().size() == (long) x * y * z, sample.isWhole());
    }

    @Test
    void edgesOfASquareGridAreNotAlike() {
        CtaSample sample = CtaSample.of(new Dim3(100, 100, 1));
        Map<List<Integer>, List<Dim3>> alike =
                sample.members().stream()
                        .collect(
                                Collectors.groupingBy(
                                        CtaSample.Member::place,
                                        Collectors.mapping(
                                                CtaSample.Member::index, Collectors.toList())));
        assertEquals(9, alike.size());
        assertEquals(
                List.of(new Dim3(98, 1, 0), new Dim3(50, 50, 0), new Dim3(1, 98, 0)),
                alike.get(List.of(-1, -1, 0)));
        assertEquals(List.of(new Dim3(50, 0, 0)), alike.get(List.of(-1, 0, 0)));
        assertEquals(List.of(new Dim3(0, 50, 0)), alike.get(List.of(0, -1, 0)));
    }
}
