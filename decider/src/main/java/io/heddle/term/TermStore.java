package io.heddle.term;

/**
 * The hash-consed terms of one problem; both kernels of a pair share one store.
 *
 * <p>A term is an {@code int} id ≥ 1; every operand's id is smaller than its term's id. A node is
 * four ints in a chunk: operation and class, then {@code a}, {@code b}, {@code c}. Ids are equal
 * exactly when the contents are equal. The smart constructors do only O(1) simplifications (units,
 * constant folding, argument order of commutative operations, the laws of ±∞); everything else is
 * the decider's.
 *
 * <p>Every node carries a <em>class</em>: which of −∞, +∞, NaN and undefined it may be besides a
 * finite number, under the domain conditions of its operations (denominators ≠ 0, …). {@link
 * #isFinite(int)} is "under those conditions the value is a real number". A term is {@link
 * #PARTIAL} if such a condition is not known to hold: there its value may be NaN or infinite, so no
 * simplification here drops it (t − t, 0 · t, t = t): that is the decider's, which lists the
 * condition. {@link Exceptional} says where a term is NaN or infinite. Input elements are finite.
 *
 * <p>Not thread-safe: one store has one writer. Concurrent readers are safe once nobody writes.
 */
public final class TermStore extends TermNodes {
    private final AssumedRanges assumedRanges = new AssumedRanges();
    private Exceptional exceptional;
    private int undefinedSites;

    private final int zero;
    private final int one;
    private final int minusOne;
    private final int negInf;
    private final int posInf;
    private final int nan;
    private final int trueTerm;
    private final int falseTerm;

    private final RealRules reals;
    private final ExtendedRules extended;
    private final ConditionRules conditions;

    /** A store without a limit on its size. */
    public TermStore() {
        this(Integer.MAX_VALUE - 1L);
    }

    /**
     * @param maxTerms budget; constructing more throws {@link LimitExceededException}
     */
    public TermStore(long maxTerms) {
        super(maxTerms);
        zero = integer(0);
        one = integer(1);
        minusOne = integer(-1);
        negInf = intern(Op.NEG_INF, MAY_NEG_INF | CLOSED, 0, 0, 0);
        posInf = intern(Op.POS_INF, MAY_POS_INF | CLOSED, 0, 0, 0);
        nan = intern(Op.NAN, MAY_NAN | CLOSED, 0, 0, 0);
        trueTerm = intern(Op.TRUE, CLOSED, 0, 0, 0);
        falseTerm = intern(Op.FALSE, CLOSED, 0, 0, 0);
        extended = new ExtendedRules(this);
        reals = new RealRules(this, extended);
        conditions = new ConditionRules(this);
    }

    /** What is assumed of terms beyond their own meaning. */
    public AssumedRanges assumedRanges() {
        return assumedRanges;
    }

    /** Where terms of this store are NaN or infinite. */
    public Exceptional exceptional() {
        if (exceptional == null) {
            exceptional = new Exceptional(this);
        }
        return exceptional;
    }

    /** 0. */
    public int zero() {
        return zero;
    }

    /** 1. */
    public int one() {
        return one;
    }

    /** −1. */
    int minusOne() {
        return minusOne;
    }

    /** −∞. */
    public int negInf() {
        return negInf;
    }

    /** +∞. */
    public int posInf() {
        return posInf;
    }

    /** NaN. */
    public int nan() {
        return nan;
    }

    /** The true condition. */
    public int trueTerm() {
        return trueTerm;
    }

    /** The false condition. */
    public int falseTerm() {
        return falseTerm;
    }

    /** The condition {@code value}. */
    public int condition(boolean value) {
        return value ? trueTerm : falseTerm;
    }

    /** A fresh identity for {@link #undefined(int)}. */
    public int newUndefinedSite() {
        return undefinedSites++;
    }

    /**
     * The undefined value of a cell first read at {@code site} (an identity that the simulator
     * keeps).
     */
    public int undefined(int site) {
        return intern(Op.UNDEFINED, MAY_UNDEFINED | CLOSED, site, 0, 0);
    }

    /**
     * The value of a floating-point pattern of the program: ±∞, NaN, a plain rational where the
     * significand is short (1.5, 0.25, 1024), or a LITERAL that constant recovery may read as the
     * number that it rounds.
     */
    public int literal(FloatFormat format, long pattern) {
        switch (format.kind(pattern)) {
            case NAN:
                return nan;
            case NEGATIVE_INFINITY:
                return negInf;
            case POSITIVE_INFINITY:
                return posInf;
            default:
                Rational value = format.value(pattern);
                if (value.isInteger()
                        && value.abs().compareTo(Rational.powerOfTwo(format.precision())) <= 0) {
                    return rational(value);
                }
                java.math.BigInteger odd = value.numerator().abs();
                if (odd.signum() == 0
                        || odd.shiftRight(odd.getLowestSetBit()).bitLength()
                                <= (format.precision() + 2) / 2) {
                    return rational(value);
                }
                return intern(
                        Op.LITERAL,
                        CLOSED | TermClass.ofSign(value.signum()),
                        (int) pattern,
                        (int) (pattern >>> 32),
                        format.ordinal());
        }
    }

    /** A named constant. */
    public int constant(NamedConstant constant) {
        return intern(
                Op.CONSTANT,
                CLOSED | TermClass.ofSign((int) Math.signum(constant.approximation())),
                constant.ordinal(),
                0,
                0);
    }

    // ---------------------------------------------------------------- reals

    /** a + b. */
    public int add(int a, int b) {
        return reals.add(a, b);
    }

    /** a − b. */
    public int sub(int a, int b) {
        return reals.sub(a, b);
    }

    /** a − a as a term of its own, for two numbers that are only over the reals one. */
    public int keptDifference(int a) {
        return reals.keptDifference(a);
    }

    /** −a. */
    public int neg(int a) {
        return reals.neg(a);
    }

    /** a · b. */
    public int mul(int a, int b) {
        return reals.mul(a, b);
    }

    /** a / b. A zero denominator is not folded: the decider finds no point of the domain. */
    public int div(int a, int b) {
        return reals.div(a, b);
    }

    /** a · b + c, one node. */
    public int fma(int a, int b, int c) {
        return reals.fma(a, b, c);
    }

    /** 2^a. */
    public int exp2(int a) {
        return reals.exp2(a);
    }

    /** log2 a. */
    public int log2(int a) {
        return reals.log2(a);
    }

    /**
     * log2 a as a part of a power a^y, which may have a value where the logarithm has none: what
     * the term is outside its domain is not known.
     */
    public int log2OfBase(int a) {
        return reals.log2OfBase(a);
    }

    /** √a. */
    public int sqrt(int a) {
        return reals.sqrt(a);
    }

    /**
     * The greater of a and b; of a number and NaN, the number (PTX {@code max} without {@code
     * .NaN}).
     */
    public int max(int a, int b) {
        return reals.max(a, b);
    }

    /**
     * The lesser of a and b; of a number and NaN, the number (PTX {@code min} without {@code
     * .NaN}).
     */
    public int min(int a, int b) {
        return reals.min(a, b);
    }

    /** The greater of a and b; NaN where either is (PTX {@code max.NaN}). */
    public int maxOrNan(int a, int b) {
        return extended.extremumOrNan(Op.MAX, a, b);
    }

    /** The lesser of a and b; NaN where either is (PTX {@code min.NaN}). */
    public int minOrNan(int a, int b) {
        return extended.extremumOrNan(Op.MIN, a, b);
    }

    /** |a|. */
    public int abs(int a) {
        return reals.abs(a);
    }

    /** ⌊a⌋. */
    public int floor(int a) {
        return rounded(Op.FLOOR, a);
    }

    /** ⌈a⌉. */
    public int ceil(int a) {
        return rounded(Op.CEIL, a);
    }

    /** a rounded towards zero. */
    public int trunc(int a) {
        return rounded(Op.TRUNC, a);
    }

    /** a rounded to the nearest integer, ties to even. */
    public int rint(int a) {
        return rounded(Op.RINT, a);
    }

    /**
     * {@code a} rounded as {@code op} says, of the second kind if it may be NaN outside its domain:
     * where it is, the result is 0.
     */
    public int roundedOrZero(Op op, int a) {
        return extended.roundedOrZero(op, a);
    }

    /** {@code a} rounded as {@code op} says. */
    int rounded(Op op, int a) {
        return reals.rounded(op, a);
    }

    /** The value of {@code function} at {@code arguments}. */
    public int apply(Function function, int... arguments) {
        if (arguments.length != function.arity()) {
            throw new IllegalArgumentException(
                    function.name()
                            + " takes "
                            + function.arity()
                            + " arguments, not "
                            + arguments.length);
        }
        int flags = CLOSED;
        int undefined = 0;
        for (int t : arguments) {
            if (op(t) == Op.UNDEFINED && undefined == 0) {
                undefined = t;
            }
            flags = flags & flags(t) & CLOSED | (flags | flags(t)) & (NON_FINITE | PARTIAL);
        }
        if (undefined != 0) {
            return undefined;
        }
        if ((flags & (MAY_NEG_INF | MAY_POS_INF)) != 0) {
            flags |= MAY_NAN | MAY_NEG_INF | MAY_POS_INF;
        }
        if (function.readsTensor()) {
            int symbol = symbolNamed(function.name());
            if (isIndex(arguments[0], symbols().get(symbol))) {
                return element(symbol, rationalValue(arguments[0]).numerator().longValueExact());
            }
            int i = arguments[0]; // x[ite(c, 1, 0)] -> ite(c, x[1], x[0])
            if (op(i) == Op.ITE
                    && (flags(i) & MAY_UNDEFINED) == 0
                    && isIndex(b(i), symbols().get(symbol))
                    && isIndex(c(i), symbols().get(symbol))) {
                return ite(a(i), apply(function, b(i)), apply(function, c(i)));
            }
            flags &= ~CLOSED;
        }
        int n = arguments.length;
        int rest = n == 1 ? 0 : arguments[n - 1];
        for (int i = n - 2; i >= 1; i--) {
            rest = intern(Op.ARGS, 0, arguments[i], rest, 0);
        }
        return intern(
                Op.APPLY,
                flags | (function.integer() ? INTEGER : 0) | (function.readsBits() ? PARTIAL : 0),
                functionId(function),
                arguments[0],
                rest);
    }

    /** True for an index inside a tensor; one outside, which a guard excludes, has no element. */
    private boolean isIndex(int t, Symbol tensor) {
        return op(t) == Op.RATIONAL
                && rationalValue(t).isInteger()
                && rationalValue(t).signum() >= 0
                && rationalValue(t).compareTo(Rational.of(tensor.size())) < 0;
    }

    // ---------------------------------------------------------------- conditions

    /**
     * {@code then} where {@code condition} holds, else {@code otherwise}. Recovers max and min of
     * finite operands.
     */
    public int ite(int condition, int then, int otherwise) {
        return conditions.ite(condition, then, otherwise);
    }

    /** a &lt; b; false where either is NaN. */
    public int lt(int a, int b) {
        return conditions.lt(a, b);
    }

    /** a ≤ b; false where either is NaN. */
    public int le(int a, int b) {
        return conditions.le(a, b);
    }

    /** a = b; false where either is NaN. */
    public int eq(int a, int b) {
        return conditions.eq(a, b);
    }

    /** Not a. */
    public int not(int a) {
        return conditions.not(a);
    }

    /** a and b. */
    public int and(int a, int b) {
        return conditions.and(a, b);
    }

    /** a or b. */
    public int or(int a, int b) {
        return conditions.or(a, b);
    }

    /** A readable form of {@code t}, cut off at {@code limit} characters. */
    public String show(int t, int limit) {
        return show(t, limit, false);
    }

    /** A form of {@code t} that shows how literals of different formats differ: 0.7 and 0.7f. */
    public String showExactly(int t, int limit) {
        return show(t, limit, true);
    }

    private String show(int t, int limit, boolean exact) {
        StringBuilder text = new StringBuilder();
        new TermPrinter(this, limit, exact).print(t, text);
        return text.toString();
    }
}
