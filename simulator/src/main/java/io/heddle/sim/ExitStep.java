package io.heddle.sim;

/** The end of the entry: threads exit. */
final class ExitStep extends Step {
    @Override
    public void execute(Warp warp, int mask) {
        warp.exit(mask);
    }

    @Override
    public int advance(Warp warp, int mask) {
        execute(warp, mask);
        warp.setPc(mask, index());
        return DIVERTED;
    }

    @Override
    public int[] successors() {
        return new int[0];
    }
}
