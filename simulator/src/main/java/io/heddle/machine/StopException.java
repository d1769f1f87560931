package io.heddle.machine;

/** Ends a run. The finding that says why has been reported already. */
public final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StopException() {
        super("the run ended", null, false, false);
    }
}
