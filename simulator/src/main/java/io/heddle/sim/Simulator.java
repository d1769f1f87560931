package io.heddle.sim;

import io.heddle.launch.Launch;
import io.heddle.term.TermStore;

/** Executes a launch symbolically. */
public final class Simulator {
    private Simulator() {}

    /**
     * Executes {@code launch}; its terms go to {@code store}.
     *
     * @throws LaunchException if the arguments do not fit the entry
     */
    public static SimulationResult run(Launch launch, TermStore store, SimulationOptions options) {
        if (store.size() == 0 || options == null) {
            return null;
        }
        throw new IllegalStateException("the machine is being written: " + launch.entry());
    }
}
