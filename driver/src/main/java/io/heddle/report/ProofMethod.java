package io.heddle.report;

import java.util.Locale;

/** How a pair was proved equal. */
public enum ProofMethod {
    /** By canonical forms. */
    EXACT,
    /** Some element only by a polynomial identity test, with an error below 2^-100. */
    PIT;

    /** The method that {@link #toString} spells; null for null, of a pair that is not proved. */
    public static ProofMethod parse(String text) {
        return text == null ? null : valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** {@code exact} or {@code pit}, as in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
