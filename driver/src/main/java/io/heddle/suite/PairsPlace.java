package io.heddle.suite;

/**
 * Where a suite, or a file that it includes, sets {@code pairs}.
 *
 * @param place file, line and column
 * @param how it does
 */
record PairsPlace(String place, How how) {
    /** Ways to set the suite's pairs. */
    enum How {
        /** To a list, or to a substitution. */
        LIST,
        /** To braces, which HOCON merges with others. */
        OBJECT,
        /** By an addition to those that are there. */
        ADDED
    }

    /**
     * Both settings, one after the other.
     *
     * @param what there is at the second, for the message: its place, and more where it is included
     * @throws InputException if the second would replace the first
     */
    PairsPlace then(PairsPlace second, String what) {
        if (second.how == How.ADDED || (how == How.OBJECT && second.how == How.OBJECT)) {
            return this;
        }
        throw new InputException(
                what
                        + "other pairs in place of those in "
                        + place
                        + "; pairs += { … } adds one, and pairs = ${pairs} [ … ] several");
    }
}
