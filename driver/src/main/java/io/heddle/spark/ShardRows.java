package io.heddle.spark;

import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.suite.Pair;
import io.heddle.table.ShardRow;
import java.util.List;
import java.util.Locale;

/** Makes rows of the {@code vcs} table. */
final class ShardRows {
    private ShardRows() {}

    /** The row of some conditions of one tensor and their decisions, one each or none. */
    static ShardRow of(
            Pair pair,
            int number,
            List<VerificationCondition> conditions,
            List<Decision> decisions,
            long terms,
            long bytes,
            long micros,
            String worker) {
        long proved = 0;
        long refuted = 0;
        Decision.Method strongest = null;
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Proved p) {
                proved++;
                if (strongest == null || p.method().compareTo(strongest) > 0) {
                    strongest = p.method();
                }
            } else if (decision instanceof Decision.Refuted) {
                refuted++;
            }
        }
        VerificationCondition first = conditions.get(0);
        return new ShardRow(
                pair.suite(),
                pair.name(),
                first.tensor(),
                number,
                first.index(),
                conditions.get(conditions.size() - 1).index(),
                conditions.size(),
                proved,
                refuted,
                conditions.size() - proved - refuted,
                strongest == null ? null : strongest.name().toLowerCase(Locale.ROOT),
                terms,
                bytes,
                micros,
                worker);
    }
}
