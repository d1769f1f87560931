package io.heddle.sync.barrier;

/**
 * Predicts where a blocked thread could still arrive if it went on; used only to explain a
 * deadlock.
 */
@FunctionalInterface
public interface ArrivalForecast {
    /**
     * The index of the first instruction by which thread {@code tid} could arrive at a named
     * barrier if it went on, or -1 if there is none.
     */
    int nextArrival(int tid, int barrier);
}
