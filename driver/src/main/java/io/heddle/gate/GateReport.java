package io.heddle.gate;

import io.heddle.report.ErrorCause;
import io.heddle.report.ExitStatus;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What the gate says of a candidate.
 *
 * @param problem its file
 * @param candidate its file
 * @param proved the sizes at which it was proved or refuted, up to the first that speaks against it
 * @param shipped the size at which it is to be used; null if none is stated or it was not followed
 * @param indices reports on the indices of each launch at further sizes
 * @param notes what a user should know besides
 */
public record GateReport(
        String problem,
        String candidate,
        List<ProvedSize> proved,
        ShippedSize shipped,
        List<PairReport> indices,
        List<String> notes) {
    /** Copies the lists. */
    public GateReport {
        proved = List.copyOf(proved);
        indices = List.copyOf(indices);
        notes = List.copyOf(notes);
    }

    /** The size that speaks most against the candidate. */
    Optional<ProvedSize> worst() {
        ProvedSize worst = null;
        for (ProvedSize p : proved) {
            boolean speaksAgainst = p.verdict() != Verdict.EQUIVALENT;
            if (speaksAgainst && (worst == null || p.verdict().outranks(worst.verdict()))) {
                worst = p;
            }
        }
        return Optional.ofNullable(worst);
    }

    /** The report on indices that speaks most against the candidate. */
    Optional<PairReport> worstIndices() {
        PairReport worst = null;
        for (PairReport r : indices) {
            boolean speaksAgainst = r.verdict() != Verdict.NO_DEFECT;
            if (speaksAgainst && (worst == null || r.verdict().outranks(worst.verdict()))) {
                worst = r;
            }
        }
        return Optional.ofNullable(worst);
    }

    /** True if indices at a further size are what speaks most against the candidate. */
    private boolean isOfIndices() {
        return worst().isEmpty()
                && worstIndices().isPresent()
                && (shipped == null
                        || shipped.verdict() == Verdict.EQUIVALENT
                        || worstIndices().get().verdict().outranks(shipped.verdict()));
    }

    /** The verdict: that of the worst size. */
    public Verdict verdict() {
        if (isOfIndices()) {
            return worstIndices().orElseThrow().verdict();
        }
        return worst().map(ProvedSize::verdict)
                .orElseGet(() -> shipped == null ? Verdict.EQUIVALENT : shipped.verdict());
    }

    /** One line: the cause. */
    public String message() {
        if (isOfIndices()) {
            PairReport report = worstIndices().orElseThrow();
            return report.message() + (report.location() == null ? "" : " at " + report.location());
        }
        if (worst().isPresent()) {
            return "at " + worst().get().sizes() + ": " + worst().get().message();
        }
        return verdict() == Verdict.EQUIVALENT
                ? "proved at every size"
                : shipped.complaints().get(0);
    }

    /** The exit status of the command. */
    public int exitStatus() {
        boolean isInternal =
                proved.stream().anyMatch(p -> p.report().error() == ErrorCause.INTERNAL);
        if (isInternal) {
            return ExitStatus.INTERNAL;
        }
        return switch (verdict()) {
            case EQUIVALENT -> ExitStatus.OK;
            case ERROR -> ExitStatus.UNUSABLE_INPUT;
            default -> ExitStatus.UNEXPECTED;
        };
    }
}
