package io.heddle.machine;

import io.heddle.finding.Location;
import java.util.List;

/**
 * A generation of a named barrier in an execution (WEFT, section 5.2).
 *
 * @param cta number of the CTA among the executed ones
 * @param barrier number of the barrier, 0 to 15
 * @param generation 1 for the first generation of the barrier
 * @param arrived for each warp a mask of the lanes that took part, waiting ones included
 * @param waited for each warp a mask of the lanes that waited
 * @param turns for each warp the number of this arrival among the warp's arrivals at any barrier,
 *     from 1 in program order; 0 if the warp took no part
 * @param location a barrier instruction at which threads waited, or arrived if none waited
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
