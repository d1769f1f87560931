package io.heddle.machine;

import io.heddle.memory.ReadContext;
import io.heddle.ptx.PtxType;

/**
 * A read of memory by an instruction of a thread.
 *
 * @param machine the execution
 * @param step the instruction, or null where nothing is read: a store under a condition keeps what
 *     is there, and an output is looked at
 * @param thread number in its CTA
 * @param type that is loaded, or null
 */
public record Read(Machine machine, Step step, int thread, PtxType type) implements ReadContext {
    /** Looks at what memory holds without reading it. */
    public static Read none(Machine machine) {
        return new Read(machine, null, 0, null);
    }

    @Override
    public int undefined(String object, String what) {
        return machine.undefined().read(this, object, what);
    }
}
