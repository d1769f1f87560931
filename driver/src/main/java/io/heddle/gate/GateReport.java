package io.heddle.gate;

import io.heddle.report.ErrorCause;
import io.heddle.report.ExitStatus;
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
 * @param notes what a user should know besides
 */
public record GateReport(
        String problem,
        String candidate,
        List<ProvedSize> proved,
        ShippedSize shipped,
        List<String> notes) {
    /** Copies the lists. */
    public GateReport {
        proved = List.copyOf(proved);
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

    /** The verdict: that of the worst size. */
    public Verdict verdict() {
        return worst().map(ProvedSize::verdict)
                .orElseGet(() -> shipped == null ? Verdict.EQUIVALENT : shipped.verdict());
    }

    /** One line: the cause. */
    public String message() {
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
