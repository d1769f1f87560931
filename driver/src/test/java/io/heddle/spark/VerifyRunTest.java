package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.table.ReportFolder;
import io.heddle.table.StoredAnswer;
import io.heddle.table.TableReader;
import io.heddle.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300) // for what never comes; no test compares times of its own work
class VerifyRunTest {
    private static final int FOR_EVER = 2_000_000_000; // rounds
    private static final String KEY = "key";

    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(2);

    @TempDir Path folder;
    private final KernelFiles kernels = new KernelFiles();
    private final Map<String, PairReport> reports = new HashMap<>();

    /** Pairs of x + x and 2 x; a giant takes rounds without end before that. */
    private List<Pair> pairs(int count, int giant) throws IOException {
        String add = "add.f32 %f2, %f1, %f1;";
        Files.writeString(
                folder.resolve("k.ptx"),
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + ReplayTaskTest.entry("giant", FOR_EVER, add)
                        + ReplayTaskTest.entry("sum", 4, add)
                        + ReplayTaskTest.entry("twice", 4, "mul.f32 %f2, %f1, 0f40000000;"));
        StringBuilder suite =
                new StringBuilder(
                        "suite = s, defaults { block = 64, ptx = k.ptx, args = [x, y] }\n"
                                + "tensors { x { type = f32, shape = [64], role = in }\n"
                                + "y { type = f32, shape = [64], role = out } }\npairs = [\n");
        for (int i = 0; i < count; i++) {
            String entry = i == giant ? "giant" : "sum";
            suite.append("{ reference { entry = ").append(entry);
            suite.append(" }, candidate { entry = twice } }\n,");
        }
        return SuiteReader.read(
                        Files.writeString(folder.resolve("s.conf"), suite.append("]").toString()))
                .pairs();
    }

    private ReportFolder out() {
        return new ReportFolder(folder.resolve("out").toString(), new Configuration());
    }

    /** Has pairs answered in tasks, until so many are. */
    private void answer(List<Pair> pairs, int count) throws InterruptedException {
        Answers answers = new Answers(new TableWriter(out(), "r"), Progress.NONE, 1000);
        new VerifyRun(SPARK.session(), kernels, Settings.load(), Progress.NONE, answers)
                .runOnExecutors(
                        pairs,
                        pairs.stream().collect(Collectors.toMap(VerifyRun::name, p -> KEY)),
                        report -> {
                            reports.put(report.pair(), report);
                            if (reports.size() == count) {
                                answers.stop();
                            }
                        });
        SPARK.session().sparkContext().cancelAllJobs();
    }

    @Test
    void dwarfsThatShareATaskWithAGiantAreAnsweredWhileItIs()
            throws IOException, InterruptedException {
        List<Pair> pairs = pairs(40, 3);
        answer(pairs, 39);
        Set<String> names = new TreeSet<>();
        for (PairReport report : reports.values()) {
            assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
            names.add(report.pair());
        }
        assertEquals(39, names.size());
        assertTrue(!names.contains(pairs.get(3).name()), names::toString);
    }

    @Test
    void whatIsShownAsAnsweredWhileARunIsStoppedIsWritten()
            throws IOException, InterruptedException {
        Set<String> shown = ConcurrentHashMap.newKeySet();
        Progress progress =
                new Progress() {
                    @Override
                    public void note(String text) {}

                    @Override
                    public void shards(String pair, int decided, int all) {}

                    @Override
                    public void answered(PairReport report) {
                        shown.add(report.pair());
                    }

                    @Override
                    public void close() {}
                };
        Answers answers = new Answers(new TableWriter(out(), "r"), progress, 1000);
        new VerifyRun(SPARK.session(), kernels, Settings.load(), progress, answers)
                .run(
                        pairs(40, -1),
                        Map.of(),
                        report -> {
                            answers.stop();
                            while (reports.isEmpty() && shown.size() < 5) {
                                Thread.onSpinWait(); // for answers behind the first
                            }
                            reports.put(report.pair(), report);
                        });
        Set<String> written = new TreeSet<>();
        new TableReader(SPARK.session(), out(), warning -> {})
                .answersOf("r")
                .forEach(a -> written.add(a.report().pair()));
        assertTrue(written.size() >= 5, written::toString);
        assertEquals(new TreeSet<>(shown), written);
        assertEquals(written, new TreeSet<>(reports.keySet()));
    }

    @Test
    void aKernelThatWasEditedSinceItsKeyWasMadeIsAnErrorWithoutAKey()
            throws IOException, InterruptedException {
        List<Pair> pairs = pairs(1, 0);
        String ptx = pairs.get(0).reference().ptx();
        kernels.module(ptx); // the keys are made from it
        Path file = Path.of(ptx);
        Files.writeString(file, Files.readString(file).replace("0f40000000", "0f40400000"));
        answer(pairs, 1);
        List<StoredAnswer> stored =
                new TableReader(SPARK.session(), out(), warning -> {}).answersOf("r");
        assertEquals(Verdict.ERROR, stored.get(0).report().verdict());
        assertEquals(ptx + ": has changed since the run began", stored.get(0).report().message());
        assertNull(stored.get(0).key());
    }

    @Test
    void aPairWhoseElementsMayAllBeUndefinedIsAnsweredAsCheckDoes()
            throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("k.ptx"),
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + ReplayTaskTest.entry("copy", 1, "mov.f32 %f2, %f1;")
                        + ReplayTaskTest.entry(
                                "partial",
                                1,
                                ".shared .align 4 .b8 s[16];\nmov.u32 %r2, s;\n"
                                        + "shl.b32 %r1, %r1, 2;\nadd.u32 %r2, %r2, %r1;\n"
                                        + "setp.gt.f32 %p, %f1, 0f00000000;\n"
                                        + "@%p st.shared.f32 [%r2], %f1;\n"
                                        + "ld.volatile.shared.f32 %f2, [%r2];"));
        Path suite =
                Files.writeString(
                        folder.resolve("s.conf"),
                        """
                        suite = s, defaults { block = 4, ptx = k.ptx, args = [x, y] }
                        tensors { x { type = f32, shape = [4], role = in }
                                  y { type = f32, shape = [4], role = out } }
                        pairs = [{ reference { entry = copy }, candidate { entry = partial }
                                   compare = [{ tensor = y, elements = written-by-both }] }]
                        """);
        List<Pair> pairs = SuiteReader.read(suite).pairs();
        Answers answers = new Answers(new TableWriter(out(), "r"), Progress.NONE, 1000);
        new VerifyRun(SPARK.session(), kernels, Settings.load(), Progress.NONE, answers)
                .run(pairs, Map.of(), report -> reports.put(report.pair(), report));
        PairReport report = reports.values().iterator().next();
        PairReport checked = new PairChecker(kernels).check(pairs.get(0));
        assertEquals(Verdict.UNDECIDED, report.verdict(), report.message());
        assertEquals(checked.verdict(), report.verdict());
        assertEquals(checked.message(), report.message());
    }
}
