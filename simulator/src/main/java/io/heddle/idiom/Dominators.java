package io.heddle.idiom;

import java.util.Arrays;

/** Which blocks lie on every way from the entry to a block. */
final class Dominators {
    private static final int UNKNOWN = -1;

    private final int[] immediate;
    private final int[] order;

    /**
     * @param order position of each block in reverse post-order; of an unreachable one, the largest
     */
    Dominators(int[] order, int[][] predecessors) {
        this.order = order;
        int n = order.length;
        Integer[] blocks = new Integer[n];
        Arrays.setAll(blocks, b -> b);
        Arrays.sort(blocks, (a, b) -> Integer.compare(order[a], order[b]));
        immediate = new int[n];
        Arrays.fill(immediate, UNKNOWN);
        immediate[0] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b : blocks) {
                if (b != 0 && order[b] != Integer.MAX_VALUE) {
                    int d = common(predecessors[b]);
                    changed |= immediate[b] != d;
                    immediate[b] = d;
                }
            }
        }
    }

    private int common(int[] blocks) {
        int d = UNKNOWN;
        for (int p : blocks) {
            if (immediate[p] != UNKNOWN) {
                d = d == UNKNOWN ? p : common(d, p);
            }
        }
        return d;
    }

    private int common(int a, int b) {
        int x = a;
        int y = b;
        while (x != y) {
            if (order[x] > order[y]) {
                x = immediate[x];
            } else {
                y = immediate[y];
            }
        }
        return x;
    }

    /** True if {@code a} is another block than {@code b} and on every way to it. */
    boolean isBefore(int a, int b) {
        if (order[a] == Integer.MAX_VALUE || order[b] == Integer.MAX_VALUE) {
            return false;
        }
        int at = b;
        while (at != 0) {
            at = immediate[at];
            if (at == a) {
                return true;
            }
        }
        return false;
    }
}
