package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.memory.FunctionAddresses;
import io.heddle.ptx.Function;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code call} of the function whose address a register holds (PTX ISA 9.7.12.5). Each function
 * that it may go to returns to a step of its own, which takes that function's results: the two
 * steps for the k-th function follow this one at distance 1 + 2k.
 */
final class IndirectCallStep extends CallStep {
    private final int target;
    private final FunctionAddresses addresses;
    private final Map<String, DirectCallStep> ways;

    /**
     * @param target lane base of the register
     * @param ways the calls of the functions that it may go to, by name, in the order of their
     *     result steps
     */
    IndirectCallStep(int target, FunctionAddresses addresses, Map<String, DirectCallStep> ways) {
        this.target = target;
        this.addresses = addresses;
        this.ways = new LinkedHashMap<>(ways);
    }

    @Override
    public int[] callees() {
        return ways.values().stream().flatMapToInt(w -> Arrays.stream(w.callees())).toArray();
    }

    @Override
    int[] targets() {
        int[] results = new int[ways.size()];
        for (int k = 0; k < results.length; k++) {
            results[k] = index() + 1 + 2 * k;
        }
        return results;
    }

    @Override
    public int advance(Warp warp, int mask) {
        Map<String, Integer> lanes = new LinkedHashMap<>();
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            lanes.merge(callee(warp, lane), 1 << lane, (a, b) -> a | b);
        }
        if (lanes.size() > 1 && instruction().has("uni")) {
            throw new UnsupportedPtxException(
                    ".uni with a function that differs among the lanes of a warp");
        }
        if (lanes.size() > 1) {
            warp.scattered(this, mask);
        }
        int result = index() + 1;
        for (Map.Entry<String, DirectCallStep> way : ways.entrySet()) {
            int calling = lanes.getOrDefault(way.getKey(), 0);
            if (calling != 0) {
                way.getValue().enter(warp, calling, result);
            }
            result += 2;
        }
        return DIVERTED;
    }

    private String callee(Warp warp, int lane) {
        long address = warp.concrete(target + lane, lane, this, "the address that is called");
        Function f =
                addresses
                        .at(address)
                        .orElseThrow(
                                () ->
                                        new UnsupportedPtxException(
                                                "a call of an address that is no function's"));
        if (!ways.containsKey(f.name())) {
            throw new UnsupportedPtxException(
                    "an indirect call of "
                            + f.name()
                            + (f.defined()
                                    ? ", whose parameters are others than those that are passed"
                                    : ", which has no body"));
        }
        return f.name();
    }
}
