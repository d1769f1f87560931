package io.heddle.report;

import java.io.Serializable;

/**
 * The result of the concrete replay of a verdict.
 *
 * @param kind the answer in one word
 * @param points inputs on which the kernels were run; 0 where there were none
 * @param detail why there was no replay, or which CTAs were run if not all; may be empty
 */
public record ReplayOutcome(Kind kind, long points, String detail) implements Serializable {
    /** The answer in one word. */
    public enum Kind {
        /** The kernels' own arithmetic agrees with the verdict on every input tried. */
        AGREES("agrees"),
        /** The kernels differ in their own arithmetic, too. */
        REPLAYED("replayed"),
        /** The kernels differ over the reals only. */
        REAL_ONLY("real-only"),
        /** There was no replay. */
        NONE("none");

        private final String spelling;

        Kind(String spelling) {
            this.spelling = spelling;
        }

        /** The spelling in reports. */
        public String spelling() {
            return spelling;
        }

        /** The kind spelled {@code text}; {@link #NONE} for null and what older versions wrote. */
        public static Kind parse(String text) {
            for (Kind kind : values()) {
                if (kind.spelling.equals(text)) {
                    return kind;
                }
            }
            return NONE;
        }
    }

    /**
     * The kernels agree on {@code points} inputs.
     *
     * @param blocks which CTAs were run; empty for all
     */
    public static ReplayOutcome agrees(long points, String blocks) {
        return new ReplayOutcome(Kind.AGREES, points, blocks);
    }

    /** There was no replay, for a reason. */
    public static ReplayOutcome none(String reason) {
        return new ReplayOutcome(Kind.NONE, 0, reason);
    }

    /** What running the kernels at the point of a counterexample says: one of the two kinds. */
    public static ReplayOutcome ofPoint(Kind kind) {
        if (kind != Kind.REPLAYED && kind != Kind.REAL_ONLY) {
            throw new IllegalArgumentException(kind.spelling());
        }
        return new ReplayOutcome(kind, 1, "");
    }

    /** True if the kernels agree, but only some CTAs were run, which stand for all. */
    public boolean isPartial() {
        return kind == Kind.AGREES && !detail.isEmpty();
    }

    /** True if a replay was asked for and not possible. */
    public boolean isMissing() {
        return kind == Kind.NONE;
    }

    /** The outcome that {@link #toString} wrote, with its points. */
    public static ReplayOutcome parse(String text, long points) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.spelling())) {
                String rest = text.substring(kind.spelling().length());
                String detail =
                        switch (kind) {
                            case AGREES ->
                                    rest.endsWith(")")
                                            ? rest.substring(
                                                    rest.indexOf('(') + 1, rest.length() - 1)
                                            : "";
                            case NONE -> rest.startsWith(": ") ? rest.substring(2) : "";
                            default -> "";
                        };
                return new ReplayOutcome(kind, points, detail);
            }
        }
        return none(text.replaceFirst("^not possible: ", ""));
    }

    /** {@code agrees on 8 inputs}, {@code real-only}, {@code none: …}. */
    @Override
    public String toString() {
        return switch (kind) {
            case AGREES ->
                    "agrees on "
                            + points
                            + (points == 1 ? " input" : " inputs")
                            + (detail.isEmpty() ? "" : " (" + detail + ")");
            case NONE -> detail.isEmpty() ? "none" : "none: " + detail;
            default -> kind.spelling();
        };
    }
}
