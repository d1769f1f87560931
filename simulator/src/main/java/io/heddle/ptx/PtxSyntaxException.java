package io.heddle.ptx;

import java.util.List;

/** A file is not PTX: all its errors, in order of position. */
public final class PtxSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One error.
     *
     * @param position where
     * @param message what was found and what was expected
     */
    public record Problem(SourcePosition position, String message) {
        @Override
        public String toString() {
            return position + ": " + message;
        }
    }

    /**
     * @param problems at least one
     */
    public PtxSyntaxException(List<Problem> problems) {
        super(
                problems.get(0)
                        + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more)" : ""));
        this.problems = List.copyOf(problems);
    }

    /** All errors of the file. */
    public List<Problem> problems() {
        return problems;
    }
}
