package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;

/**
 * {@code bar.warp.sync} (PTX ISA 9.7.13.2): the lanes of the member mask wait for each other, which
 * orders their memory accesses.
 */
public final class WarpBarrierStep extends WaitingStep {
    private final int memberMask;

    /**
     * Makes the step.
     *
     * @param memberMask lane base of the member mask
     */
    public WarpBarrierStep(int memberMask) {
        this.memberMask = memberMask;
    }

    @Override
    public int advance(Warp warp, int mask) {
        if (warp.isConditional()) {
            throw new UnsupportedPtxException("a warp barrier under a symbolic condition");
        }
        warp.machine().countWarpSync(mask);
        int rest = mask;
        while (rest != 0) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int members = members(warp, lane);
            int same = 0;
            for (int m = rest; m != 0; m &= m - 1) {
                int l = Integer.numberOfTrailingZeros(m);
                if (members(warp, l) == members) {
                    same |= 1 << l;
                }
            }
            rest &= ~same;
            warp.cta().warpSync(warp, same, members, this);
        }
        return DIVERTED;
    }

    private int members(Warp warp, int lane) {
        return (int) warp.concrete(memberMask + lane, lane, this, "the member mask");
    }
}
