package io.heddle.machine;

import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;

/**
 * The lanes of a warp that wait for each other at collective operations, each with the member mask
 * that it gave.
 *
 * <p>Lanes that give the same mask at the same instruction form a group. PTX also lets lanes meet
 * that give the same mask and modifiers at another instruction (PTX ISA, {@code shfl.sync}); that
 * is not modelled.
 */
final class Meeting {
    private final Warp warp;
    private final int[] members = new int[Warp.LANES];
    private int lanes;

    Meeting(Warp warp) {
        this.warp = warp;
    }

    /** The lanes that wait. */
    int lanes() {
        return lanes;
    }

    /**
     * The lanes that wait at {@code step} for the same members.
     *
     * @param mask lanes that come to {@code step} now
     * @param given the member mask that they give
     * @throws UnsupportedPtxException if lanes wait with an overlapping mask at this step, or with
     *     the same mask at another one
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

    /** Refuses lanes that would meet at two instructions. */
    private void refuseToMeet(Instruction here, int lane) {
        Instruction there = warp.machine().program().code[warp.pc(lane)].instruction();
        if (!there.has("aligned") && there.mnemonic().equals(here.mnemonic())) {
            throw new UnsupportedPtxException(
                    "lanes with the same member mask execute it here and at "
                            + Location.of(there)
                            + ", which is not modelled");
        }
    }

    /** Lanes begin to wait for the other members of their mask. */
    void await(int mask, int given) {
        lanes |= mask;
        for (int m = mask; m != 0; m &= m - 1) {
            members[Integer.numberOfTrailingZeros(m)] = given;
        }
    }

    /** Lanes no longer wait. */
    void leave(int mask) {
        lanes &= ~mask;
    }
}
