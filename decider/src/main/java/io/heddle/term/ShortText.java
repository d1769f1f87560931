package io.heddle.term;

/** What a user wrote, as messages quote it. */
public final class ShortText {
    private static final int MOST = 60; // characters

    private ShortText() {}

    /** The text, or the first characters of a long one and an ellipsis. */
    public static String of(String text) {
        return text.codePointCount(0, text.length()) <= MOST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST - 1)) + "…";
    }
}
