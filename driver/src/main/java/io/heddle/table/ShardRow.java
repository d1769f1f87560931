package io.heddle.table;

/**
 * The decision of one shard, as the {@code vcs} table keeps it.
 *
 * @param suite suite of the pair
 * @param pair name of the pair
 * @param tensor output tensor of all its conditions
 * @param shard number in the pair, from 0
 * @param firstIndex row-major index of its first element
 * @param lastIndex row-major index of its last element
 * @param total conditions
 * @param proved conditions proved
 * @param refuted conditions refuted
 * @param undecided conditions neither proved nor refuted
 * @param method strongest method that a proof needed, or null
 * @param terms terms that the conditions reach and earlier shards do not
 * @param bytes size of these terms on the wire
 * @param micros time of the decision
 * @param worker executor and host that decided it
 */
public record ShardRow(
        String suite,
        String pair,
        String tensor,
        int shard,
        long firstIndex,
        long lastIndex,
        long total,
        long proved,
        long refuted,
        long undecided,
        String method,
        long terms,
        long bytes,
        long micros,
        String worker) {
    /** The same of a pair of another name. */
    ShardRow renamed(String newSuite, String newPair) {
        return new ShardRow(
                newSuite,
                newPair,
                tensor,
                shard,
                firstIndex,
                lastIndex,
                total,
                proved,
                refuted,
                undecided,
                method,
                terms,
                bytes,
                micros,
                worker);
    }
}
