package io.heddle.table;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Millis;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.PairReport.Stats;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.report.ProofMethod;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.simulate.Statistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports with something in every field. */
public final class SampleReports {
    private static final Location PLACE =
            new Location(new SourcePosition("k.ptx", 14, 2), new SourceLine("k.cu", 38));
    private static final Location OTHER =
            new Location(new SourcePosition("k.ptx", 9, 5), null).of(2, "total");
    private static final SideScope REFERENCE =
            new SideScope(
                    "k.ptx", "naive", new Dim3(64, 1, 1), new Dim3(32, 2, 1), new Dim3(0, 0, 0), 1);
    private static final SideScope CANDIDATE =
            new SideScope("k.ptx", "tiled", new Dim3(64, 1, 1), new Dim3(64, 1, 1), null, 64);
    private static final Statistics COUNTS =
            new Statistics(64, 120, 4096, 128, 32, 8192, 1000, 256, 64, 2, 128, 448, 1500);

    private SampleReports() {}

    /** An equality with assumptions. */
    public static PairReport equivalent() {
        return report(
                "equal",
                Verdict.EQUIVALENT,
                null,
                null,
                ProofMethod.EXACT,
                List.of("0f3DCCCCCD is 1/10", "denominator ≠ 0"),
                null,
                List.of(note()),
                null);
    }

    /** A race where equivalence was expected. */
    public static PairReport race() {
        Defect defect =
                new Defect(
                        KernelSide.CANDIDATE,
                        new Finding(
                                Finding.Kind.RACE,
                                "threads 1 and 2 write <buf>",
                                PLACE,
                                OTHER,
                                List.of(1, 2),
                                "shared buf+4",
                                true));
        return report(
                "race",
                Verdict.RACE,
                "expected EQUIVALENT",
                null,
                null,
                List.of(),
                defect,
                List.of(note()),
                null);
    }

    /** A refutation. */
    public static PairReport different() {
        Map<String, String> inputs = new TreeMap<>(Map.of("x[0]", "1", "x[1]", "-1/2"));
        return report(
                "different",
                Verdict.NOT_EQUIVALENT,
                null,
                null,
                null,
                List.of(),
                null,
                List.of(
                        new Defect(
                                null,
                                new Finding(
                                        Finding.Kind.NOT_EQUIVALENT,
                                        "y[1,3] differs",
                                        null,
                                        null,
                                        List.of(),
                                        "y[1,3]",
                                        false))),
                new Counterexample(
                        "y",
                        List.of(1L, 2L),
                        "3/2",
                        "NaN",
                        inputs,
                        "candidate lacks x[1]",
                        ReplayOutcome.Kind.REPLAYED));
    }

    /** An input that does not parse. */
    public static PairReport error() {
        return new PairReport(
                "suite",
                "error",
                Verdict.ERROR,
                Verdict.EQUIVALENT,
                "expected EQUIVALENT",
                ErrorCause.INPUT,
                null,
                List.of(),
                KernelSide.REFERENCE,
                OTHER,
                "k.ptx:9:5: expected a statement",
                null,
                List.of(),
                new Scope(null, null, 0, 0),
                null,
                0,
                VcCounts.NONE,
                new Stats(null, null, null),
                new Millis(3, 0, 0, 0, 3),
                null,
                Map.of());
    }

    private static Defect note() {
        return new Defect(
                KernelSide.REFERENCE,
                new Finding(
                        Finding.Kind.STORE_TO_INPUT,
                        "stores to x[3]",
                        OTHER,
                        null,
                        List.of(3),
                        "x[3]",
                        false));
    }

    private static PairReport report(
            String pair,
            Verdict verdict,
            String unmet,
            ErrorCause error,
            ProofMethod method,
            List<String> assumptions,
            Defect defect,
            List<Defect> findings,
            Counterexample counterexample) {
        return new PairReport(
                "suite",
                pair,
                verdict,
                unmet == null ? verdict : Verdict.EQUIVALENT,
                unmet,
                error,
                method,
                assumptions,
                defect == null ? null : defect.kernel(),
                defect == null ? null : defect.finding().location(),
                defect == null ? "4 elements" : defect.finding().message(),
                defect,
                findings,
                new Scope(REFERENCE, CANDIDATE, 4, 1, List.of("data", "n"), "n >= 0"),
                counterexample,
                4,
                new VcCounts(4, 3, 1, 0, 0),
                new Stats(COUNTS, COUNTS, null),
                new Millis(1, 20, 300, 4, 325),
                ReplayOutcome.agrees(8, ""),
                Map.of());
    }
}
