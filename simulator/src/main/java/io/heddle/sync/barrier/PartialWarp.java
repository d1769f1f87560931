package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import java.util.Arrays;

/**
 * How often a CTA's last warp, if it is not full, has come to a generation of a counted barrier. A
 * count is one of whole warps: it is given "in multiple of warp size", and the instruction "marks
 * warps' arrival" (PTX ISA 9.7.13.1). So the lanes that the warp lacks count as arrived as soon as
 * each of those that it has is there, and once more when each of them has come once more.
 *
 * <p>Lanes that have exited are no lanes that lack: they never count at counted barriers, and a
 * warp that has lost one before it came stays short of 32.
 */
final class PartialWarp {
    private final int warp;

    /** By existing lane: how often it has come. Empty if the last warp is full. */
    private final int[] visits;

    PartialWarp(int threads) {
        warp = threads / HappensBefore.WARP;
        visits = new int[threads % HappensBefore.WARP];
    }

    /** Lanes of some warp arrive. */
    void add(int arrivingWarp, int lanes) {
        for (int rest = arrivingWarp == warp ? lanes : 0; rest != 0; rest &= rest - 1) {
            visits[Integer.numberOfTrailingZeros(rest)]++;
        }
    }

    /** Arrivals of lanes that do not exist. */
    int lacking() {
        if (visits.length == 0) {
            return 0;
        }
        return Arrays.stream(visits).min().getAsInt() * (HappensBefore.WARP - visits.length);
    }

    /** The next generation begins. */
    void reset() {
        Arrays.fill(visits, 0);
    }
}
