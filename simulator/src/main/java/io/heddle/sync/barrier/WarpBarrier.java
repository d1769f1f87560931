package io.heddle.sync.barrier;

/** Lanes of a warp that wait at {@code bar.warp.sync} for all others of one mask. */
final class WarpBarrier {
    final int warp;
    final int mask;

    /** Of the first lanes that came. */
    final int instruction;

    /** Lanes that wait. */
    int arrived;

    WarpBarrier(int warp, int mask, int instruction) {
        this.warp = warp;
        this.mask = mask;
        this.instruction = instruction;
    }
}
