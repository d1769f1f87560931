package io.heddle.table;

import io.heddle.cost.InstructionCost;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.SideScope;
import io.heddle.simulate.Statistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of one pair in all tables.
 *
 * @param report its report
 * @param key what the answer depends on, as a SHA-256 in hexadecimal; null where there is no such
 *     key, because the input could not be read
 * @param reusedFrom the earlier run whose answer this is, or null
 * @param finishedAt when it was answered
 * @param shards how its conditions were decided
 */
public record PairRows(
        PairReport report,
        String key,
        String reusedFrom,
        Instant finishedAt,
        List<ShardRow> shards) {
    /** Copies the list. */
    public PairRows {
        shards = List.copyOf(shards);
    }

    /** One row of {@code kernels}. */
    record Kernel(PairReport report, KernelSide side, SideScope scope, Statistics stats) {}

    /** One row of {@code costs}. */
    record Cost(PairReport report, KernelSide side, int number, InstructionCost instruction) {}

    /** One row of {@code findings}; exactly one of defect and counterexample. */
    record Finding(PairReport report, int number, Defect defect) {
        io.heddle.finding.Finding what() {
            return defect.finding();
        }

        boolean isVerdict() {
            return defect == null || defect.equals(report.defect());
        }
    }

    /** The sides that got as far as a launch. */
    List<Kernel> kernels() {
        List<Kernel> kernels = new ArrayList<>();
        var scope = report.scope();
        var stats = report.stats();
        if (scope != null && scope.reference() != null) {
            kernels.add(
                    new Kernel(
                            report,
                            KernelSide.REFERENCE,
                            scope.reference(),
                            stats == null ? null : stats.reference()));
        }
        if (scope != null && scope.candidate() != null) {
            kernels.add(
                    new Kernel(
                            report,
                            KernelSide.CANDIDATE,
                            scope.candidate(),
                            stats == null ? null : stats.candidate()));
        }
        return kernels;
    }

    /** What each instruction of each side costs; none if that was not counted. */
    List<Cost> costs() {
        List<Cost> costs = new ArrayList<>();
        for (Kernel kernel : kernels()) {
            if (kernel.stats() != null && kernel.stats().cost() != null) {
                int number = 0;
                for (InstructionCost i : kernel.stats().cost().instructions()) {
                    costs.add(new Cost(report, kernel.side(), number++, i));
                }
            }
        }
        return costs;
    }

    /** The defects and, last, the refutation. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Defect defect : report.allDefects()) {
            findings.add(new Finding(report, findings.size(), defect));
        }
        if (report.counterexample() != null) {
            findings.add(new Finding(report, findings.size(), null));
        }
        return findings;
    }
}
