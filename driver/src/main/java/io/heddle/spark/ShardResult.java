package io.heddle.spark;

import io.heddle.decide.Decision;
import java.util.List;

/**
 * The result of a shard.
 *
 * @param pair number of the pair in the run
 * @param number of the shard in the pair
 * @param decisions one per condition; empty if it failed
 * @param failure a fault of Heddle in one line, or null
 * @param micros time of the decision
 * @param worker executor and host
 */
record ShardResult(
        int pair,
        int number,
        List<Decision> decisions,
        String failure,
        long micros,
        String worker) {
    /** Copies the list. */
    ShardResult {
        decisions = List.copyOf(decisions);
    }
}
