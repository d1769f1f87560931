package io.heddle.replay.machine;

/** An instruction at which lanes of a warp meet. */
public interface WarpOperation {
    /**
     * Executes it for all of {@code lanes} (bit i: lane i), all waiting here.
     *
     * @param lanes the lanes that take part
     */
    void complete(Warp warp, int lanes);

    /** True if lanes waiting at different such instructions may meet ({@code bar.warp.sync}). */
    default boolean meets(WarpOperation other) {
        return this == other;
    }
}
