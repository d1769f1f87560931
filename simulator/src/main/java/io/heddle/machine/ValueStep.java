package io.heddle.machine;

/** A step that computes something and goes on to the next instruction. */
public abstract non-sealed class ValueStep extends Step {
    private Watch watch;

    /** Looks at the operands of a step before it computes. */
    @FunctionalInterface
    public interface Watch {
        /** Lanes are about to execute the step. */
        void see(Step step, Warp warp, int mask);
    }

    /** Has the operands looked at from now on. */
    public final void watch(Watch someWatch) {
        watch = someWatch;
    }

    /** Executes the step, after whoever watches it has seen its operands. */
    final void perform(Warp warp, int mask) {
        if (watch != null) {
            watch.see(this, warp, mask);
        }
        execute(warp, mask);
    }

    /** Applies the instruction to the lanes in {@code mask}. */
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
