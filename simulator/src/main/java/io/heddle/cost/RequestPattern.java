package io.heddle.cost;

import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;

/**
 * The last request that an instruction made of memory, and what it cost: a request of the same
 * lanes at addresses that lie in the same way costs the same, as most requests of a loop do.
 */
final class RequestPattern {
    private static final long PHASE = 127; // of a line, and of the banks

    private final long[] distances = new long[Warp.LANES];
    private final long[] costs = new long[2 * Counter.values().length];
    private int mask;
    private long phase = -1;
    private long window; // addresses of one state space have the same upper bits
    private long lowest;
    private long highest;
    private MemoryObject object; // that all lanes access; null if that does not matter
    private long[] traffic; // from or to it
    private long[] sum; // of that, at the site

    /** True if a request costs what the last one did. */
    boolean fits(long[] addresses, int lanes) {
        if (lanes != mask || phase < 0) {
            return false;
        }
        long first = addresses[Integer.numberOfTrailingZeros(lanes)];
        if ((first & PHASE) != phase || first >>> 32 != window) {
            return false;
        }
        long differences = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            differences |= addresses[lane] - first ^ distances[lane];
        }
        return differences == 0
                && (object == null
                        || first + lowest >= object.base()
                                && first + highest < object.base() + object.size());
    }

    /** Adds the costs of the last request once more. */
    void repeat(Site site) {
        site.add(costs);
        if (object != null) {
            Site.add(sum, traffic);
        }
    }

    /**
     * Keeps a request.
     *
     * @param before the counts of its site before it was counted
     */
    void keep(long[] addresses, int lanes, Site site, long[] before) {
        long first = addresses[Integer.numberOfTrailingZeros(lanes)];
        mask = lanes;
        phase = first & PHASE;
        window = first >>> 32;
        lowest = 0;
        highest = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            distances[lane] = addresses[lane] - first;
            lowest = Math.min(lowest, distances[lane]);
            highest = Math.max(highest, distances[lane]);
        }
        site.since(before, costs);
        object = null;
    }

    /**
     * Says of which object the request that is kept moved how much.
     *
     * @param all the sum of the site, to which repetitions are added
     */
    void moves(MemoryObject of, long[] counts, long[] all) {
        object = of;
        traffic = counts;
        sum = all;
    }

    /** Forgets the last request. */
    void forget() {
        phase = -1;
    }
}
