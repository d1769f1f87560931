package io.heddle.suite;

import java.io.Serializable;

/**
 * Budgets of one pair.
 *
 * @param seconds wall-clock time of simulation and decision together
 * @param bytes memory of the terms and of canonical forms, in one process
 */
public record Limits(double seconds, long bytes) implements Serializable {
    /** Ten minutes, 8 GiB. */
    public static final Limits DEFAULT = new Limits(600, 8L << 30);
}
