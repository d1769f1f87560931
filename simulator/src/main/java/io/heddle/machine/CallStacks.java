package io.heddle.machine;

import java.util.Arrays;
import java.util.List;

/** The call stacks of a warp's lanes, as return addresses. */
final class CallStacks {
    private static final int USUAL_DEPTH = 8;

    private final int[][] stack = new int[Warp.LANES][];
    private final int[] depth = new int[Warp.LANES];

    void push(int lane, int returnPc) {
        if (stack[lane] == null) {
            stack[lane] = new int[USUAL_DEPTH];
        }
        if (depth[lane] == stack[lane].length) {
            stack[lane] = Arrays.copyOf(stack[lane], depth[lane] * 2);
        }
        stack[lane][depth[lane]++] = returnPc;
    }

    int pop(int lane) {
        return stack[lane][--depth[lane]];
    }

    /**
     * True if some call of the lane returns to a program counter after {@code from} and up to
     * {@code to}.
     */
    boolean returnsInto(int lane, int from, int to) {
        for (int i = 0; i < depth[lane]; i++) {
            if (stack[lane][i] > from && stack[lane][i] <= to) {
                return true;
            }
        }
        return false;
    }

    /** The return addresses of a lane, outermost call first; empty in the entry. */
    List<Integer> returns(int lane) {
        return depth[lane] == 0
                ? List.of()
                : Arrays.stream(stack[lane], 0, depth[lane]).boxed().toList();
    }

    /** The number of calls that each lane is in. */
    int[] depths() {
        return depth.clone();
    }

    /** Removes the calls that a lane has made since {@link #depths}. */
    void unwind(int lane, int[] depths) {
        depth[lane] = depths[lane];
    }
}
