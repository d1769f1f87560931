package io.heddle.value;

/**
 * What the rounding of a number may do at a step, and a verdict may have to list that it does not.
 */
public enum RoundingEffect {
    /** It turns a comparison, or the word that is read. */
    DECIDES("decide"),
    /** It makes another integer of the number. */
    CHANGES_INTEGER("change the integer"),
    /** It makes the argument of a root or a logarithm negative. */
    NEGATES("make it negative");

    private final String verb;

    RoundingEffect(String verb) {
        this.verb = verb;
    }

    /**
     * The assumption, for a user, that a rounding does not do this.
     *
     * @param step what an instruction does and where
     */
    public String deniedAt(String step) {
        return "the rounding of what " + step + " does not " + verb;
    }
}
