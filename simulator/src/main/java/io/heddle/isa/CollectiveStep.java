package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.WaitingStep;
import io.heddle.machine.Warp;

/**
 * A step that the lanes of a member mask execute together: a lane waits until every lane that its
 * mask names has come to the step with the same mask. Lanes with different masks at one instruction
 * form separate groups.
 */
public abstract class CollectiveStep extends WaitingStep {
    private final int memberMask; // lane base, or −1: the active lanes
    private final int[] destinations;

    /**
     * Makes a collective step.
     *
     * @param memberMask lane base of the member mask; negative if there is none and the active
     *     lanes take part
     * @param destinations lane bases of the registers that it writes
     */
    protected CollectiveStep(int memberMask, int... destinations) {
        this.memberMask = memberMask;
        this.destinations = destinations;
    }

    /** Executes the step for {@code lanes}, all of which have arrived. */
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

    /**
     * Executes the step for the lanes of one member mask if all of them have arrived; else {@code
     * mask} waits.
     */
    private void meet(Warp w, int mask, int members) {
        int lanes = w.rendezvous(this, mask, members);
        if (lanes != 0) {
            w.machine().countWarpSync(lanes);
            together(w, lanes);
            w.setPc(lanes, index() + 1);
        }
    }

    /**
     * The members of a step without a member mask, which must be all live lanes: which lanes of a
     * divergent warp are active depends on the schedule.
     */
    private int requireAllLive(Warp w, int mask) {
        if (mask != w.live()) {
            throw new UnsupportedPtxException(
                    "which lanes are active in a divergent warp depends on the schedule");
        }
        w.machine()
                .assume(
                        Assumption.Kind.OTHER,
                        "all live lanes of a warp are active without .sync",
                        this);
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
    public final boolean isCollective() {
        return true;
    }

    @Override
    public final int[] destinations() {
        return destinations;
    }
}
