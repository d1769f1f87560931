package io.heddle.lift;

/** No formula fits what a kernel computes; the message says in one line what did not fit. */
public final class NoFormulaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes the reason, such as {@code y[0,3] chooses by data}. */
    public NoFormulaException(String message) {
        super(message);
    }
}
