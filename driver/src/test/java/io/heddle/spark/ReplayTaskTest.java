package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.DecidedHere;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.ReplayRequest;
import io.heddle.check.Simulated;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.RunOutcome;
import io.heddle.replay.SoloReplay;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Concrete runs as tasks, of a kernel whose loop is long enough for one. */
class ReplayTaskTest {
    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(2);

    @TempDir Path folder;
    private final KernelFiles files = new KernelFiles();

    /** 64 threads that take {@code steps} rounds and add 1; then x + x against 2 x, or 3 x. */
    private Simulated simulated(int steps, int factor) throws IOException {
        String text =
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + entry("sum", steps, "add.f32 %f2, %f1, %f1;")
                        + entry(
                                "product",
                                steps,
                                "mul.f32 %f2, %f1, 0f40" + (factor == 2 ? "00" : "40") + "0000;");
        Pair pair = pair(text, "candidate { entry = product }");
        Simulated simulated = new PairChecker(files).simulate(pair);
        assertTrue(simulated.needsDecision(), () -> simulated.answer().message());
        return simulated;
    }

    private Pair pair(String text, String candidate) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), text);
        Path suite =
                Files.writeString(
                        folder.resolve("suite.conf"),
                        "suite = s, defaults { block = 64, ptx = k.ptx, args = [x, y] }\n"
                                + "tensors { x { type = f32, shape = [64], role = in }\n"
                                + "y { type = f32, shape = [64], role = out } }\n"
                                + "pairs = [ { name = p, reference { entry = sum }, "
                                + candidate
                                + " } ]");
        return SuiteReader.read(suite).pairs().get(0);
    }

    /** A kernel whose threads take so many rounds before an operation on their element. */
    static String entry(String name, int steps, String operation) {
        return ".visible .entry "
                + name
                + "(.param .u64 x, .param .u64 y)\n{\n.reg .pred %p; .reg .b32 %r<3>; .reg .b64"
                + " %rd<6>; .reg .f32 %f<3>;\n"
                + "ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\n"
                + "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\n"
                + "add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                + "ld.global.f32 %f1, [%rd4];\nmov.u32 %r2, 0;\n"
                + "loop:\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p, %r2, "
                + steps
                + ";\n@%p bra loop;\n"
                + operation
                + "\nst.global.f32 [%rd5], %f2;\nret;\n}\n";
    }

    private static ReplayTasks replays(Jobs jobs) {
        return new ReplayTasks(jobs::replay, jobs::parallelism);
    }

    /**
     * The report, with runs that the tasks of {@code jobs} do, or this thread if they are null;
     * they are added to {@code sent}.
     */
    private PairReport report(Simulated simulated, Jobs jobs, List<ReplayTask> sent) {
        return PairChecker.conclude(
                simulated,
                DecidedHere.of(simulated),
                0,
                request -> {
                    Optional<ReplayTask> task = ReplayTask.of(request, files);
                    task.ifPresent(sent::add);
                    if (jobs == null) {
                        return Optional.empty();
                    }
                    return task.map(replays(jobs)::replay);
                });
    }

    @Test
    void longRunsAreATaskAndSayTheSame() throws IOException {
        try (Jobs jobs = new Jobs(SPARK.session())) {
            List<ReplayTask> sent = new ArrayList<>();
            PairReport equal = report(simulated(400, 2), jobs, sent);
            assertEquals(Verdict.EQUIVALENT, equal.verdict(), equal.message());
            assertEquals(1, sent.size());
            RunOutcome there = replays(jobs).replay(sent.get(0)).verdict();
            assertInstanceOf(ReplayVerdict.Agree.class, there);
            assertFalse(sent.get(0).isBrief());
            assertEquals(sent.get(0).request().run(files), there);
        }
    }

    @Test
    void aRefutationIsReplayedInATask() throws IOException {
        try (Jobs jobs = new Jobs(SPARK.session())) {
            List<ReplayTask> sent = new ArrayList<>();
            PairReport different = report(simulated(400, 3), jobs, sent);
            assertEquals(Verdict.NOT_EQUIVALENT, different.verdict(), different.message());
            assertEquals("replayed", different.replay().toString());
            assertEquals(1, sent.size());
            assertInstanceOf(
                    ReplayVerdict.Disagree.class, replays(jobs).replay(sent.get(0)).verdict());
        }
    }

    /** The report on a pair that its simulation answers; its runs are tasks. */
    private PairReport simulatedReport(Pair pair, Jobs jobs, List<ReplayTask> sent) {
        Simulated simulated =
                new PairChecker(files)
                        .simulate(
                                pair,
                                request -> {
                                    Optional<ReplayTask> task = ReplayTask.of(request, files);
                                    task.ifPresent(sent::add);
                                    return task.map(replays(jobs)::replay);
                                });
        assertFalse(simulated.needsDecision());
        return simulated.answer();
    }

    @Test
    void aKernelAloneIsReplayedInATask() throws IOException {
        String head = ".version 8.0\n.target sm_80\n.address_size 64\n";
        Pair pair = pair(head + entry("sum", 800, "add.f32 %f2, %f1, %f1;"), "");
        List<ReplayTask> sent = new ArrayList<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            PairReport report = simulatedReport(pair, jobs, sent);
            assertEquals(Verdict.NO_DEFECT, report.verdict(), report.message());
            assertEquals(1, sent.size());
            RunOutcome there = replays(jobs).replay(sent.get(0)).verdict();
            assertInstanceOf(SoloReplay.Result.Clean.class, there);
            assertEquals(sent.get(0).request().run(files), there);
            PairReport here = new PairChecker(files).check(pair);
            assertEquals(here.replay(), report.replay());
        }
    }

    @Test
    void anElementThatOneSideWritesIsReplayedInATask() throws IOException {
        String head = ".version 8.0\n.target sm_80\n.address_size 64\n";
        String first = "setp.gt.u32 %p, %r1, 62;\n@%p ret;\nadd.f32 %f2, %f1, %f1;";
        Pair pair =
                pair(
                        head
                                + entry("sum", 400, "add.f32 %f2, %f1, %f1;")
                                + entry("product", 400, first),
                        "candidate { entry = product }");
        List<ReplayTask> sent = new ArrayList<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            PairReport report = simulatedReport(pair, jobs, sent);
            assertEquals(Verdict.NOT_EQUIVALENT, report.verdict(), report.message());
            assertTrue(report.message().contains("reference only"), report.message());
            assertEquals(1, sent.size());
            assertInstanceOf(
                    ReplayVerdict.Disagree.class, replays(jobs).replay(sent.get(0)).verdict());
        }
    }

    @Test
    void briefRunsAreTasksTooAndSayTheSame() throws IOException {
        List<ReplayTask> sent = new ArrayList<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            PairReport report = report(simulated(4, 2), jobs, sent);
            assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
            assertEquals(1, sent.size());
            assertTrue(sent.get(0).isBrief());
            assertEquals(
                    sent.get(0).request().run(files), replays(jobs).replay(sent.get(0)).verdict());
        }
    }

    @Test
    void requestsShareATaskUntilItsTimeIsOver() throws IOException {
        String text =
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + entry("sum", 4, "add.f32 %f2, %f1, %f1;")
                        + entry("twice", 4, "mul.f32 %f2, %f1, 0f40000000;")
                        + entry("thrice", 4, "mul.f32 %f2, %f1, 0f40400000;");
        List<ReplayTask> sent = new ArrayList<>();
        for (String candidate : List.of("thrice", "twice")) {
            Pair pair = pair(text, "candidate { entry = " + candidate + " }");
            report(new PairChecker(files).simulate(pair), null, sent);
        }
        List<ReplayTask.Answer> both = ReplayTask.answer(sent, 1L << 50);
        assertInstanceOf(ReplayVerdict.Disagree.class, both.get(0).verdict());
        assertInstanceOf(ReplayVerdict.Agree.class, both.get(1).verdict());
        assertEquals(List.of(), ReplayTask.answer(sent, 0));
        assertEquals(1, ReplayTask.answer(sent.subList(0, 1), 0).size()); // shares with nobody
        try (Jobs jobs = new Jobs(SPARK.session())) {
            List<RunOutcome> there =
                    jobs.replay(sent).stream().map(ReplayTask.Answer::verdict).toList();
            assertEquals(sent.stream().map(task -> task.request().run(files)).toList(), there);
        }
    }

    @Test
    void aFileThatHasChangedIsNotSent() throws IOException {
        List<ReplayRequest> requests = new ArrayList<>();
        Simulated simulated = simulated(400, 2);
        PairChecker.conclude(
                simulated,
                DecidedHere.of(simulated),
                0,
                request -> {
                    requests.add(request);
                    return Optional.empty();
                });
        assertTrue(ReplayTask.of(requests.get(0), files).isPresent());
        Path ptx = folder.resolve("k.ptx");
        Files.writeString(ptx, Files.readString(ptx).replace("0f40000000", "0f40400000"));
        assertFalse(ReplayTask.of(requests.get(0), files).isPresent());
        Files.delete(ptx);
        assertFalse(ReplayTask.of(requests.get(0), files).isPresent());
    }
}
