package io.heddle.machine;

/** Ends a run that must be repeated for both truth values of a condition on scalar arguments. */
public final class ForkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int condition;

    ForkException(int condition) {
        super("fork", null, false, false);
        this.condition = condition;
    }

    /** The condition whose truth value the run needs. */
    public int condition() {
        return condition;
    }
}
