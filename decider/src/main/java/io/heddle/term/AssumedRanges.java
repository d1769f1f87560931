package io.heddle.term;

import java.util.Map;
import java.util.TreeMap;

/**
 * Terms that a verdict assumes to lie within bounds: a sum that does not overflow, a number that
 * fits into an integer. Points where such a term is outside say nothing about the kernels.
 */
public final class AssumedRanges {
    /**
     * A closed interval.
     *
     * @param low lower end
     * @param high upper end
     */
    public record Range(Rational low, Rational high) {
        private Range and(Range other) {
            return new Range(
                    low.compareTo(other.low) >= 0 ? low : other.low,
                    high.compareTo(other.high) <= 0 ? high : other.high);
        }
    }

    private final Map<Integer, Range> ranges = new TreeMap<>();

    /** Assumes that {@code term} lies in [low, high], besides what was assumed of it before. */
    public void add(int term, Rational low, Rational high) {
        ranges.merge(term, new Range(low, high), Range::and);
    }

    /** What is assumed of {@code term}, or null. */
    public Range of(int term) {
        return ranges.get(term);
    }

    /** True if nothing is assumed. */
    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** All ranges by term, ascending. */
    public Map<Integer, Range> byTerm() {
        return ranges;
    }
}
