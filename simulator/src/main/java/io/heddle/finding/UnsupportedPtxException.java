package io.heddle.finding;

/**
 * PTX that is well-formed but not modelled; the machine adds the place and ends the run as
 * UNSUPPORTED.
 */
public final class UnsupportedPtxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what is not modelled, and what it depends on
     */
    public UnsupportedPtxException(String message) {
        super(message);
    }
}
