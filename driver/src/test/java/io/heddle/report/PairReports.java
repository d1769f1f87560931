package io.heddle.report;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Millis;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.PairReport.Stats;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.simulate.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports made by hand. */
final class PairReports {
    static final Location STORE =
            new Location(new SourcePosition("dir/k.ptx", 57, 2), new SourceLine("dir/k.cu", 12));
    static final Location LOAD =
            new Location(new SourcePosition("dir/k.ptx", 61, 2), new SourceLine("dir/k.cu", 13));

    private PairReports() {}

    private static Scope scope(Dim3 cta) {
        SideScope side =
                new SideScope(
                        "dir/k.ptx",
                        "k",
                        new Dim3(8, 8, 1),
                        new Dim3(16, 16, 1),
                        cta,
                        cta == null ? 64 : 1);
        return new Scope(side, side, 256, 3);
    }

    private static Stats stats() {
        Statistics s =
                new Statistics(
                        256, 90, 123_456, 512, 64, 2048, 9000, 1024, 256, 4, 512, 1792, 3000);
        return new Stats(s, s, null);
    }

    private static PairReport report(
            Verdict verdict,
            Verdict expected,
            ErrorCause error,
            String message,
            Defect defect,
            Counterexample counterexample,
            Dim3 cta) {
        return new PairReport(
                "gemm",
                "naive-vs-tiled",
                verdict,
                expected,
                verdict == expected ? null : "expected " + expected,
                error,
                verdict == Verdict.EQUIVALENT ? ProofMethod.EXACT : null,
                verdict == Verdict.EQUIVALENT ? List.of("no overflow", "alpha != 0") : List.of(),
                defect == null ? null : defect.kernel(),
                defect == null ? null : defect.finding().location(),
                message,
                defect,
                List.of(),
                scope(cta),
                counterexample,
                256,
                new VcCounts(256, 256, 0, 0, 0),
                stats(),
                new Millis(12, 340, 1900, 40, 2292),
                null,
                Map.of());
    }

    static PairReport equivalent(Dim3 cta) {
        return report(Verdict.EQUIVALENT, Verdict.EQUIVALENT, null, "all equal", null, null, cta);
    }

    static PairReport race(Verdict expected) {
        Defect defect =
                new Defect(
                        KernelSide.CANDIDATE,
                        new Finding(
                                Finding.Kind.RACE,
                                "thread 1 reads what thread 0 writes \"unordered\"\\",
                                STORE,
                                LOAD,
                                List.of(0, 1),
                                "shared buf+4",
                                false));
        return report(Verdict.RACE, expected, null, defect.finding().message(), defect, null, null);
    }

    static PairReport different() {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("x[0]", "0.5");
        inputs.put("x[1]", "-3");
        return different(inputs);
    }

    static PairReport different(Map<String, String> inputs) {
        Counterexample c =
                new Counterexample(
                        "y",
                        List.of(1L, 2L),
                        "1/3",
                        "NaN",
                        inputs,
                        "candidate lacks x[1]",
                        ReplayOutcome.Kind.NONE);
        return report(
                Verdict.NOT_EQUIVALENT, Verdict.EQUIVALENT, null, "y[1,2] differs", null, c, null);
    }

    static PairReport error(ErrorCause cause, Verdict expected) {
        return report(Verdict.ERROR, expected, cause, "no", null, null, null);
    }
}
