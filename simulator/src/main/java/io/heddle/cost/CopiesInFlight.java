package io.heddle.cost;

import io.heddle.machine.Warp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The bytes of the asynchronous copies of a warp's lanes that no wait has covered yet. */
final class CopiesInFlight {
    private final long[] open = new long[Warp.LANES]; // in no group yet
    private final List<Deque<Long>> groups = new ArrayList<>();

    CopiesInFlight() {
        for (int lane = 0; lane < Warp.LANES; lane++) {
            groups.add(new ArrayDeque<>());
        }
    }

    void issue(int lane, long bytes) {
        open[lane] += bytes;
    }

    void commit(int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            groups.get(lane).addLast(open[lane]);
            open[lane] = 0;
        }
    }

    /** Waits until at most {@code pending} groups of each lane are left; all copies if negative. */
    void await(int mask, long pending) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Deque<Long> of = groups.get(lane);
            while (of.size() > Math.max(0, pending)) {
                of.removeFirst();
            }
            if (pending < 0) {
                open[lane] = 0;
            }
        }
    }

    /** Bytes that copies of the lanes have in flight. */
    long bytes(int mask) {
        long bytes = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            bytes += open[lane];
            for (long group : groups.get(lane)) {
                bytes += group;
            }
        }
        return bytes;
    }
}
