package io.heddle.machine;

import java.util.List;

/**
 * Reads volatile special registers, such as {@code %clock} and {@code %smid}: each read may give
 * another value, also in a loop (PTX ISA 10: "its value may change during execution").
 */
final class VolatileRead extends ValueStep {
    private final List<Program.Special> reads;

    /**
     * @param reads the registers that the instruction behind this step takes the values from
     */
    VolatileRead(List<Program.Special> reads) {
        this.reads = List.copyOf(reads);
    }

    @Override
    public void execute(Warp warp, int mask) {
        Machine machine = warp.machine();
        for (Program.Special s : reads) {
            long read = machine.nextUnknown();
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                warp.set(
                        s.register() * Warp.LANES + lane,
                        SpecialRegisters.volatileValue(
                                s.name(), warp.thread(lane), read, machine.store()));
            }
        }
    }

    @Override
    public int[] destinations() {
        return reads.stream().mapToInt(s -> s.register() * Warp.LANES).toArray();
    }
}
