package io.heddle.algebra;

import java.util.List;

/**
 * What a polynomial treats as a variable. Two atoms with equal content are one atom, so forms meet
 * whatever order their terms were built in.
 *
 * @param kind what it is
 * @param id the input's term, the constant's ordinal, the function's id, or 0
 * @param parts the forms that it is made of; see {@link Kind}
 */
record Atom(Kind kind, int id, List<Polynomial> parts) {
    /** The kinds of atoms. */
    enum Kind {
        /** An element of an input tensor or a scalar argument; id = term. */
        INPUT,
        /** A named constant; id = ordinal. */
        CONSTANT,
        /** A term that is not taken apart; id = term. */
        OPAQUE,
        /** 2^h, h = part 0 with no constant of magnitude 1/2 or more. */
        EXPONENTIAL,
        /** A sum that serves as a factor: part 0 is primitive and has at least two monomials. */
        SUM,
        /** √p, p = part 0 free of known squares. */
        ROOT,
        /** log2 p, p = part 0 free of known positive factors. */
        LOGARITHM,
        /**
         * The greatest of the parts (at least two), shifted and scaled to a normal form (see {@link
         * Extrema}).
         */
        MAXIMUM,
        /** 1 where part 0 is &gt; 0, else 0. */
        INDICATOR,
        /** ⌊p⌋ of part 0, which has no known integer summand. */
        FLOOR,
        /** Another function of the parts; id = function id (rounding to even: −1). */
        FUNCTION
    }

    Atom {
        parts = List.copyOf(parts);
    }

    Polynomial part() {
        return parts.get(0);
    }
}
