package io.heddle.suite;

import java.util.ArrayList;
import java.util.List;

/**
 * Input that cannot be used: arguments, a suite file, an unknown key, a missing file. Ends a
 * command with exit status 2 and its one-line message.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> further;

    /**
     * @param message one line for the user, with the place where there is one
     */
    public InputException(String message) {
        this(message, List.of());
    }

    /**
     * @param message one line for the user, with the place where there is one
     * @param further lines after it that help
     */
    public InputException(String message, List<String> further) {
        super(message);
        this.further = new ArrayList<>(further);
    }

    /** A file that does not fit the heap of this process. */
    public static InputException tooLarge(String file) {
        long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
        return new InputException(
                file
                        + ": does not fit the Java heap of "
                        + mebibytes
                        + " MiB; HEDDLE_JAVA_OPTS=-Xmx8g makes it larger");
    }

    /** Lines after the message that help. */
    public List<String> further() {
        return List.copyOf(further);
    }
}
