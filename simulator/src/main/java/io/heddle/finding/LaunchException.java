package io.heddle.finding;

/**
 * A launch that is not possible: unknown entry, arguments that do not fit the parameters, a block
 * over the hardware's limits.
 */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message one line for the user
     */
    public LaunchException(String message) {
        super(message);
    }
}
