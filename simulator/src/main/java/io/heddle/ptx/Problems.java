package io.heddle.ptx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** Collects the errors of one file. */
final class Problems {
    /** Beyond this many the file is not PTX at all and reading on helps nobody. */
    static final int LIMIT = 200;

    private final String file;
    private final Set<PtxSyntaxException.Problem> found = new LinkedHashSet<>();
    private boolean stopped;

    /** Ends the parse when {@link #LIMIT} is reached. */
    static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMany() {
            super("too many problems", null, false, false);
        }
    }

    /** A part of the file is left out, since it has a problem that is listed. */
    static final class Listed extends Exception {
        private static final long serialVersionUID = 1L;

        Listed(String message) {
            super(message, null, false, false);
        }
    }

    Problems(String file) {
        this.file = file;
    }

    SourcePosition position(Token token) {
        return new SourcePosition(file, token.getLine(), token.getCharPositionInLine() + 1);
    }

    String file() {
        return file;
    }

    int count() {
        return found.size();
    }

    void add(Token at, String message) {
        add(at.getLine(), at.getCharPositionInLine() + 1, message);
    }

    /** Adds a problem without which the part at {@code at} cannot be read. */
    Listed listed(Token at, String message) {
        add(at, message);
        return new Listed(message);
    }

    void add(int line, int column, String message) {
        add(new SourcePosition(file, line, column), message);
    }

    void add(SourcePosition position, String message) {
        if (stopped) {
            return;
        }
        found.add(new PtxSyntaxException.Problem(position, message));
        if (found.size() >= LIMIT) {
            throw stop(position, "too many errors; the rest of the file was not read");
        }
    }

    /** Adds a last problem; what unwinding the parser would add is left out. */
    TooMany stop(SourcePosition position, String message) {
        if (!stopped) {
            found.add(new PtxSyntaxException.Problem(position, message));
            stopped = true;
        }
        return new TooMany();
    }

    boolean isStopped() {
        return stopped;
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw exception();
        }
    }

    PtxSyntaxException exception() {
        List<PtxSyntaxException.Problem> sorted = new ArrayList<>(found);
        sorted.sort(
                Comparator.comparingInt((PtxSyntaxException.Problem p) -> p.position().line())
                        .thenComparingInt(p -> p.position().column()));
        return new PtxSyntaxException(sorted);
    }
}
