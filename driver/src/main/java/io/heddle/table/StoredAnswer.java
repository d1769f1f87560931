package io.heddle.table;

import io.heddle.report.PairReport;
import java.util.List;

/**
 * An answer of an earlier run.
 *
 * @param report its report
 * @param runId the run
 * @param key what the answer depends on, as in {@link PairRows}; or null
 * @param shards how its conditions were decided, if that was asked for
 */
public record StoredAnswer(PairReport report, String runId, String key, List<ShardRow> shards) {
    /** Copies the list. */
    public StoredAnswer {
        shards = List.copyOf(shards);
    }

    /** The same answer to a pair of another name. */
    public StoredAnswer renamed(String suite, String pair) {
        PairReport r = report;
        return new StoredAnswer(
                new PairReport(
                        suite,
                        pair,
                        r.verdict(),
                        r.expected(),
                        r.unmet(),
                        r.error(),
                        r.method(),
                        r.assumptions(),
                        r.kernel(),
                        r.location(),
                        r.message(),
                        r.defect(),
                        r.findings(),
                        r.scope(),
                        r.counterexample(),
                        r.outputs(),
                        r.vcs(),
                        r.stats(),
                        r.millis(),
                        r.replay(),
                        r.terms()),
                runId,
                key,
                shards.stream().map(s -> s.renamed(suite, pair)).toList());
    }
}
