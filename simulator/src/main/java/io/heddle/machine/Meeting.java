package io.heddle.machine;

import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;

/**
 * Lanes of a warp that wait for each other at collective operations, each with the member mask that
 * it gave.
 *
 * <p>Lanes that give one mask at one instruction belong together; of masks that differ, each has
 * its own lanes. Lanes that wait elsewhere with the same mask and the same qualifiers would take
 * part, too (PTX ISA, {@code shfl.sync}), which is not modelled.
 */
final class Meeting {
    private final Warp warp;
    private final int[] members = new int[Warp.LANES];
    private int lanes;

    Meeting(Warp warp) {
        this.warp = warp;
    }

    /** Lanes that wait for others. */
    int lanes() {
        return lanes;
    }

    /**
     * Lanes that have come to the same operation of the same members before.
     *
     * @param mask lanes that come to {@code step} now
     * @param given the member mask that these give
     */
    int others(Step step, int mask, int given) {
        int others = 0;
        for (int m = lanes & ~mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            boolean sameStep = warp.pc(lane) == step.index();
            if (members[lane] != given) {
                if (sameStep && (members[lane] & mask) != 0) {
                    throw new UnsupportedPtxException(
                            "lanes give different member masks that overlap, whose effect is not"
                                    + " specified");
                }
            } else if (sameStep) {
                others |= 1 << lane;
            } else {
                refuseToMeet(step.instruction(), lane);
            }
        }
        return others;
    }

    /** Refuses what lanes of one mask would do together at two instructions. */
    private void refuseToMeet(Instruction here, int lane) {
        Instruction there = warp.machine().program().code[warp.pc(lane)].instruction();
        if (!there.has("aligned") && there.mnemonic().equals(here.mnemonic())) {
            throw new UnsupportedPtxException(
                    "lanes with the same member mask execute it here and at "
                            + Location.of(there)
                            + ", which is not modelled");
        }
    }

    /** Lanes wait for the other members of the mask that they give. */
    void await(int mask, int given) {
        lanes |= mask;
        for (int m = mask; m != 0; m &= m - 1) {
            members[Integer.numberOfTrailingZeros(m)] = given;
        }
    }

    /** Lanes wait no longer. */
    void leave(int mask) {
        lanes &= ~mask;
    }
}
