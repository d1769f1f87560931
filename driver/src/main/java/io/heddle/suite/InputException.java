package io.heddle.suite;

/**
 * Input that cannot be used: arguments, a suite file, an unknown key, a missing file. Ends a
 * command with exit status 2 and its one-line message.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message one line for the user, with the place where there is one
     */
    public InputException(String message) {
        super(message);
    }
}
