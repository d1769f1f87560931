package io.heddle.machine;

import io.heddle.memory.MemoryObject;
import io.heddle.value.Value;

/**
 * An argument or a result of a call: a register, or a variable of the parameter space.
 *
 * @param address generic address of the variable, if {@code register} is negative
 * @param register lane base of the register, or −1
 */
record CallOperand(long address, int register) {
    Value read(Warp warp, int lane, int bytes, Step step) {
        if (register >= 0) {
            return warp.value(register + lane).resize(bytes * 8);
        }
        MemoryObject o = warp.cta().locals().at(address, warp.thread(lane));
        return warp.load(o, address - o.base(), bytes, lane, warp.reading(step, lane, null));
    }

    void write(Warp warp, int lane, Value v) {
        if (register >= 0) {
            warp.set(register + lane, v);
            return;
        }
        MemoryObject o = warp.cta().locals().at(address, warp.thread(lane));
        warp.store(o, address - o.base(), v, lane);
    }

    int[] destinations() {
        return register >= 0 ? new int[] {register} : new int[0];
    }
}
