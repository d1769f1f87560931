package io.heddle.machine;

import io.heddle.finding.Location;
import java.util.List;

/**
 * A generation of a named barrier in an execution (WEFT, section 5.2).
 *
 * @param cta index among the executed CTAs
 * @param barrier 0 to 15
 * @param generation 1 for the barrier's first
 * @param arrived by warp: bit set of the lanes that took part, waiting ones included
 * @param waited by warp: bit set of the lanes that waited
 * @param turns by warp: which of the warp's arrivals at any barrier this was, from 1 in program
 *     order; 0 if it took no part
 * @param location of a barrier instruction by which threads waited, or arrived if none did
 * @param completed false if the execution ended before all expected threads had come
 */
public record DynamicBarrier(
        int cta,
        int barrier,
        int generation,
        List<Integer> arrived,
        List<Integer> waited,
        List<Integer> turns,
        Location location,
        boolean completed) {
    /** Copies the lists. */
    public DynamicBarrier {
        arrived = List.copyOf(arrived);
        waited = List.copyOf(waited);
        turns = List.copyOf(turns);
    }
}
