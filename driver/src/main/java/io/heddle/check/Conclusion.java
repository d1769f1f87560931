package io.heddle.check;

import io.heddle.check.ComparedElements.Unusable;
import io.heddle.decide.Decision;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.report.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The verdict on a pair whose conditions are decided. */
final class Conclusion {
    private static final int MOST_FINDINGS = 16;

    private final Simulated simulated;
    private final List<Decision> decisions;

    /**
     * @param decisions one for each condition of {@code simulated}
     */
    Conclusion(Simulated simulated, List<Decision> decisions) {
        if (decisions.size() != simulated.conditions().size()) {
            throw new IllegalArgumentException(
                    decisions.size() + " decisions for " + simulated.conditions().size());
        }
        this.simulated = simulated;
        this.decisions = decisions;
    }

    PairReport report(long decideMillis) {
        ComparedElements comparison = simulated.comparison();
        ReportBuilder report =
                new ReportBuilder(simulated.pair())
                        .runs(simulated.reference(), simulated.candidate())
                        .compared(comparison.compared(), comparison.skipped())
                        .assumptions(simulated.assumptions())
                        .assumptions(comparison.assumptions())
                        .vcs(counts())
                        .findings(simulated.findings());
        long start = System.nanoTime();
        conclude(report);
        long replayMillis = (System.nanoTime() - start + 500_000) / 1_000_000;
        return report.millis(PairChecker.millis(simulated.times(), decideMillis, replayMillis))
                .build();
    }

    private VcCounts counts() {
        long proved = decisions.stream().filter(Decision.Proved.class::isInstance).count();
        long refuted = decisions.stream().filter(Decision.Refuted.class::isInstance).count();
        return new VcCounts(decisions.size(), proved, refuted, decisions.size() - proved - refuted);
    }

    private void conclude(ReportBuilder report) {
        List<Counterexample> refutations = refutations();
        if (!refutations.isEmpty()) {
            Counterexample first = refutations.get(0);
            report.verdict(Verdict.NOT_EQUIVALENT, Counterexamples.message(first));
            report.counterexample(first);
            report.findings(further(refutations));
            if (simulated.open() != null) {
                report.findings(List.of(simulated.open()));
            }
        } else if (simulated.open() != null) {
            report.defect(simulated.open());
        } else if (!reasons().isEmpty()) {
            report.verdict(Verdict.UNDECIDED, String.join("; ", reasons()));
        } else {
            proved(report);
        }
    }

    private List<Counterexample> refutations() {
        List<Counterexample> refutations = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Refuted r) {
                refutations.add(Counterexamples.of(r.counterexample(), null));
            }
        }
        return refutations;
    }

    private static List<Defect> further(List<Counterexample> refutations) {
        List<Defect> findings = new ArrayList<>();
        for (Counterexample c :
                refutations.subList(1, Math.min(refutations.size(), MOST_FINDINGS))) {
            findings.add(
                    new Defect(
                            null,
                            Verdict.NOT_EQUIVALENT.name(),
                            Counterexamples.message(c),
                            null,
                            null,
                            List.of(),
                            c.element(),
                            false));
        }
        return findings;
    }

    /** Why the pair is not decided: each reason once, with the first element it is about. */
    private List<String> reasons() {
        Map<String, List<String>> elements = new LinkedHashMap<>();
        for (int i = 0; i < decisions.size(); i++) {
            if (decisions.get(i) instanceof Decision.Undecided u) {
                elements.computeIfAbsent(u.reason(), r -> new ArrayList<>()).add(element(i));
            }
        }
        for (Unusable u : simulated.comparison().partial()) {
            elements.computeIfAbsent(
                            "the "
                                    + u.side().spelling()
                                    + " does not leave a whole value of the element type there",
                            r -> new ArrayList<>())
                    .add(name(u.tensor(), u.index()));
        }
        if (!simulated.comparison().oneSided().isEmpty()) {
            ComparedElements.OneSided first = simulated.comparison().oneSided().get(0);
            elements.computeIfAbsent(
                            "only the "
                                    + first.writer().spelling()
                                    + " writes it, but no concrete input shows that it does",
                            r -> new ArrayList<>())
                    .add(name(first.tensor(), first.index()));
        }
        List<String> reasons = new ArrayList<>();
        elements.forEach(
                (reason, names) ->
                        reasons.add(
                                names.get(0)
                                        + (names.size() > 1
                                                ? " and " + (names.size() - 1) + " more"
                                                : "")
                                        + ": "
                                        + reason));
        return reasons.size() <= 3 ? reasons : reasons.subList(0, 3);
    }

    private String element(int i) {
        return name(simulated.conditions().get(i).tensor(), simulated.conditions().get(i).index());
    }

    private String name(String tensor, long index) {
        return ElementNames.of(simulated, tensor, index);
    }

    private void proved(ReportBuilder report) {
        Set<String> assumptions = new LinkedHashSet<>();
        boolean pit = false;
        for (Decision decision : decisions) {
            Decision.Proved p = (Decision.Proved) decision;
            assumptions.addAll(p.assumptions());
            pit |= p.method() == Decision.Method.PIT;
        }
        report.method(pit ? "pit" : "exact").assumptions(assumptions);
        long n = simulated.comparison().compared();
        report.verdict(
                Verdict.EQUIVALENT,
                (n == 1 ? "the compared element is" : "all " + n + " compared elements are")
                        + " equal over the reals for all inputs"
                        + (pit ? ", by a polynomial identity test with error below 2^-100" : ""));
    }
}
