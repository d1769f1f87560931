package io.heddle.ptx;

import java.io.Serializable;
import java.util.Arrays;

/** An immutable sequence of bytes. */
public final class Bytes implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] content;

    /** Copies {@code content}. */
    public Bytes(byte[] content) {
        this.content = content.clone();
    }

    /** Number of bytes. */
    public int length() {
        return content.length;
    }

    /** The byte at {@code i}. */
    public byte get(int i) {
        return content[i];
    }

    /** A copy. */
    public byte[] toArray() {
        return content.clone();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Bytes b && Arrays.equals(content, b.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }
}
