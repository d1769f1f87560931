package io.heddle.machine;

import java.util.List;

/**
 * The code of a function and its registers and variables. Functions are not recursive, so that one
 * frame serves all calls; a call starts with undefined contents.
 *
 * @param start first program counter
 * @param end program counter after the epilogue
 * @param registers lane bases of the registers that a call clears
 * @param variables generic addresses of the thread-private variables that a call clears
 */
record Frame(int start, int end, List<Integer> registers, List<Long> variables) {
    Frame {
        registers = List.copyOf(registers);
        variables = List.copyOf(variables);
    }

    boolean contains(int index) {
        return index >= start && index < end;
    }

    /**
     * True if a lane that executes {@code step} is in a call of the function, or in a call made
     * from it.
     */
    boolean isActive(Warp warp, int lane, Step step) {
        return contains(step.index()) || warp.calls().returnsInto(lane, start, end);
    }

    /** Makes the registers and variables of some lanes undefined. */
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
