package io.heddle.suite;

import java.io.Serializable;
import java.util.List;

/**
 * A tensor to compare.
 *
 * @param tensor its name
 * @param window one half-open range per dimension, or empty for all elements
 * @param elements which elements inside the window
 */
public record Comparison(String tensor, List<Range> window, Elements elements)
        implements Serializable {
    /** Copies the list. */
    public Comparison {
        window = List.copyOf(window);
    }

    /** All elements of {@code tensor} that either side writes. */
    public static Comparison whole(String tensor) {
        return new Comparison(tensor, List.of(), Elements.ALL);
    }

    /**
     * The indices from {@code low} up to but not including {@code high}.
     *
     * @param low first index
     * @param high one past the last index
     */
    public record Range(long low, long high) implements Serializable {}

    /** Which elements count. */
    public enum Elements {
        /** All that either side writes. */
        ALL,
        /** Only those that both sides write (an assumption with its counts). */
        WRITTEN_BY_BOTH
    }

    /** True if the multi-index lies in the window. */
    public boolean contains(long[] index) {
        for (int d = 0; d < window.size(); d++) {
            if (index[d] < window.get(d).low() || index[d] >= window.get(d).high()) {
                return false;
            }
        }
        return true;
    }
}
