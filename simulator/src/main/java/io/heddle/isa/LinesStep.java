package io.heddle.isa;

import io.heddle.machine.Warp;

/**
 * A step by which a warp as a whole accesses lines of bytes in memory; which lane accesses which
 * byte is not specified ({@code wmma.load}, {@code wmma.store}).
 */
public interface LinesStep {
    /**
     * The generic address of the first line and the distance between two lines, in bytes; null
     * after a finding.
     */
    long[] addressAndPitch(Warp warp);

    /** The number of lines. */
    int lines();

    /** Bytes of a line. */
    int lineBytes();
}
