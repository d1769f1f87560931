package io.heddle.sim;

/** The end of a function: back to the caller. */
final class ReturnStep extends Step {
    @Override
    public void execute(Warp warp, int mask) {
        warp.doReturn(mask);
    }

    @Override
    public int advance(Warp warp, int mask) {
        execute(warp, mask);
        return DIVERTED;
    }

    @Override
    public int[] successors() {
        return new int[0];
    }
}
