package io.heddle.replay;

/** Execution cannot go on: carries what {@link ReplayResult.Stopped} will say. */
final class StopException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ReplayResult.Reason reason;

    StopException(ReplayResult.Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    static StopException unsupported(String message) {
        return new StopException(ReplayResult.Reason.UNSUPPORTED, message);
    }

    ReplayResult.Reason reason() {
        return reason;
    }
}
