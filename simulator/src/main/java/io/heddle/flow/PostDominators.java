package io.heddle.flow;

/**
 * The immediate post-dominators of the steps of a function: where paths that diverge at a step join
 * again.
 */
public final class PostDominators {
    private PostDominators() {}

    /**
     * The immediate post-dominator of each step; −1 for the epilogue and for a step from which no
     * end can be reached. A step from which only a trap or an exit inside the function can be
     * reached joins as if those led to the epilogue.
     *
     * @param successors of each step; the last step is the epilogue, which has none; a trap and an
     *     exit have none
     */
    public static int[] of(int[][] successors) {
        int epilogue = successors.length - 1;
        int[][] ended = successors.clone();
        ended[epilogue] = new int[0];
        Dominators ends = Dominators.of(epilogue, Traversal.reversed(ended));
        for (int i = 0; i < epilogue; i++) {
            if (ended[i].length == 0) {
                ended[i] = new int[] {epilogue};
            }
        }
        Dominators stops = Dominators.of(epilogue, Traversal.reversed(ended));
        int[] joins = new int[successors.length];
        for (int i = 0; i < joins.length; i++) {
            joins[i] = ends.immediate(i) < 0 ? stops.immediate(i) : ends.immediate(i);
        }
        return joins;
    }
}
