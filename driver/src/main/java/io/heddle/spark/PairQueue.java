package io.heddle.spark;

import io.heddle.suite.Pair;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;

/**
 * Which pair a thread of the driver takes next. Where tasks have the driver's own cores, some of
 * these are left to the deciding of pairs that were simulated; a single kernel leaves nothing to
 * decide, so that it may have such a core as long as nothing else wants it.
 */
final class PairQueue {
    private final List<Pair> pairs;
    private final int most;
    private final Deque<Integer> singles = new ArrayDeque<>();
    private final Deque<Integer> others = new ArrayDeque<>();
    private int begun;

    /**
     * Puts all pairs in the queue.
     *
     * @param most how many pairs of two kernels are simulated at a time
     */
    PairQueue(List<Pair> pairs, int most) {
        this.pairs = pairs;
        this.most = most;
        for (int number = 0; number < pairs.size(); number++) {
            (pairs.get(number).isSingle() ? singles : others).add(number);
        }
    }

    /**
     * The number of the next pair for a thread, which says {@link #done} afterwards; none if those
     * that are left are for the threads that are simulating pairs now.
     */
    synchronized OptionalInt take() {
        if (!others.isEmpty() && begun < most) {
            begun++;
            return OptionalInt.of(others.remove());
        }
        return singles.isEmpty() ? OptionalInt.empty() : OptionalInt.of(singles.remove());
    }

    /** Says that a pair is simulated. */
    synchronized void done(int number) {
        begun -= pairs.get(number).isSingle() ? 0 : 1;
    }

    /** Leaves nothing to take. */
    synchronized void end() {
        singles.clear();
        others.clear();
    }
}
