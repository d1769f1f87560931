package io.heddle.table;

import java.time.Instant;
import java.util.List;

/**
 * A run, as the {@code runs} table keeps it.
 *
 * @param runId names the run
 * @param startedAt when it began
 * @param version of Heddle
 * @param master Spark master
 * @param suites suite files
 * @param wallMillis from start to end
 * @param pairs how many pairs it answered
 * @param unexpected how many of them not as expected
 */
public record RunRow(
        String runId,
        Instant startedAt,
        String version,
        String master,
        List<String> suites,
        long wallMillis,
        long pairs,
        long unexpected) {
    /** Copies the list. */
    public RunRow {
        suites = List.copyOf(suites);
    }
}
