package io.heddle.anyinput.solver;

/** The solver cannot be run here. */
public final class SolverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says why. */
    public SolverException(String message, Throwable cause) {
        super(message, cause);
    }
}
