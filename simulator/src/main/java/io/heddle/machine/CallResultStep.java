package io.heddle.machine;

import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import io.heddle.value.Value;
import java.util.Arrays;
import java.util.List;

/** Follows a call: copies the return parameters of the callee to those of the caller. */
final class CallResultStep extends ValueStep {
    private final List<CallOperand> results;
    private final List<PlacedVariable> returns;

    CallResultStep(List<CallOperand> results, List<PlacedVariable> returns) {
        this.results = List.copyOf(results);
        this.returns = List.copyOf(returns);
    }

    @Override
    public void execute(Warp warp, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int i = 0; i < results.size(); i++) {
                PlacedVariable p = returns.get(i);
                MemoryObject o = warp.cta().locals().at(p.address(), warp.thread(lane));
                Value v =
                        warp.load(
                                o,
                                0,
                                (int) p.variable().size(),
                                lane,
                                warp.reading(this, lane, null));
                results.get(i).write(warp, lane, v);
            }
        }
    }

    @Override
    public int[] destinations() {
        return results.stream().flatMapToInt(r -> Arrays.stream(r.destinations())).toArray();
    }
}
