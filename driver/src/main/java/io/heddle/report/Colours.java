package io.heddle.report;

/** The colours of text on a terminal: escape sequences of ECMA-48, or none. */
public enum Colours {
    /** Plain text. */
    NONE,
    /** The eight colours that every terminal has. */
    ANSI;

    private static final String ESCAPE = "\u001b[";
    private static final String BOLD = "1;";
    private static final int RED = 31;
    private static final int GREEN = 32;
    private static final int YELLOW = 33;
    private static final int CYAN = 36;

    /** The first word of a report: green for an answer, red for a fault, yellow for no answer. */
    public String verdict(Verdict verdict, String text) {
        return switch (verdict) {
            case EQUIVALENT, NO_DEFECT -> in(GREEN, text);
            case UNSUPPORTED, UNDECIDED, ERROR -> in(YELLOW, text);
            case NOT_EQUIVALENT,
                    RACE,
                    DEADLOCK,
                    BARRIER_DIVERGENCE,
                    BARRIER_MISUSE,
                    OUT_OF_BOUNDS,
                    UNINITIALIZED_READ,
                    MISALIGNED,
                    TRAP,
                    STORE_TO_INPUT ->
                    in(RED, text);
        };
    }

    /** A line that shows source, or points into it. */
    String source(String text) {
        return in(CYAN, text);
    }

    private String in(int colour, String text) {
        return this == NONE ? text : ESCAPE + BOLD + colour + "m" + text + ESCAPE + "0m";
    }
}
