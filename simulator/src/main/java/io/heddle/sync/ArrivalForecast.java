package io.heddle.sync;

/** Where the code could still take a thread that waits for ever; only to explain a deadlock. */
@FunctionalInterface
public interface ArrivalForecast {
    /**
     * The first instruction by which thread {@code tid}, were it to go on, could arrive at a named
     * barrier, or -1 if there is none.
     */
    int nextArrival(int tid, int barrier);
}
