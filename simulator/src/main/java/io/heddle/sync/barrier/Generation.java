package io.heddle.sync.barrier;

import java.util.List;

/**
 * A generation of a named barrier: a <em>dynamic barrier</em> in WEFT's words (section 5.2).
 *
 * @param cta index among the launch's CTAs
 * @param barrier 0 to 15
 * @param number 1 for the barrier's first generation
 * @param arrived by warp: bit set of the lanes that took part, waiting ones included
 * @param waited by warp: bit set of the lanes that waited
 * @param turns by warp: which of the warp's arrivals at any barrier this was, from 1 in program
 *     order; 0 if it took no part
 * @param instruction of a thread that waited, or of one that arrived if none did
 */
public record Generation(
        int cta,
        int barrier,
        int number,
        List<Integer> arrived,
        List<Integer> waited,
        List<Integer> turns,
        int instruction) {
    /** Copies the lists. */
    public Generation {
        arrived = List.copyOf(arrived);
        waited = List.copyOf(waited);
        turns = List.copyOf(turns);
    }
}
