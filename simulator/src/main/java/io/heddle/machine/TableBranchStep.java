package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;

/**
 * {@code brx.idx}: goes to the entry of a list of targets that a register selects (PTX ISA
 * 9.7.12.3).
 */
final class TableBranchStep extends ControlStep {
    private final int selector;
    private final int[] targets;

    TableBranchStep(int selector, int[] targets) {
        this.selector = selector;
        this.targets = targets;
    }

    @Override
    public int advance(Warp warp, int mask) {
        boolean uniform = instruction().has("uni");
        int first = selector + Integer.numberOfTrailingZeros(mask);
        boolean several = false;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long i = warp.concrete(selector + lane, lane, this, "the branch index") & 0xffffffffL;
            if (uniform && i != (warp.bits[first] & 0xffffffffL)) {
                throw new UnsupportedPtxException(
                        ".uni with an index that differs among the lanes of a warp");
            }
            if (i >= targets.length) {
                throw new UnsupportedPtxException(
                        "the branch index " + i + " is beyond the list of " + targets.length);
            }
            warp.setPc(1 << lane, targets[(int) i]);
            several |= targets[(int) i] != warp.pc(Integer.numberOfTrailingZeros(mask));
        }
        if (several) {
            warp.scattered(this, mask);
        }
        return DIVERTED;
    }

    @Override
    int[] targets() {
        return targets;
    }
}
