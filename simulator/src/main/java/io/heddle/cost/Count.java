package io.heddle.cost;

import java.io.Serializable;
import java.util.Locale;

/**
 * A count that is known, or known to lie between two numbers because data decide it.
 *
 * @param least it is at least this
 * @param most it is at most this; {@link #UNBOUNDED} if nothing is known
 */
public record Count(long least, long most) implements Serializable {
    /** A bound that is not known. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    /** Nothing. */
    public static final Count ZERO = new Count(0, 0);

    /** Refuses an empty interval. */
    public Count {
        if (least > most) {
            throw new IllegalArgumentException(least + " > " + most);
        }
    }

    /** True if it is known. */
    public boolean isExact() {
        return least == most;
    }

    /** The sum. */
    public Count plus(Count other) {
        return new Count(least + other.least, sum(most, other.most));
    }

    /** The product with a number that is not negative. */
    public Count times(long factor) {
        long product = isBounded() ? most * factor : factor == 0 ? 0 : UNBOUNDED;
        return new Count(least * factor, product);
    }

    /** The same, or less: down to nothing. */
    public Count atMost() {
        return new Count(0, most);
    }

    /** True if something is known that it does not exceed. */
    public boolean isBounded() {
        return most != UNBOUNDED;
    }

    private static long sum(long a, long b) {
        return a == UNBOUNDED || b == UNBOUNDED ? UNBOUNDED : a + b;
    }

    /** The greater of two. */
    public Count max(Count other) {
        return new Count(Math.max(least, other.least), Math.max(most, other.most));
    }

    /** What one or the other may be. */
    public Count or(Count other) {
        return new Count(Math.min(least, other.least), Math.max(most, other.most));
    }

    /** {@code 1,024}, {@code 0 to 1,024}, or {@code 64 or more}. */
    @Override
    public String toString() {
        if (!isBounded()) {
            return String.format(Locale.ROOT, "%,d or more", least);
        }
        return isExact()
                ? String.format(Locale.ROOT, "%,d", most)
                : String.format(Locale.ROOT, "%,d to %,d", least, most);
    }
}
