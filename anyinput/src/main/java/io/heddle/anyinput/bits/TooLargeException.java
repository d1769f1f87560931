package io.heddle.anyinput.bits;

/** A kernel needs more terms, or steps, than there is room for. */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what there is too much of. */
    public TooLargeException(String message) {
        super(message);
    }
}
