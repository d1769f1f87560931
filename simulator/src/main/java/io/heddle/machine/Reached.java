package io.heddle.machine;

import io.heddle.finding.Finding;

/**
 * Whether a symbolic condition is known to hold on some input.
 *
 * @param condition printed, or null where there is none
 * @param point an input on which it holds, printed; null if none was found
 */
record Reached(String condition, String point) {
    /** It holds always. */
    static final Reached ALWAYS = new Reached(null, null);

    /** No input satisfies the condition. */
    static final Reached NEVER = new Reached("false", null);

    boolean isShown() {
        return condition == null || point != null;
    }

    String qualify(Finding.Kind kind, String message) {
        if (condition == null) {
            return message;
        }
        return point != null
                ? message + ", on the input " + point
                : kind + " if " + condition + " can hold: " + message;
    }
}
