package io.heddle.machine;

/** {@code ret}, or the end of a function: its lanes go back to the caller. */
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
