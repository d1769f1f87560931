package io.heddle.sim;

/** {@code bra}: goes to one target; divergence comes from its guard (PTX ISA 9.7.12.2). */
public final class BranchStep extends Step {
    private final int target;
    private final int index;
    private final boolean conditional;

    BranchStep(int index, int target, boolean conditional) {
        this.index = index;
        this.target = target;
        this.conditional = conditional;
    }

    int target() {
        return target;
    }

    @Override
    public void execute(Warp warp, int mask) {
        throw new AssertionError("a branch moves lanes");
    }

    @Override
    public int advance(Warp warp, int mask) {
        return target;
    }

    @Override
    public int[] successors() {
        return conditional ? new int[] {target, index + 1} : new int[] {target};
    }
}
