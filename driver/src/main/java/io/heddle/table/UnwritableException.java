package io.heddle.table;

/** Thrown if rows cannot be written; none of them is seen then. */
public final class UnwritableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnwritableException(Throwable cause) {
        super(Reasons.of(cause), cause);
    }
}
