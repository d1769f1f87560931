package io.heddle.anyinput.assume;

/** A text that is no condition. */
public final class AssumptionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int column;

    AssumptionException(int column, String message) {
        super(message);
        this.column = column;
    }

    /** Where, from 1. */
    public int column() {
        return column;
    }
}
