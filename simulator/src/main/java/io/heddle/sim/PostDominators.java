package io.heddle.sim;

import java.util.Arrays;
import java.util.List;

/**
 * Immediate post-dominators of the steps of one function, by the iterative algorithm of Cooper,
 * Harvey and Kennedy ("A Simple, Fast Dominance Algorithm") on the reversed graph.
 */
final class PostDominators {
    private PostDominators() {}

    /**
     * Fills {@code joins} for the steps {@code start} to {@code end - 1}, of which the last is the
     * epilogue; −1 for a step from which no end can be reached. A step from which only a trap or an
     * exit inside the function can be reached joins as if those led to the epilogue.
     */
    static void fill(List<Step> code, int start, int end, int[] joins) {
        fill(code, start, end, false, joins);
        int[] withTraps = new int[joins.length];
        fill(code, start, end, true, withTraps);
        for (int i = start; i < end - 1; i++) {
            joins[i] = joins[i] < 0 ? withTraps[i] : joins[i];
        }
    }

    private static void fill(List<Step> code, int start, int end, boolean trapsEnd, int[] joins) {
        int n = end - start;
        int exit = n - 1;
        int[][] successors = new int[n][];
        int[] predecessorCount = new int[n];
        for (int i = 0; i < n; i++) {
            int[] s = code.get(start + i).successors();
            successors[i] =
                    i == exit
                            ? new int[0]
                            : s.length == 0 && trapsEnd ? new int[] {exit} : local(s, start);
            for (int t : successors[i]) {
                predecessorCount[t]++;
            }
        }
        int[][] predecessors = new int[n][];
        for (int i = 0; i < n; i++) {
            predecessors[i] = new int[predecessorCount[i]];
        }
        Arrays.fill(predecessorCount, 0);
        for (int i = 0; i < n; i++) {
            for (int t : successors[i]) {
                predecessors[t][predecessorCount[t]++] = i;
            }
        }
        int[] order = postOrder(predecessors, exit);
        int[] number = new int[n];
        Arrays.fill(number, -1);
        for (int k = 0; k < order.length; k++) {
            number[order[k]] = k;
        }
        int[] dominator = new int[n];
        Arrays.fill(dominator, -1);
        dominator[exit] = exit;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = order.length - 2; k >= 0; k--) {
                int i = order[k];
                int d = -1;
                for (int s : successors[i]) {
                    if (dominator[s] >= 0) {
                        d = d < 0 ? s : intersect(s, d, dominator, number);
                    }
                }
                if (d >= 0 && dominator[i] != d) {
                    dominator[i] = d;
                    changed = true;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            joins[start + i] = i == exit || dominator[i] < 0 ? -1 : start + dominator[i];
        }
    }

    private static int[] local(int[] s, int start) {
        int[] result = new int[s.length];
        for (int k = 0; k < s.length; k++) {
            result[k] = s[k] - start;
        }
        return result;
    }

    private static int intersect(int a, int b, int[] dominator, int[] number) {
        while (a != b) {
            while (number[a] < number[b]) {
                a = dominator[a];
            }
            while (number[b] < number[a]) {
                b = dominator[b];
            }
        }
        return a;
    }

    /** Nodes that reach the exit, the exit last, in post-order of the reversed graph. */
    private static int[] postOrder(int[][] predecessors, int exit) {
        int n = predecessors.length;
        int[] order = new int[n];
        int count = 0;
        int[] stack = new int[n + 1];
        int[] next = new int[n];
        boolean[] seen = new boolean[n];
        int depth = 0;
        stack[depth++] = exit;
        seen[exit] = true;
        while (depth > 0) {
            int i = stack[depth - 1];
            if (next[i] < predecessors[i].length) {
                int p = predecessors[i][next[i]++];
                if (!seen[p]) {
                    seen[p] = true;
                    stack[depth++] = p;
                }
            } else {
                order[count++] = i;
                depth--;
            }
        }
        return Arrays.copyOf(order, count);
    }
}
