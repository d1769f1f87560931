package io.heddle.flow;

import java.util.Arrays;

/** Depth-first order of a graph whose nodes are 0 to n − 1, given by their successors. */
final class Traversal {
    private Traversal() {}

    /**
     * The position of each node in reverse post-order from {@code root}, which has the smallest;
     * {@link Integer#MAX_VALUE} for a node that is not reached.
     */
    static int[] reversePostOrder(int root, int[][] successors) {
        int n = successors.length;
        int[] position = new int[n];
        Arrays.fill(position, Integer.MAX_VALUE);
        int[] stack = new int[n + 1];
        int[] next = new int[n];
        boolean[] seen = new boolean[n];
        int depth = 0;
        int number = n;
        stack[depth++] = root;
        seen[root] = true;
        while (depth > 0) {
            int node = stack[depth - 1];
            if (next[node] < successors[node].length) {
                int s = successors[node][next[node]++];
                if (!seen[s]) {
                    seen[s] = true;
                    stack[depth++] = s;
                }
            } else {
                position[node] = --number;
                depth--;
            }
        }
        return position;
    }

    /** The graph with its edges turned round. */
    static int[][] reversed(int[][] successors) {
        int n = successors.length;
        int[] counts = new int[n];
        for (int[] all : successors) {
            for (int s : all) {
                counts[s]++;
            }
        }
        int[][] predecessors = new int[n][];
        for (int node = 0; node < n; node++) {
            predecessors[node] = new int[counts[node]];
        }
        for (int node = 0; node < n; node++) {
            for (int s : successors[node]) {
                predecessors[s][--counts[s]] = node;
            }
        }
        return predecessors;
    }
}
