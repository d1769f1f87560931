package io.heddle.machine;

import java.util.Arrays;

/**
 * A step that sets the program counters of its lanes: branches, calls, returns, exits, and steps at
 * which lanes wait.
 */
public abstract non-sealed class ControlStep extends Step {
    /** Returned by {@link #advance} if it has set the program counter of each lane itself. */
    public static final int DIVERTED = -1;

    /**
     * Executes the step.
     *
     * @return the next program counter of all lanes in {@code mask}, or {@link #DIVERTED}
     */
    public abstract int advance(Warp warp, int mask);

    /** Program counters within the same function at which its lanes may continue. */
    abstract int[] targets();

    @Override
    public final int[] successors() {
        int[] targets = targets();
        if (guard() < 0) {
            return targets.clone();
        }
        int[] all = Arrays.copyOf(targets, targets.length + 1);
        all[targets.length] = index() + 1;
        return all;
    }

    @Override
    boolean mayBeGuarded() {
        return false;
    }
}
