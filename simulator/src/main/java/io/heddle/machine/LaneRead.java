package io.heddle.machine;

import io.heddle.memory.ReadContext;
import io.heddle.ptx.PtxType;

/**
 * A read of memory by a thread.
 *
 * @param machine the run
 * @param step the instruction that reads; null if none does: a conditional store keeps the old
 *     value, or the result of the run is read
 * @param thread number in its CTA
 * @param type that is loaded, or null
 */
public record LaneRead(Machine machine, Step step, int thread, PtxType type)
        implements ReadContext {
    /** Looks at the contents of memory; no thread reads them. */
    public static LaneRead none(Machine machine) {
        return new LaneRead(machine, null, 0, null);
    }

    @Override
    public int undefined(String object, String what) {
        return machine.undefined().ofRead(this, object, what);
    }
}
