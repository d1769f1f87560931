package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.table.StoredAnswer;
import io.heddle.table.TableReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds answers of earlier runs for pairs of this run. */
final class Reuse {
    private Reuse() {}

    /**
     * The answer to each pair whose key an earlier run has, by {@link VerifyRun#name}. Answers
     * UNDECIDED and ERROR are not reused.
     */
    static Map<String, StoredAnswer> find(
            TableReader tables, List<Pair> pairs, Map<String, String> keys) {
        Map<String, StoredAnswer> byKey = tables.answers(keys.values());
        Map<String, StoredAnswer> found = new HashMap<>();
        for (Pair pair : pairs) {
            String name = VerifyRun.name(pair);
            StoredAnswer answer = byKey.get(keys.get(name));
            if (answer != null) {
                found.put(name, answer.renamed(pair.suite(), pair.name()));
            }
        }
        return found;
    }

    /** The answers that a run gave before it was interrupted, by {@link VerifyRun#name}. */
    static Map<String, PairReport> before(TableReader tables, String runId) {
        Map<String, PairReport> found = new HashMap<>();
        for (PairReport report : tables.reports(runId)) {
            found.put(LineProgress.name(report), report);
        }
        return found;
    }
}
