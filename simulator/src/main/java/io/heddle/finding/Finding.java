package io.heddle.finding;

import java.io.Serializable;
import java.util.List;

/**
 * A defect of one kernel, or the reason why it could not be executed to its end.
 *
 * @param kind what it is
 * @param message one line for the user: what, which threads, which address
 * @param location of the (second) access or instruction
 * @param other the other access of a race, the other branch of a divergence; null where there is
 *     none
 * @param threads linear thread ids concerned, few
 * @param memory tensor element or shared-memory offset concerned, such as {@code x[3]} or {@code
 *     shared tile+128}; null where none
 * @param sameValue for a race between writes: whether both wrote the same value
 */
public record Finding(
        Kind kind,
        String message,
        Location location,
        Location other,
        List<Integer> threads,
        String memory,
        boolean sameValue)
        implements Serializable {
    /** Copies the list. */
    public Finding {
        threads = List.copyOf(threads);
    }

    /** A finding with neither a second access nor memory. */
    public Finding(Kind kind, String message, Location location, List<Integer> threads) {
        this(kind, message, location, null, threads, null, false);
    }

    /** The same with another message. */
    public Finding withMessage(String text) {
        return new Finding(kind, text, location, other, threads, memory, sameValue);
    }

    /** The same in one of several launches, which the message names. */
    public Finding of(int launch, String entry) {
        return new Finding(
                kind,
                Location.launch(launch, entry) + message,
                location == null ? null : location.of(launch, entry),
                other == null ? null : other.of(launch, entry),
                threads,
                memory,
                sameValue);
    }

    /** Kinds, in the order of precedence for the verdict (contract.md, Verdicts). */
    public enum Kind {
        DEADLOCK,
        BARRIER_MISUSE,
        BARRIER_DIVERGENCE,
        RACE,
        OUT_OF_BOUNDS,
        MISALIGNED,
        UNINITIALIZED_READ,
        TRAP,
        /** Two kernels differ in an output element, which {@link Finding#memory} names. */
        NOT_EQUIVALENT,
        UNSUPPORTED,
        UNDECIDED,
        /** A kernel stores to an {@code in} tensor: reported, but without effect on the verdict. */
        STORE_TO_INPUT
    }
}
