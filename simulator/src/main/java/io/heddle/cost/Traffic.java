package io.heddle.cost;

import java.io.Serializable;

/**
 * What an instruction moves from or to one tensor or variable.
 *
 * @param sectors of 32 bytes that it touches
 * @param usefulBytes different bytes that threads name
 */
public record Traffic(Count sectors, Count usefulBytes) implements Serializable {
    /** Nothing. */
    static final Traffic NONE = new Traffic(Count.ZERO, Count.ZERO);

    /** The sum. */
    public Traffic plus(Traffic other) {
        return new Traffic(sectors.plus(other.sectors), usefulBytes.plus(other.usefulBytes));
    }

    Traffic or(Traffic other) {
        return new Traffic(sectors.or(other.sectors), usefulBytes.or(other.usefulBytes));
    }
}
