package io.heddle.machine;

/** A step that computes values and goes on to the next step. */
public abstract non-sealed class ValueStep extends Step {
    private Watch watch;

    /** Sees the operands of a step before the step executes, and its results afterwards. */
    @FunctionalInterface
    public interface Watch {
        /** Called before the lanes of {@code mask} execute the step. */
        void see(Step step, Warp warp, int mask);

        /** Called after they have executed it. */
        default void seen(Step step, Warp warp, int mask) {}
    }

    /** Registers a watch; it replaces an earlier one. */
    public final void watch(Watch someWatch) {
        watch = someWatch;
    }

    /** Calls the watch, if there is one, and executes the step. */
    final void perform(Warp warp, int mask) {
        if (watch != null) {
            watch.see(this, warp, mask);
            execute(warp, mask);
            watch.seen(this, warp, mask);
            return;
        }
        execute(warp, mask);
    }

    /** Executes the step on the lanes of {@code mask}. */
    public abstract void execute(Warp warp, int mask);

    @Override
    public final int[] successors() {
        return new int[] {index() + 1};
    }

    @Override
    final boolean mayBeGuarded() {
        return true;
    }
}
