package io.heddle.spark;

/**
 * A range of the conditions of a pair, all of one output tensor: the unit of work of a task.
 *
 * @param number of the shard in the pair
 * @param from number of the first condition
 * @param to number after that of the last
 * @param terms terms that these conditions reach and those of earlier shards do not
 */
record Shard(int number, int from, int to, int terms) {
    /** How many conditions there are. */
    int size() {
        return to - from;
    }
}
