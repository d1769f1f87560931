package io.heddle.machine;

import java.util.Arrays;

/**
 * A step that says where its lanes go: branches, calls, returns, ends of threads, and what lanes
 * wait at.
 */
public abstract non-sealed class ControlStep extends Step {
    /** Returned by {@link #advance} when it has set each lane's program counter. */
    public static final int DIVERTED = -1;

    /**
     * Executes and says where the lanes go.
     *
     * @return the program counter of all lanes in {@code mask}, or {@link #DIVERTED}
     */
    public abstract int advance(Warp warp, int mask);

    /** Where lanes that execute it may be next, within the same function. */
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
