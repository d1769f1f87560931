package io.heddle.term;

/**
 * The operation of a term. Operands are {@code a}, {@code b}, {@code c} of the node, as each line
 * says.
 */
public enum Op {
    // constants
    /** An exact rational; see {@link TermStore#rationalValue(int)}. */
    RATIONAL(0),
    /**
     * A floating-point literal of the program whose pattern uses many significand bits: exactly its
     * rational value, but it may stand for a number that it rounds (constant recovery). See {@link
     * TermStore#literalFormat(int)} and {@link TermStore#literalBits(int)}.
     */
    LITERAL(0),
    /** A named real constant: {@code a} = ordinal of {@link NamedConstant}. */
    CONSTANT(0),
    /** −∞. */
    NEG_INF(0),
    /** +∞. */
    POS_INF(0),
    /** Not a number. */
    NAN(0),
    /** Read before written: {@code a} = identity of the first read. */
    UNDEFINED(0),
    /**
     * One element of a symbol: {@code a} = symbol id, {@code (c, b)} = high and low word of the
     * row-major index.
     */
    ELEMENT(0),
    // reals
    /** a + b. */
    ADD(2),
    /** a − b. */
    SUB(2),
    /** a · b. */
    MUL(2),
    /** a / b; the domain condition b ≠ 0 is the decider's. */
    DIV(2),
    /** −a. */
    NEG(1),
    /** a · b + c. */
    FMA(3),
    /** 2^a. */
    EXP2(1),
    /**
     * log2 a; domain a &gt; 0. Of the second kind ({@code c} = 1) in a power a^y, whose value
     * outside the domain is not known.
     */
    LOG2(1),
    /** √a; domain a ≥ 0. */
    SQRT(1),
    /**
     * The greater of a and b; of a number and NaN, the number, and of the second kind ({@code c} =
     * 1) NaN.
     */
    MAX(2),
    /**
     * The lesser of a and b; of a number and NaN, the number, and of the second kind ({@code c} =
     * 1) NaN.
     */
    MIN(2),
    /** |a|. */
    ABS(1),
    /** ⌊a⌋; of the second kind ({@code c} = 1) 0 where a is NaN, as all roundings. */
    FLOOR(1),
    /** ⌈a⌉. */
    CEIL(1),
    /** a rounded towards zero. */
    TRUNC(1),
    /** a rounded to the nearest integer, ties to even. */
    RINT(1),
    /**
     * A named function: {@code a} = function id, {@code b} = first argument, {@code c} = second
     * argument, an ARGS node, or 0.
     */
    APPLY(0),
    /** Further arguments of APPLY: {@code a} = argument, {@code b} = argument or ARGS. */
    ARGS(2),
    /** b if the condition a holds, else c. */
    ITE(3),
    // conditions
    /** The true condition. */
    TRUE(0),
    /** The false condition. */
    FALSE(0),
    /** a &lt; b. */
    LT(2),
    /** a ≤ b. */
    LE(2),
    /** a = b. */
    EQ(2),
    /** Not a. */
    NOT(1),
    /** a and b. */
    AND(2),
    /** a or b. */
    OR(2);

    private static final Op[] VALUES = values();
    private final int arity;

    Op(int arity) {
        this.arity = arity;
    }

    /**
     * How many of a, b, c are operand terms (0 for {@link #APPLY}, whose operands {@link
     * TermStore#operands(int)} lists).
     */
    public int arity() {
        return arity;
    }

    /** True for the operations whose value is a truth value. */
    public boolean isCondition() {
        return ordinal() >= TRUE.ordinal();
    }

    /** True for the operations that round to an integer. */
    public boolean isRounding() {
        return this == FLOOR || this == CEIL || this == TRUNC || this == RINT;
    }

    /** {@code r} rounded as this operation does. */
    public Rational round(Rational r) {
        Rational down = Rational.of(r.floor());
        if (down.equals(r)) {
            return r;
        }
        Rational up = down.add(Rational.ONE);
        switch (this) {
            case FLOOR:
                return down;
            case CEIL:
                return up;
            case TRUNC:
                return r.signum() < 0 ? up : down;
            case RINT:
                int half = r.subtract(down).compareTo(Rational.HALF);
                if (half != 0) {
                    return half < 0 ? down : up;
                }
                return down.numerator().testBit(0) ? up : down;
            default:
                throw new AssertionError(this + " does not round");
        }
    }

    static Op of(int ordinal) {
        return VALUES[ordinal];
    }
}
