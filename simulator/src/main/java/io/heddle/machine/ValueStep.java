package io.heddle.machine;

/** A step that computes something and goes on to the next instruction. */
public abstract non-sealed class ValueStep extends Step {
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
