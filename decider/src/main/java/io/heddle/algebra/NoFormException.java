package io.heddle.algebra;

/**
 * A term has no form: it may be infinite, NaN or undefined, or divides by zero. Not an error of the
 * program under test nor of the caller; the decision goes on by other means.
 */
public final class NoFormException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what has no form
     */
    public NoFormException(String message) {
        super(message);
    }
}
