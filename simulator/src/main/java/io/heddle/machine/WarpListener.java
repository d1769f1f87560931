package io.heddle.machine;

/**
 * Sees what the warps of an execution do, step by step, before it is done: registers hold what the
 * step reads.
 */
public interface WarpListener {
    /**
     * A warp issues a step.
     *
     * @param mask the lanes that are at the step, whether their guard holds or not
     */
    void issued(Step step, Warp warp, int mask);

    /**
     * Lanes execute a step.
     *
     * @param mask the lanes whose guard holds or, under a symbolic condition, may hold
     */
    void executing(Step step, Warp warp, int mask);

    /**
     * Lanes come to a transfer of control with a guard.
     *
     * @param uniform true if the guard is the same in all of them
     * @param known true if it is a symbolic condition in none of them
     */
    void branching(Step step, Warp warp, boolean uniform, boolean known);

    /** The lanes of {@code mask} have gone to several targets, which a register selects. */
    void scattered(Step step, Warp warp, int mask);
}
