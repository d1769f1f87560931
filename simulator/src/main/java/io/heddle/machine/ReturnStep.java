package io.heddle.machine;

/** The end of a function: back to the caller. */
final class ReturnStep extends ControlStep {
    @Override
    public int advance(Warp warp, int mask) {
        warp.doReturn(mask);
        return DIVERTED;
    }

    @Override
    int[] targets() {
        return new int[0];
    }
}
