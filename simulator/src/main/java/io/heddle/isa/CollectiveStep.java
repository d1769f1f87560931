package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.WaitingStep;
import io.heddle.machine.Warp;

/**
 * A step for which lanes wait until all that their member mask names have executed it with the same
 * mask. Lanes at one instruction may give several masks: each group goes on by itself.
 */
public abstract class CollectiveStep extends WaitingStep {
    private final int memberMask; // lane base, or −1: the active lanes
    private final int[] destinations;

    /**
     * @param memberMask slot of the first lane's member mask; negative if the active lanes take
     *     part
     * @param destinations first slots of the registers that it writes
     */
    protected CollectiveStep(int memberMask, int... destinations) {
        this.memberMask = memberMask;
        this.destinations = destinations;
    }

    /** Executes it for {@code lanes}, which have all arrived. */
    protected abstract void together(Warp w, int lanes);

    @Override
    public int advance(Warp w, int mask) {
        if (memberMask < 0) {
            meet(w, mask, requireAllLive(w, mask));
            return DIVERTED;
        }
        for (int rest = mask; rest != 0; ) {
            int members = members(w, Integer.numberOfTrailingZeros(rest));
            int same = 0;
            for (int m = rest; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                same |= members(w, lane) == members ? 1 << lane : 0;
            }
            rest &= ~same;
            meet(w, same, members);
        }
        return DIVERTED;
    }

    /** Lanes that gave one member mask wait for the others that it names. */
    private void meet(Warp w, int mask, int members) {
        int lanes = w.rendezvous(this, mask, members);
        if (lanes != 0) {
            w.machine().countWarpSync(lanes);
            together(w, lanes);
            w.setPc(lanes, index() + 1);
        }
    }

    /** Without a member mask the active lanes take part: which those are is the schedule's. */
    private int requireAllLive(Warp w, int mask) {
        if (mask != w.live()) {
            throw new UnsupportedPtxException(
                    "which lanes are active in a divergent warp depends on the schedule");
        }
        w.machine().assume("all live lanes of a warp are active without .sync", this);
        return mask;
    }

    private int members(Warp w, int lane) {
        int members = (int) w.concrete(memberMask + lane, lane, this, "the member mask");
        if ((members >>> lane & 1) == 0) {
            throw new UnsupportedPtxException(
                    "lane "
                            + lane
                            + " is not in its own member mask, whose effect is not"
                            + " specified");
        }
        return members;
    }

    @Override
    public final int[] destinations() {
        return destinations;
    }
}
