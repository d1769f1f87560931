package io.heddle.machine;

import io.heddle.value.Value;

/** A copy of some registers of a warp, to be restored, or merged with their later values. */
final class RegisterSnapshot {
    private final Warp warp;
    private final int[] registers;
    private final int mask;
    private final byte[] tags;
    private final long[] bits;
    private final Value[] values;

    /**
     * Copies registers.
     *
     * @param registers lane bases
     * @param mask the lanes that are restored or merged
     */
    RegisterSnapshot(Warp warp, int[] registers, int mask) {
        this.warp = warp;
        this.registers = registers;
        this.mask = mask;
        int n = registers.length * Warp.LANES;
        tags = new byte[n];
        bits = new long[n];
        values = new Value[n];
        for (int i = 0; i < registers.length; i++) {
            warp.copyOut(registers[i], tags, bits, values, i * Warp.LANES);
        }
    }

    void restore() {
        for (int i = 0; i < registers.length; i++) {
            for (int m = mask; m != 0; m &= m - 1) {
                put(i, Integer.numberOfTrailingZeros(m));
            }
        }
    }

    private void put(int i, int lane) {
        int s = i * Warp.LANES + lane;
        warp.put(registers[i] + lane, tags[s], bits[s], values[s]);
    }

    /**
     * Sets each register to ite(condition, current value, saved value).
     *
     * @param conditions by lane
     */
    void merge(int[] conditions) {
        combine(conditions, true);
    }

    /**
     * Sets each register to ite(condition, saved value, current value).
     *
     * @param conditions by lane
     */
    void mergeInto(int[] conditions) {
        combine(conditions, false);
    }

    private void combine(int[] conditions, boolean currentIsThen) {
        for (int i = 0; i < registers.length; i++) {
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int s = i * Warp.LANES + lane;
                if (!warp.holds(registers[i] + lane, tags[s], bits[s], values[s])) {
                    combineLane(conditions[lane], i, lane, currentIsThen);
                }
            }
        }
    }

    private void combineLane(int c, int i, int lane, boolean currentIsThen) {
        int index = registers[i] + lane;
        if (warp.width(index) == 1) {
            int current = warp.condition(index);
            put(i, lane);
            int old = warp.condition(index);
            warp.setCondition(
                    index,
                    currentIsThen
                            ? warp.views().iteCondition(c, current, old)
                            : warp.views().iteCondition(c, old, current));
            return;
        }
        Value current = warp.value(index);
        put(i, lane);
        Value old = warp.value(index);
        warp.set(
                index,
                currentIsThen
                        ? warp.views().ite(c, current, old)
                        : warp.views().ite(c, old, current));
    }
}
