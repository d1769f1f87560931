package io.heddle.machine;

import java.util.List;

/**
 * Where a function's code stands and what belongs to one call of it. Functions do not call
 * themselves, so that each needs one place only, whose contents are undefined at each call.
 *
 * @param start first program counter
 * @param end program counter behind the epilogue
 * @param registers lane bases of the registers that a call starts without
 * @param variables addresses of thread-private variables that a call starts without
 */
record Frame(int start, int end, List<Integer> registers, List<Long> variables) {
    Frame {
        registers = List.copyOf(registers);
        variables = List.copyOf(variables);
    }

    boolean contains(int index) {
        return index >= start && index < end;
    }

    /** True if a lane that executes the step is in a call of the function, or in one made by it. */
    boolean isActive(Warp warp, int lane, Step step) {
        return contains(step.index()) || warp.calls().returnsInto(lane, start, end);
    }

    /** Forgets what an earlier call has left. */
    void clear(Warp warp, int mask) {
        for (int register : registers) {
            warp.forget(register, mask);
        }
        for (int m = mask; m != 0; m &= m - 1) {
            int thread = warp.thread(Integer.numberOfTrailingZeros(m));
            for (long address : variables) {
                warp.cta().locals().forget(address, thread);
            }
        }
    }
}
