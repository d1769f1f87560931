package io.heddle.replay.machine;

/** Execution cannot go on: carries what {@link ReplayResult.Stopped} will say. */
public final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ReplayResult.Reason reason;

    public StopException(ReplayResult.Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    public static StopException unsupported(String message) {
        return new StopException(ReplayResult.Reason.UNSUPPORTED, message);
    }

    /** What stops a run with {@link Repair#OVERFLOW_STOPS}. */
    public static StopException overflow() {
        return new StopException(
                ReplayResult.Reason.OVERFLOW, "a number leaves the range of its type");
    }

    public ReplayResult.Reason reason() {
        return reason;
    }
}
