package io.heddle.launch;

import java.io.Serializable;

/** Three extents or coordinates. */
public record Dim3(int x, int y, int z) implements Serializable {
    /** The number of points. */
    public long size() {
        return (long) x * y * z;
    }

    /** {@code x,y,z}. */
    @Override
    public String toString() {
        return x + "," + y + "," + z;
    }
}
