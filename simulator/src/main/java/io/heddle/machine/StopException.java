package io.heddle.machine;

/** The run ends here; the finding that says why has been reported. */
public final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StopException() {
        super("the run ended", null, false, false);
    }
}
