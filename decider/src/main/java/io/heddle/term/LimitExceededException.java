package io.heddle.term;

/**
 * A budget (terms, instructions, seconds, bytes) is used up; the run ends as UNDECIDED, naming the
 * limit.
 */
public final class LimitExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message which limit, its value, and where it was met
     */
    public LimitExceededException(String message) {
        super(message);
    }
}
