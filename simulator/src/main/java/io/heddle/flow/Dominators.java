package io.heddle.flow;

import java.util.Arrays;

/**
 * The dominators of a graph, that is, the nodes on every path from its root to a node, by the
 * iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm").
 */
public final class Dominators {
    private static final int NONE = -1;

    private final int root;
    private final int[] immediate;
    private final int[] order;

    private Dominators(int root, int[] order, int[][] predecessors) {
        this.root = root;
        this.order = order;
        int n = order.length;
        Integer[] nodes = new Integer[n];
        Arrays.setAll(nodes, node -> node);
        Arrays.sort(nodes, (a, b) -> Integer.compare(order[a], order[b]));
        immediate = new int[n];
        Arrays.fill(immediate, NONE);
        immediate[root] = root;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int node : nodes) {
                if (node != root && order[node] != Integer.MAX_VALUE) {
                    int d = common(predecessors[node]);
                    changed |= immediate[node] != d;
                    immediate[node] = d;
                }
            }
        }
    }

    /** The dominators of the graph with nodes 0 to n − 1, given by the successors of each. */
    static Dominators of(int root, int[][] successors) {
        return new Dominators(
                root, Traversal.reversePostOrder(root, successors), Traversal.reversed(successors));
    }

    private int common(int[] nodes) {
        int d = NONE;
        for (int p : nodes) {
            if (immediate[p] != NONE) {
                d = d == NONE ? p : common(d, p);
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

    /** The immediate dominator of a node; −1 for the root and nodes that it does not reach. */
    public int immediate(int node) {
        return node == root ? NONE : immediate[node];
    }

    /** True if {@code a} strictly dominates {@code b}. */
    public boolean isBefore(int a, int b) {
        if (order[a] == Integer.MAX_VALUE || order[b] == Integer.MAX_VALUE) {
            return false;
        }
        int at = b;
        while (at != root) {
            at = immediate[at];
            if (at == a) {
                return true;
            }
        }
        return false;
    }
}
