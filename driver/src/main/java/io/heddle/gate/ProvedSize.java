package io.heddle.gate;

import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.spec.Sizes;
import java.util.List;

/**
 * What is known of a candidate at a size at which it is to be proved.
 *
 * @param sizes the dims
 * @param launches of the candidate
 * @param report what a check of the pair says
 * @param verdict that of the report, or what the gate makes of it
 * @param message one line: the cause
 */
record ProvedSize(
        Sizes sizes,
        List<LaunchIdentity> launches,
        PairReport report,
        Verdict verdict,
        String message) {
    /** Copies the list. */
    ProvedSize {
        launches = List.copyOf(launches);
    }
}
