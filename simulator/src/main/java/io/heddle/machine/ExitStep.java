package io.heddle.machine;

/** {@code exit}, or the end of the entry: the threads of its lanes end. */
final class ExitStep extends ControlStep {
    @Override
    public int advance(Warp warp, int mask) {
        warp.exit(mask);
        warp.setPc(mask, index());
        return DIVERTED;
    }

    @Override
    int[] targets() {
        return new int[0];
    }
}
