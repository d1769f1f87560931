package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.replay.ReplayVerdict;
import io.heddle.report.PairReport;
import io.heddle.report.TextOptions;
import io.heddle.report.TextReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Replays have the time that a pair's limit leaves, and a little where it leaves none. */
class ReplayLimitTest {
    private static final Path SUITE = Path.of("../datasets/quickstart/suite.conf");
    private static final long SECOND = 1_000_000_000L;

    private final List<Long> nanos = new ArrayList<>(); // of each request

    private Pair pair(String name, double seconds) {
        Pair p =
                SuiteReader.read(SUITE).pairs().stream()
                        .filter(q -> q.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return new Pair(
                p.suite(),
                p.name(),
                p.reference(),
                p.candidate(),
                p.compare(),
                p.expectation(),
                new Limits(seconds, p.limits().bytes()),
                false,
                false);
    }

    /** The report on a pair that was begun so many seconds earlier; no replay comes to its end. */
    private PairReport report(String name, double limit, long earlier) {
        Simulated simulated = new PairChecker(new KernelFiles()).simulate(pair(name, 600));
        Simulated limited =
                new Simulated(
                        pair(name, limit),
                        null,
                        simulated.store(),
                        simulated.reference(),
                        simulated.candidate(),
                        simulated.comparison(),
                        null,
                        simulated.findings(),
                        simulated.assumptions(),
                        new Simulated.Times(0, 0, System.nanoTime()));
        Decided decided = DecidedHere.of(simulated);
        return PairChecker.conclude(
                limited,
                decided,
                -earlier * SECOND,
                request -> {
                    nanos.add(nanos(request.what()));
                    return Optional.of(
                            new Replayer.Result(
                                    new ReplayVerdict.Skipped("its time was over", false), 0));
                });
    }

    private static long nanos(ReplayRequest.What what) {
        return what instanceof ReplayRequest.At at
                ? at.nanos()
                : ((ReplayRequest.Agreement) what).nanos();
    }

    @Test
    void aReplayHasTheTimeThatTheLimitLeaves() {
        report("naive-vs-online", 3600, 600);
        assertEquals(1, nanos.size());
        assertTrue(nanos.get(0) <= 3000 * SECOND, nanos::toString);
        assertTrue(nanos.get(0) > 2000 * SECOND, nanos::toString);
    }

    @Test
    void aReplayOfAPairWithoutTimeIsShort() {
        report("naive-vs-online", 1, 5);
        assertTrue(nanos.get(0) <= 0.55 * SECOND, nanos::toString);
        report("naive-vs-online", 100, 100);
        assertTrue(nanos.get(1) <= 5.5 * SECOND, nanos::toString);
    }

    @Test
    void aRefutationWhoseReplayHadNoTimeSaysSo() {
        PairReport report = report("dropped-rescale", 1, 5);
        assertTrue(nanos.get(0) <= 0.55 * SECOND, nanos::toString);
        assertEquals(Verdict.NOT_EQUIVALENT, report.verdict(), report.message());
        assertEquals("none: its time was over", report.replay().toString());
        String text = TextReport.detail(report, TextOptions.plain(false));
        String first = text.lines().findFirst().orElse("");
        assertTrue(first.contains("not replayed: its time was over"), text);
    }

    @Test
    void aPairWithoutTimeIsStillProvedAndSaysThatItWasNotReplayed() {
        PairReport report = report("naive-vs-online", 1, 5);
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        String text = TextReport.detail(report, TextOptions.plain(false));
        assertTrue(text.contains("not replayed: its time was over"), text);
    }
}
