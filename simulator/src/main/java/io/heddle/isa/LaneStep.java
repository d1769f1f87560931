package io.heddle.isa;

import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;

/** A step that computes each lane by itself. */
abstract class LaneStep extends ValueStep {
    private final int[] destinations;

    LaneStep(int... destinations) {
        this.destinations = destinations;
    }

    abstract void lane(Warp w, int lane);

    @Override
    public final void execute(Warp w, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            lane(w, Integer.numberOfTrailingZeros(m));
        }
    }

    @Override
    public final int[] destinations() {
        return destinations;
    }
}
