package io.heddle.spec.index;

import java.util.Locale;

/** A function of one real number. */
public enum RealFunction {
    EXP,
    LOG,
    SQRT,
    TANH,
    ERF,
    SIN,
    COS,
    ABS,
    /** Rounds down. */
    FLOOR;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
