package io.heddle.mangling;

/** A part of a mangled name that is not read. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException() {
        super(null, null, false, false);
    }
}
