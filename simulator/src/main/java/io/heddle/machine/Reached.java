package io.heddle.machine;

import io.heddle.finding.Finding;

/**
 * Says whether some input is known on which a symbolic condition holds.
 *
 * @param condition the condition, printed; null if it holds on every input
 * @param point an input on which it holds, printed; null if none was found
 */
record Reached(String condition, String point) {
    /** The condition holds on every input. */
    static final Reached ALWAYS = new Reached(null, null);

    /** The condition holds on no input. */
    static final Reached NEVER = new Reached("false", null);

    /** True if an input is known on which the condition holds. */
    boolean isShown() {
        return condition == null || point != null;
    }

    /** The message of a finding that is made under the condition. */
    String qualify(Finding.Kind kind, String message) {
        if (condition == null) {
            return message;
        }
        return point != null
                ? message + ", on the input " + point
                : kind + " if " + condition + " can hold: " + message;
    }
}
