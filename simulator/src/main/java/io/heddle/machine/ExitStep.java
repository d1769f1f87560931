package io.heddle.machine;

/** The end of the entry, or {@code exit} in a function: threads end. */
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
