package io.heddle.machine;

import io.heddle.value.Value;
import java.util.Arrays;
import java.util.List;

/** A call of {@code vprintf}: prints nothing and returns 0. */
final class PrintStep extends ValueStep {
    private final List<CallOperand> results;

    PrintStep(List<CallOperand> results) {
        this.results = List.copyOf(results);
    }

    @Override
    public void execute(Warp warp, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (CallOperand r : results) {
                r.write(warp, lane, Value.concrete(0, 32));
            }
        }
    }

    @Override
    public int[] destinations() {
        return results.stream().flatMapToInt(r -> Arrays.stream(r.destinations())).toArray();
    }
}
