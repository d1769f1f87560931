package io.heddle.check;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
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
import io.heddle.simulate.SimulationResult;
import io.heddle.spec.index.Definition;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects what is known about a pair and builds its report. */
final class ReportBuilder {
    private final Pair pair;
    private final Set<String> assumptions = new LinkedHashSet<>();
    private final List<Defect> findings = new ArrayList<>();
    private Verdict verdict = Verdict.ERROR;
    private ErrorCause error;
    private ProofMethod method;
    private KernelSide kernel;
    private Location location;
    private String message = "";
    private Defect defect;
    private Simulated.Run reference;
    private Simulated.Run candidate;
    private long compared;
    private long skipped;
    private Counterexample counterexample;
    private VcCounts vcs = VcCounts.NONE;
    private Millis millis = new Millis(0, 0, 0, 0, 0);
    private ReplayOutcome replay;
    private Map<String, String> terms = new LinkedHashMap<>();
    private Scope scope;

    ReportBuilder(Pair pair) {
        this.pair = pair;
    }

    ReportBuilder verdict(Verdict value, String why) {
        verdict = value;
        message = why;
        return this;
    }

    ReportBuilder error(ErrorCause cause, String why) {
        error = cause;
        return verdict(Verdict.ERROR, why);
    }

    ReportBuilder at(KernelSide side, Location place) {
        kernel = side;
        location = place;
        return this;
    }

    /** Sets the verdict that {@code found} asks for, with its message and location. */
    ReportBuilder defect(Defect found) {
        defect = found;
        Finding finding = found.finding();
        return verdict(Verdict.of(finding.kind()), finding.message())
                .at(found.kernel(), finding.location());
    }

    ReportBuilder findings(Collection<Defect> rest) {
        findings.addAll(rest);
        return this;
    }

    ReportBuilder method(ProofMethod value) {
        method = value;
        return this;
    }

    ReportBuilder assumptions(Collection<String> more) {
        assumptions.addAll(more);
        return this;
    }

    ReportBuilder runs(Simulated.Run first, Simulated.Run second) {
        reference = first;
        candidate = second;
        return this;
    }

    ReportBuilder compared(long elements, long left) {
        compared = elements;
        skipped = left;
        return this;
    }

    ReportBuilder counterexample(Counterexample value) {
        counterexample = value;
        return this;
    }

    ReportBuilder vcs(VcCounts value) {
        vcs = value;
        return this;
    }

    ReportBuilder millis(Millis value) {
        millis = value;
        return this;
    }

    ReportBuilder replay(ReplayOutcome value) {
        replay = value;
        return this;
    }

    ReportBuilder terms(Map<String, String> value) {
        terms = value;
        return this;
    }

    /** Sets what the verdict covers, where no execution says it. */
    ReportBuilder scope(Scope value) {
        scope = value;
        return this;
    }

    PairReport build() {
        PairReport report = report(null);
        return report(Expectations.unmet(pair.expectation(), report).orElse(null));
    }

    private PairReport report(String unmet) {
        return new PairReport(
                pair.suite(),
                pair.name(),
                verdict,
                pair.expectation().effective(verdict),
                unmet,
                error,
                method,
                List.copyOf(assumptions),
                kernel,
                location,
                message,
                defect,
                findings,
                scope != null
                        ? scope
                        : new Scope(scope(reference), scope(candidate), compared, skipped),
                counterexample,
                compared,
                vcs,
                new Stats(statistics(reference), statistics(candidate), null),
                millis,
                replay,
                terms);
    }

    /** What of a side was executed; null if it never got that far. */
    private static SideScope scope(Simulated.Run run) {
        if (run == null) {
            return null;
        }
        if (run.computation() instanceof Evaluation evaluation) {
            Dim3 one = new Dim3(1, 1, 1);
            String outputs =
                    evaluation.outputs().values().stream()
                            .map(Definition::name)
                            .collect(Collectors.joining(", "));
            return new SideScope(evaluation.formula().formula().file(), outputs, one, one, null, 1);
        }
        List<Launch> launches = run.computation().launches();
        Launch launch = launches.get(0);
        Dim3 cta = launch.ctas();
        long executed = run.result() == null ? 0 : run.result().ctasExecuted();
        return new SideScope(
                launch.module().file(),
                launches.stream().map(Launch::entry).collect(Collectors.joining(", ")),
                launch.grid(),
                launch.block(),
                cta,
                executed);
    }

    /** The counts of an execution; null without one. */
    private static io.heddle.simulate.Statistics statistics(Simulated.Run run) {
        SimulationResult result = run == null ? null : run.result();
        return result == null ? null : result.statistics();
    }
}
