package io.heddle.lifting;

import io.heddle.report.ExitStatus;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known about a kernel when it is lifted, or not.
 *
 * @param kernel its file and its entry
 * @param formula what it computes, proved at all sizes; null if none was found
 * @param elements the same element by element, where {@code formula} uses names of the prelude and
 *     this is proved, too; else null
 * @param proofs at each size; the first is that from which the formula was inferred
 * @param message why there is no formula, or none element by element; null if nothing is missing
 * @param defect the report of a kernel that has a defect, or cannot be executed; null where it can
 * @param millis spent
 */
public record LiftReport(
        String kernel,
        String formula,
        String elements,
        List<Proof> proofs,
        String message,
        PairReport defect,
        long millis) {
    /**
     * A proof of the formula.
     *
     * @param sizes as the user gave them
     * @param isFresh some tensor has another shape than at the size of the inference, and the sizes
     *     tell the names in the formula apart
     * @param report of the comparison
     */
    public record Proof(String sizes, boolean isFresh, PairReport report) {}

    /** Copies the list. */
    public LiftReport {
        proofs = List.copyOf(proofs);
    }

    /** True if a formula is proved. */
    public boolean isLifted() {
        return formula != null;
    }

    /** True if it is proved at a size from which it was not inferred. */
    public boolean isVerified() {
        return isLifted() && proofs.stream().anyMatch(Proof::isFresh);
    }

    /** The report that shows a defect of the kernel, or that it cannot be executed. */
    public Optional<PairReport> defective() {
        return Optional.ofNullable(defect);
    }

    /** LIFTED, NOT_LIFTED, or the verdict on the kernel. */
    public String verdict() {
        return defect != null ? defect.verdict().toString() : isLifted() ? "LIFTED" : "NOT_LIFTED";
    }

    /** What the proofs assume. */
    public Set<String> assumptions() {
        Set<String> all = new LinkedHashSet<>();
        proofs.forEach(p -> all.addAll(p.report().assumptions()));
        return all;
    }

    /** 0 if a formula is proved. */
    public int exitStatus() {
        if (defect != null && defect.verdict() == Verdict.ERROR) {
            return ExitStatus.of(defect);
        }
        return isLifted() ? ExitStatus.OK : ExitStatus.UNEXPECTED;
    }
}
