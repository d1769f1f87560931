package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.finding.Location;
import java.util.List;

/**
 * A place where threads wait for each other.
 *
 * @param kind who waits
 * @param condition under which a thread reaches it
 * @param number of the barrier (PTX ISA, bar); null at operations of a warp
 * @param threads that it waits for; 0 for all of the block
 * @param uniform true if the condition is one for all threads of a block, at the same iterations
 * @param loops around it that were not executed round by round, outermost first
 * @param location where it stands
 */
public record Barrier(
        Kind kind,
        BitTerm number,
        int threads,
        BitTerm condition,
        boolean uniform,
        List<LoopRun> loops,
        Location location) {
    /** Copies the list. */
    public Barrier {
        loops = List.copyOf(loops);
    }

    /** Who waits there for whom. */
    public enum Kind {
        /** The threads of a block for each other. */
        BLOCK,
        /**
         * Threads of a block that come to a barrier with the same number ({@link BarrierGroups}).
         */
        GROUP,
        /** Threads of a block that come to such a barrier and do not wait there. */
        ARRIVE,
        /** The lanes of a warp for each other. */
        WARP,
        /** The lanes of a warp, at an operation that orders no accesses to memory. */
        LANES
    }
}
