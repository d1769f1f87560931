package io.heddle.machine;

import java.util.Arrays;
import java.util.List;

/** The return addresses of a warp's lanes. */
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

    /** True if a lane returns to somewhere behind {@code from}, up to {@code to}. */
    boolean returnsInto(int lane, int from, int to) {
        for (int i = 0; i < depth[lane]; i++) {
            if (stack[lane][i] > from && stack[lane][i] <= to) {
                return true;
            }
        }
        return false;
    }

    /** Where a lane returns to, outermost call first; empty in the entry. */
    List<Integer> returns(int lane) {
        return depth[lane] == 0
                ? List.of()
                : Arrays.stream(stack[lane], 0, depth[lane]).boxed().toList();
    }

    /** How deep each lane is. */
    int[] depths() {
        return depth.clone();
    }

    /** A lane returns at once from all calls since {@link #depths}. */
    void unwind(int lane, int[] depths) {
        depth[lane] = depths[lane];
    }
}
