package io.heddle.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
public final class TermStore {
    /** Class flag: may be −∞. */
    public static final int MAY_NEG_INF = 1;

    /** Class flag: may be +∞. */
    public static final int MAY_POS_INF = 2;

    /** Class flag: may be NaN. */
    public static final int MAY_NAN = 4;

    /** Class flag: may be undefined (read before written). */
    public static final int MAY_UNDEFINED = 8;

    /** Class flag: the value is an integer wherever it is finite. */
    public static final int INTEGER = 16;

    /** Class flag: a closed term, free of inputs. */
    public static final int CLOSED = 32;

    /**
     * Class flag: a domain condition of this operation or of one below is not known to hold; where
     * it does not, the value may be NaN or infinite.
     */
    public static final int PARTIAL = 64;

    /** Class flag: not negative wherever it is a number and the domain conditions below hold. */
    public static final int NONNEGATIVE = 128;

    /** Class flag: positive wherever it is a number and the domain conditions below hold. */
    public static final int POSITIVE = 256;

    /** Class flag of the second kind of an operation, whose third field is 1; see {@link Op}. */
    private static final int SECOND_KIND = 512;

    private static final int NON_FINITE = TermClass.NON_FINITE;
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK_NODES = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK_NODES - 1;

    private int[][] chunks = new int[16][];
    private int size = 1; // id 0 is "none"
    private final ConsTable table = new ConsTable();
    private final ElementTable elements = new ElementTable();
    private final long maxTerms;

    private final List<Symbol> symbols = new ArrayList<>();
    private final Map<String, Integer> symbolIds = new HashMap<>();
    private final List<Function> functions = new ArrayList<>();
    private final Map<Function, Integer> functionIds = new HashMap<>();
    private final List<Rational> rationals = new ArrayList<>(); // those that do not fit in a and b
    private final Map<Rational, Integer> rationalIds = new HashMap<>();

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

    /** A store without a limit on its size. */
    public TermStore() {
        this(Integer.MAX_VALUE - 1L);
    }

    /**
     * @param maxTerms budget; constructing more throws {@link LimitExceededException}
     */
    public TermStore(long maxTerms) {
        this.maxTerms = maxTerms;
        chunks[0] = new int[CHUNK_NODES * 4];
        zero = integer(0);
        one = integer(1);
        minusOne = integer(-1);
        negInf = intern(Op.NEG_INF, MAY_NEG_INF | CLOSED, 0, 0, 0);
        posInf = intern(Op.POS_INF, MAY_POS_INF | CLOSED, 0, 0, 0);
        nan = intern(Op.NAN, MAY_NAN | CLOSED, 0, 0, 0);
        trueTerm = intern(Op.TRUE, CLOSED, 0, 0, 0);
        falseTerm = intern(Op.FALSE, CLOSED, 0, 0, 0);
    }

    // ---------------------------------------------------------------- reading

    /** What is assumed of terms beyond their own meaning. */
    public AssumedRanges assumedRanges() {
        return assumedRanges;
    }

    /** One more than the greatest id in use. */
    public int size() {
        return size;
    }

    /** The operation of term {@code t}. */
    public Op op(int t) {
        return Op.of(chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2] & 0xff);
    }

    /** The class flags of term {@code t}. */
    public int flags(int t) {
        return chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2] >>> 8;
    }

    /** First field of the node. */
    public int a(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 1];
    }

    /** Second field of the node. */
    public int b(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 2];
    }

    /** Third field of the node. */
    public int c(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 3];
    }

    /**
     * True if, under the domain conditions of its operations, {@code t} is a real number on every
     * input.
     */
    public boolean isFinite(int t) {
        return (flags(t) & NON_FINITE) == 0;
    }

    /**
     * True if {@code t} may be undefined: it depends on a cell that was read before it was written.
     */
    public boolean mayBeUndefined(int t) {
        return (flags(t) & MAY_UNDEFINED) != 0;
    }

    /**
     * True if no domain condition at or below {@code t} can fail: then {@code t} is a real number
     * wherever its class says so.
     */
    public boolean isTotal(int t) {
        return (flags(t) & PARTIAL) == 0;
    }

    /** True if {@code t} may be NaN or infinite, inside or outside its domain. */
    public boolean mayBeExceptional(int t) {
        return (flags(t) & (PARTIAL | MAY_NAN | MAY_NEG_INF | MAY_POS_INF)) != 0;
    }

    /** True for {@code max} and {@code min} that are NaN where an operand is. */
    public boolean propagatesNan(int t) {
        Op op = op(t);
        return (op == Op.MAX || op == Op.MIN) && c(t) != 0;
    }

    /** Where terms of this store are NaN or infinite. */
    public Exceptional exceptional() {
        if (exceptional == null) {
            exceptional = new Exceptional(this);
        }
        return exceptional;
    }

    /** True if {@code t} is integer-valued. */
    public boolean isInteger(int t) {
        return (flags(t) & INTEGER) != 0;
    }

    /** True if {@code t} has no inputs. */
    public boolean isClosed(int t) {
        return (flags(t) & CLOSED) != 0;
    }

    /** True if {@code t} is an exact rational constant (a RATIONAL or a LITERAL). */
    public boolean isRational(int t) {
        Op op = op(t);
        return op == Op.RATIONAL || op == Op.LITERAL;
    }

    /** The exact value of a RATIONAL or LITERAL. */
    public Rational rationalValue(int t) {
        if (op(t) == Op.LITERAL) {
            return literalFormat(t).value(literalBits(t));
        }
        assert op(t) == Op.RATIONAL : op(t);
        return c(t) == 0 ? Rational.of(a(t), b(t)) : rationals.get(a(t));
    }

    /** The format of a LITERAL. */
    public FloatFormat literalFormat(int t) {
        return FloatFormat.values()[c(t)];
    }

    /** The bit pattern of a LITERAL. */
    public long literalBits(int t) {
        return (a(t) & 0xffffffffL) | ((long) b(t) << 32);
    }

    /** The named constant of a CONSTANT. */
    public NamedConstant constantOf(int t) {
        return NamedConstant.values()[a(t)];
    }

    /** The symbol of an ELEMENT. */
    public Symbol symbolOf(int t) {
        return symbols.get(a(t));
    }

    /** The row-major index of an ELEMENT in its symbol. */
    public long elementIndex(int t) {
        return (b(t) & 0xffffffffL) | ((long) c(t) << 32);
    }

    /** The function of an APPLY. */
    public Function functionOf(int t) {
        return functions.get(a(t));
    }

    /** The symbols, by id. */
    public List<Symbol> symbols() {
        return List.copyOf(symbols);
    }

    /** The functions, by id. */
    public List<Function> functions() {
        return List.copyOf(functions);
    }

    /** The operand terms of {@code t}, first to last (of an APPLY: its arguments). */
    public int[] operands(int t) {
        Op op = op(t);
        switch (op.arity()) {
            case 1:
                return new int[] {a(t)};
            case 2:
                return new int[] {a(t), b(t)};
            case 3:
                return new int[] {a(t), b(t), c(t)};
            default:
                return op == Op.APPLY ? arguments(t) : new int[0];
        }
    }

    private int[] arguments(int t) {
        int n = functionOf(t).arity();
        int[] arguments = new int[n];
        arguments[0] = b(t);
        int rest = c(t);
        for (int i = 1; i < n; i++) {
            if (i == n - 1) {
                arguments[i] = rest;
            } else {
                arguments[i] = a(rest);
                rest = b(rest);
            }
        }
        return arguments;
    }

    // ---------------------------------------------------------------- constants and atoms

    /** 0. */
    public int zero() {
        return zero;
    }

    /** 1. */
    public int one() {
        return one;
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

    /** The integer {@code n}. */
    public int integer(long n) {
        return n == (int) n
                ? intern(
                        Op.RATIONAL,
                        CLOSED | INTEGER | TermClass.ofSign(Long.signum(n)),
                        (int) n,
                        1,
                        0)
                : rational(Rational.of(n));
    }

    /** The constant {@code r}. */
    public int rational(Rational r) {
        int flags = CLOSED | (r.isInteger() ? INTEGER : 0) | TermClass.ofSign(r.signum());
        if (r.isSmall()
                && r.smallNumerator() == (int) r.smallNumerator()
                && r.smallDenominator() == (int) r.smallDenominator()) {
            return intern(
                    Op.RATIONAL, flags, (int) r.smallNumerator(), (int) r.smallDenominator(), 0);
        }
        Integer id = rationalIds.get(r);
        if (id == null) {
            id = rationals.size();
            rationals.add(r);
            rationalIds.put(r, id);
        }
        return intern(Op.RATIONAL, flags, id, 0, 1);
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

    /**
     * Declares a symbol, or finds the equal one declared before; an unequal one of the same name is
     * an error of the caller.
     */
    public int declare(Symbol symbol) {
        Integer id = symbolIds.get(symbol.name());
        if (id != null) {
            if (!symbols.get(id).equals(symbol)) {
                throw new IllegalArgumentException(
                        "symbol "
                                + symbol.name()
                                + " is declared twice, with different types, shapes or ranges");
            }
            return id;
        }
        symbols.add(symbol);
        symbolIds.put(symbol.name(), symbols.size() - 1);
        return symbols.size() - 1;
    }

    /** The element of symbol {@code symbol} at a row-major index (0 for a scalar). */
    public int element(int symbol, long index) {
        Symbol s = symbols.get(symbol);
        Rational low = s.type().isFloat() || s.low() != null ? s.low() : s.type().minInteger();
        int flags =
                (s.type().isFloat() ? 0 : INTEGER)
                        | (low == null || low.signum() < 0 ? 0 : TermClass.ofSign(low.signum()));
        return element(Op.ELEMENT.ordinal() | flags << 8, symbol, index);
    }

    private int element(int word, int symbol, long index) {
        int place = elements.place(symbol, index);
        int known = elements.get(place);
        if (known != 0) {
            return known;
        }
        int id = append(word, symbol, (int) index, (int) (index >>> 32));
        elements.set(place, id);
        return id;
    }

    // ---------------------------------------------------------------- reals

    /** a + b. */
    public int add(int a, int b) {
        if (a == zero) {
            return b; // 0 + b -> b
        }
        if (b == zero) {
            return a; // a + 0 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return addExtended(a, b, fa, fb);
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.ADD, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        // a + b and b + a share one id
        int flags = TermClass.sum(fa, fb);
        return a <= b ? intern(Op.ADD, flags, a, b, 0) : intern(Op.ADD, flags, b, a, 0);
    }

    private int addExtended(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        if ((a == negInf && b == posInf) || (a == posInf && b == negInf)) {
            return nan; // ∞ − ∞ -> NaN
        }
        if ((a == negInf || a == posInf) && isNumber(b)) {
            return a; // ±∞ + finite -> ±∞
        }
        if ((b == negInf || b == posInf) && isNumber(a)) {
            return b;
        }
        if (a == b && (a == negInf || a == posInf)) {
            return a;
        }
        int flags = TermClass.sumNonFinite(fa, fb) | TermClass.sum(fa, fb);
        return a <= b ? intern(Op.ADD, flags, a, b, 0) : intern(Op.ADD, flags, b, a, 0);
    }

    /** a − b. */
    public int sub(int a, int b) {
        if (b == zero) {
            return a; // a − 0 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return add(a, neg(b));
        }
        if (a == b && (fa & PARTIAL) == 0) {
            return zero; // t − t -> 0, t finite
        }
        if (a == zero) {
            return neg(b); // 0 − b -> −b
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.SUB, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        return intern(Op.SUB, TermClass.difference(fa, fb), a, b, 0);
    }

    /** −a. */
    public int neg(int a) {
        switch (op(a)) {
            case RATIONAL:
                return rational(rationalValue(a).negate());
            case LITERAL:
                return literal(
                        literalFormat(a), literalBits(a) ^ (1L << (literalFormat(a).bits() - 1)));
            case NEG:
                return a(a); // −(−x) -> x
            case SUB:
                return sub(b(a), a(a)); // −(x − y) -> y − x
            case NEG_INF:
                return posInf;
            case POS_INF:
                return negInf;
            case NAN:
            case UNDEFINED:
                return a;
            default:
                int flags = TermClass.negated(flags(a)) | flags(a) & (INTEGER | CLOSED | PARTIAL);
                return intern(Op.NEG, flags, a, 0, 0);
        }
    }

    /** a · b. */
    public int mul(int a, int b) {
        if (a == one) {
            return b; // 1 · b -> b
        }
        if (b == one) {
            return a; // a · 1 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return mulExtended(a, b, fa, fb);
        }
        if ((a == zero || b == zero) && ((fa | fb) & PARTIAL) == 0) {
            return zero; // 0 · finite -> 0
        }
        if (a == minusOne) {
            return neg(b);
        }
        if (b == minusOne) {
            return neg(a);
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.MUL, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        int flags = TermClass.product(fa, fb, a == b);
        return a <= b ? intern(Op.MUL, flags, a, b, 0) : intern(Op.MUL, flags, b, a, 0);
    }

    private int mulExtended(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        if (a == negInf || a == posInf) {
            int sign = knownSign(b);
            if (sign != UNKNOWN_SIGN) {
                return sign == 0
                        ? nan
                        : (sign > 0) == (a == posInf) ? posInf : negInf; // 0 · ∞ -> NaN
            }
        }
        if (b == negInf || b == posInf) {
            int sign = knownSign(a);
            if (sign != UNKNOWN_SIGN) {
                return sign == 0 ? nan : (sign > 0) == (b == posInf) ? posInf : negInf;
            }
        }
        int flags =
                (fa | fb) & (MAY_UNDEFINED | PARTIAL)
                        | (fa & fb & (CLOSED | NONNEGATIVE))
                        | (a == b ? NONNEGATIVE : 0);
        int scale = isFinite(a) ? knownSign(a) : isFinite(b) ? knownSign(b) : UNKNOWN_SIGN;
        int scaled = isFinite(a) ? fb : fa;
        if (scale == 1) {
            flags |= scaled & NON_FINITE; // a positive constant keeps the infinities
        } else if (scale == -1) {
            flags |= TermClass.negated(scaled); // a negative one swaps them
        } else {
            flags |= MAY_NAN | MAY_NEG_INF | MAY_POS_INF;
        }
        return a <= b ? intern(Op.MUL, flags, a, b, 0) : intern(Op.MUL, flags, b, a, 0);
    }

    private static final int UNKNOWN_SIGN = 2;

    /** The sign of a constant or of a term that is positive by its operation, else UNKNOWN_SIGN. */
    private int knownSign(int t) {
        switch (op(t)) {
            case RATIONAL:
            case LITERAL:
                return rationalValue(t).signum();
            case POS_INF:
            case CONSTANT:
                return 1;
            case NEG_INF:
                return -1;
            default:
                return UNKNOWN_SIGN;
        }
    }

    /** a / b. A zero denominator is not folded: the decider finds no point of the domain. */
    public int div(int a, int b) {
        if (b == one) {
            return a; // a / 1 -> a
        }
        int fa = flags(a);
        int fb = flags(b);
        if (((fa | fb) & NON_FINITE) != 0) {
            return divExtended(a, b, fa, fb);
        }
        if (b == zero) {
            int flags = fa & CLOSED | MAY_NEG_INF | MAY_POS_INF | MAY_NAN | PARTIAL;
            return a == zero ? nan : intern(Op.DIV, flags, a, b, 0);
        }
        if (op(b) == Op.RATIONAL) {
            return mul(a, rational(rationalValue(b).reciprocal())); // a / r -> a · (1/r)
        }
        if ((fa & fb & CLOSED) != 0) {
            int folded = foldClosed(Op.DIV, a, b);
            if (folded != 0) {
                return folded;
            }
        }
        int flags = TermClass.quotient(fa, fb);
        boolean defined = (fb & POSITIVE) != 0 || isRational(b);
        return intern(Op.DIV, defined ? flags : flags | PARTIAL, a, b, 0);
    }

    private int divExtended(int a, int b, int fa, int fb) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        boolean infiniteA = a == negInf || a == posInf;
        boolean infiniteB = b == negInf || b == posInf;
        if (infiniteA && infiniteB) {
            return nan; // ∞ / ∞ -> NaN
        }
        if (infiniteB && isNumber(a)) {
            return zero; // finite / ∞ -> 0
        }
        if (infiniteA) {
            int sign = knownSign(b);
            if (sign == 1 || sign == -1) {
                return (sign > 0) == (a == posInf) ? posInf : negInf;
            }
        }
        int flags =
                ((fa | fb) & (MAY_UNDEFINED | PARTIAL))
                        | (fa & fb & CLOSED)
                        | MAY_NAN
                        | MAY_NEG_INF
                        | MAY_POS_INF
                        | ((fb & POSITIVE) != 0 ? 0 : PARTIAL);
        return intern(Op.DIV, flags, a, b, 0);
    }

    /** a · b + c, one node. */
    public int fma(int a, int b, int c) {
        int fa = flags(a);
        int fb = flags(b);
        int fc = flags(c);
        if (((fa | fb | fc) & NON_FINITE) != 0
                || c == zero
                || a == one
                || b == one
                || a == minusOne
                || b == minusOne) {
            return add(mul(a, b), c);
        }
        if (a == zero || b == zero || (fa & fb & CLOSED) != 0) {
            return add(mul(a, b), c);
        }
        int flags = TermClass.sum(TermClass.product(fa, fb, a == b), fc);
        return a <= b ? intern(Op.FMA, flags, a, b, c) : intern(Op.FMA, flags, b, a, c);
    }

    /** 2^a. */
    public int exp2(int a) {
        switch (op(a)) {
            case NEG_INF:
                return zero; // 2^−∞ -> 0
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            case RATIONAL:
                Rational r = rationalValue(a);
                if (r.isInteger() && r.isSmall() && Math.abs(r.smallNumerator()) <= 4096) {
                    return rational(Rational.powerOfTwo((int) r.smallNumerator()));
                }
                return intern(Op.EXP2, TermClass.power(CLOSED), a, 0, 0);
            default:
                return intern(Op.EXP2, TermClass.power(flags(a)), a, 0, 0);
        }
    }

    /** log2 a. */
    public int log2(int a) {
        return logarithm(a, 0);
    }

    /**
     * log2 a as a part of a power a^y, which may have a value where the logarithm has none: what
     * the term is outside its domain is not known.
     */
    public int log2OfBase(int a) {
        return logarithm(a, 1);
    }

    private int logarithm(int a, int kind) {
        switch (op(a)) {
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            case NEG_INF:
                return nan;
            case RATIONAL:
                Rational r = rationalValue(a);
                if (r.isZero()) {
                    return negInf; // log 0 -> −∞
                }
                if (r.signum() < 0) {
                    return nan;
                }
                java.math.BigInteger n = r.numerator();
                java.math.BigInteger d = r.denominator();
                if (n.bitCount() == 1 && d.bitCount() == 1) {
                    return integer(n.bitLength() - d.bitLength()); // log2 2^n -> n
                }
                return intern(Op.LOG2, CLOSED, a, 0, 0);
            default:
                int f = flags(a);
                if ((f & POSITIVE) != 0) {
                    return intern(Op.LOG2, TermClass.positiveDomain(f), a, 0, 0);
                }
                int flags = TermClass.positiveDomain(f) | PARTIAL;
                return intern(Op.LOG2, kind == 0 ? flags : flags | SECOND_KIND, a, 0, kind);
        }
    }

    /** √a. */
    public int sqrt(int a) {
        switch (op(a)) {
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            case NEG_INF:
                return nan;
            case RATIONAL:
                Rational r = rationalValue(a);
                if (r.signum() < 0) {
                    return nan;
                }
                java.math.BigInteger n = r.numerator().sqrt();
                java.math.BigInteger d = r.denominator().sqrt();
                if (n.multiply(n).equals(r.numerator()) && d.multiply(d).equals(r.denominator())) {
                    return rational(Rational.of(n, d));
                }
                return intern(Op.SQRT, CLOSED | TermClass.ofSign(r.signum()), a, 0, 0);
            default:
                int f = flags(a);
                int flags = TermClass.positiveDomain(f) | f & POSITIVE | NONNEGATIVE;
                boolean defined = (f & NONNEGATIVE) != 0;
                return intern(Op.SQRT, defined ? flags : flags | PARTIAL, a, 0, 0);
        }
    }

    /**
     * The greater of a and b; of a number and NaN, the number (PTX {@code max} without {@code
     * .NaN}).
     */
    public int max(int a, int b) {
        return extremum(Op.MAX, a, b, posInf, negInf);
    }

    /**
     * The lesser of a and b; of a number and NaN, the number (PTX {@code min} without {@code
     * .NaN}).
     */
    public int min(int a, int b) {
        return extremum(Op.MIN, a, b, negInf, posInf);
    }

    private int extremum(Op op, int a, int b, int top, int unit) {
        if (a == b) {
            return a; // max(x, x) -> x
        }
        if (op(a) == Op.UNDEFINED) {
            return a;
        }
        if (op(b) == Op.UNDEFINED) {
            return b;
        }
        if (a == nan || a == unit && (flags(b) & (MAY_NAN | PARTIAL)) == 0) {
            return b; // max(−∞, x) -> x
        }
        if (b == nan || b == unit && (flags(a) & (MAY_NAN | PARTIAL)) == 0) {
            return a;
        }
        if ((a == top || b == top) && ((flags(a) | flags(b)) & MAY_UNDEFINED) == 0) {
            return top; // max(+∞, x) -> +∞
        }
        if (isRational(a) && isRational(b)) {
            boolean aFirst = rationalValue(a).compareTo(rationalValue(b)) >= 0;
            return aFirst == (op == Op.MAX) ? a : b;
        }
        int flags = TermClass.extremum(op == Op.MAX, flags(a), flags(b));
        return a <= b ? intern(op, flags, a, b, 0) : intern(op, flags, b, a, 0);
    }

    /** The greater of a and b; NaN where either is (PTX {@code max.NaN}). */
    public int maxOrNan(int a, int b) {
        return extremumOrNan(Op.MAX, a, b);
    }

    /** The lesser of a and b; NaN where either is (PTX {@code min.NaN}). */
    public int minOrNan(int a, int b) {
        return extremumOrNan(Op.MIN, a, b);
    }

    private int extremumOrNan(Op op, int a, int b) {
        int absorbed = absorb(a, b);
        if (a == b || absorbed != 0) {
            return a == b ? a : absorbed;
        }
        int either = flags(a) | flags(b);
        if ((either & MAY_NAN) != 0) {
            int number = and(eq(a, a), eq(b, b)); // a = a but where a is NaN
            return ite(number, op == Op.MAX ? max(a, b) : min(a, b), nan);
        }
        if ((either & PARTIAL) == 0) {
            return op == Op.MAX ? max(a, b) : min(a, b);
        }
        int flags = TermClass.extremum(op == Op.MAX, flags(a), flags(b)) | SECOND_KIND;
        return a <= b ? intern(op, flags, a, b, 1) : intern(op, flags, b, a, 1);
    }

    /** |a|. */
    public int abs(int a) {
        switch (op(a)) {
            case RATIONAL:
                return rational(rationalValue(a).abs());
            case LITERAL:
                return literal(
                        literalFormat(a), literalBits(a) & ~(1L << (literalFormat(a).bits() - 1)));
            case NEG:
                return abs(a(a)); // |−x| -> |x|
            case ABS:
            case EXP2:
            case SQRT:
                return a;
            case NEG_INF:
                return posInf;
            case POS_INF:
            case NAN:
            case UNDEFINED:
                return a;
            default:
                return intern(Op.ABS, TermClass.absolute(flags(a)), a, 0, 0);
        }
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
        if (isTotal(a) || isClosed(a)) {
            return rounded(op, a);
        }
        boolean isRounded = op(a).isRounding() && c(a) == 0;
        int flags = TermClass.rounded(flags(a)) | SECOND_KIND;
        return intern(isRounded ? op(a) : op, flags, isRounded ? a(a) : a, 0, 1);
    }

    private int rounded(Op op, int a) {
        if (isInteger(a) || !isFinite(a) && isClosed(a) && op(a).arity() == 0) {
            return a; // an integer, ±∞, NaN, undefined
        }
        if (isRational(a)) {
            return rational(op.round(rationalValue(a)));
        }
        return intern(op, TermClass.rounded(flags(a)), a, 0, 0);
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

    private int functionId(Function function) {
        Integer id = functionIds.get(function);
        if (id == null) {
            id = functions.size();
            functions.add(function);
            functionIds.put(function, id);
        }
        return id;
    }

    /**
     * {@code then} where {@code condition} holds, else {@code otherwise}. Recovers max and min of
     * finite operands.
     */
    public int ite(int condition, int then, int otherwise) {
        if (condition == trueTerm || then == otherwise) {
            return then;
        }
        if (condition == falseTerm) {
            return otherwise;
        }
        Op op = op(condition);
        if (op == Op.UNDEFINED) {
            return condition;
        }
        if (op == Op.NOT) {
            return ite(a(condition), otherwise, then);
        }
        if (then == trueTerm && otherwise == falseTerm) {
            return condition;
        }
        boolean undefined = op(then) == Op.UNDEFINED || op(otherwise) == Op.UNDEFINED;
        if (!undefined && (op(then).isCondition() || op(otherwise).isCondition())) {
            return or(and(condition, then), and(not(condition), otherwise));
        }
        int flags = TermClass.choice(flags(condition), flags(then), flags(otherwise));
        if (op == Op.LT || op == Op.LE) {
            int extremum = extremum(condition, then, otherwise);
            if (extremum != 0) {
                return extremum;
            }
        }
        return intern(Op.ITE, flags, condition, then, otherwise);
    }

    /**
     * The choice between the operands of a comparison x &lt; y as their min or max, or 0. Where x
     * or y is outside its domain the comparison is false, and the choice is {@code otherwise}.
     */
    private int extremum(int condition, int then, int otherwise) {
        int x = a(condition);
        int y = b(condition);
        boolean least = then == x && otherwise == y; // ite(x < y, x, y) -> min(x, y)
        boolean greatest = then == y && otherwise == x; // ite(x < y, y, x) -> max(x, y)
        if (!least && !greatest
                || ((flags(x) | flags(y)) & (MAY_NAN | MAY_UNDEFINED)) != 0
                || (flags(x) & flags(y) & PARTIAL) != 0) {
            return 0;
        }
        if (isTotal(otherwise)) { // the number, where `then` is NaN
            return least ? min(then, otherwise) : max(then, otherwise);
        }
        return least ? minOrNan(then, otherwise) : maxOrNan(then, otherwise);
    }

    // ---------------------------------------------------------------- conditions

    /** a &lt; b; false where either is NaN. */
    public int lt(int a, int b) {
        return compare(Op.LT, a, b);
    }

    /** a ≤ b; false where either is NaN. */
    public int le(int a, int b) {
        return compare(Op.LE, a, b);
    }

    /** a = b; false where either is NaN. */
    public int eq(int a, int b) {
        return a <= b ? compare(Op.EQ, a, b) : compare(Op.EQ, b, a);
    }

    /** Known sign of a − b for constants and infinities, else UNKNOWN_SIGN. */
    private int order(int a, int b) {
        if (isRational(a) && isRational(b)) {
            return rationalValue(a).compareTo(rationalValue(b));
        }
        boolean ordered = ((flags(a) | flags(b)) & (MAY_NAN | MAY_UNDEFINED | PARTIAL)) == 0;
        if (!ordered) {
            return UNKNOWN_SIGN;
        }
        if (a == b) {
            return 0;
        }
        if (a == negInf && (flags(b) & MAY_NEG_INF) == 0
                || b == posInf && (flags(a) & MAY_POS_INF) == 0) {
            return -1;
        }
        if (a == posInf && (flags(b) & MAY_POS_INF) == 0
                || b == negInf && (flags(a) & MAY_NEG_INF) == 0) {
            return 1;
        }
        return UNKNOWN_SIGN;
    }

    private int compare(Op op, int a, int b) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed == nan ? falseTerm : absorbed;
        }
        int order = order(a, b);
        if (order != UNKNOWN_SIGN) {
            return condition(op == Op.EQ ? order == 0 : op == Op.LT ? order < 0 : order <= 0);
        }
        return intern(op, TermClass.comparison(flags(a), flags(b)), a, b, 0);
    }

    /** Not a. */
    public int not(int a) {
        switch (op(a)) {
            case TRUE:
                return falseTerm;
            case FALSE:
                return trueTerm;
            case NOT:
                return a(a);
            case UNDEFINED:
                return a;
            case LT:
                if (((flags(a(a)) | flags(b(a))) & (MAY_NAN | PARTIAL)) == 0) {
                    return le(b(a), a(a)); // ¬(x < y) -> y ≤ x, neither NaN
                }
                break;
            case LE:
                if (((flags(a(a)) | flags(b(a))) & (MAY_NAN | PARTIAL)) == 0) {
                    return lt(b(a), a(a));
                }
                break;
            default:
                break;
        }
        return intern(Op.NOT, flags(a) & (MAY_UNDEFINED | CLOSED), a, 0, 0);
    }

    /** a and b. */
    public int and(int a, int b) {
        if (a == b || b == trueTerm || a == falseTerm) {
            return a;
        }
        if (a == trueTerm || b == falseTerm) {
            return b;
        }
        if (not(a) == b) {
            return falseTerm;
        }
        return connective(Op.AND, a, b);
    }

    /** a or b. */
    public int or(int a, int b) {
        if (a == b || b == falseTerm || a == trueTerm) {
            return a;
        }
        if (a == falseTerm || b == trueTerm) {
            return b;
        }
        if (not(a) == b) {
            return trueTerm;
        }
        return connective(Op.OR, a, b);
    }

    private int connective(Op op, int a, int b) {
        int absorbed = absorb(a, b);
        if (absorbed != 0) {
            return absorbed;
        }
        int flags = (flags(a) | flags(b)) & MAY_UNDEFINED | flags(a) & flags(b) & CLOSED;
        return a <= b ? intern(op, flags, a, b, 0) : intern(op, flags, b, a, 0);
    }

    // ---------------------------------------------------------------- helpers

    /** True if {@code t} is a real number on every input. */
    private boolean isNumber(int t) {
        return (flags(t) & (NON_FINITE | PARTIAL)) == 0;
    }

    /** The undefined or NaN operand that absorbs the other, or 0. */
    private int absorb(int a, int b) {
        if (op(a) == Op.UNDEFINED) {
            return a;
        }
        if (op(b) == Op.UNDEFINED) {
            return b;
        }
        if (a == nan && !mayBeUndefined(b) || b == nan && !mayBeUndefined(a)) {
            return nan;
        }
        return 0;
    }

    /**
     * Folds an operation on two closed finite terms, or returns 0. Two rationals fold; an operation
     * on a LITERAL stays a node once (so that constant recovery sees the literals) and folds to its
     * exact value when it meets a further operation.
     */
    private int foldClosed(Op op, int a, int b) {
        boolean literal = op(a) == Op.LITERAL || op(b) == Op.LITERAL;
        if (literal && isRational(a) && isRational(b)) {
            return 0;
        }
        Rational x = closedValue(a);
        Rational y = x == null ? null : closedValue(b);
        if (y == null || op == Op.DIV && y.isZero()) {
            return 0;
        }
        switch (op) {
            case ADD:
                return rational(x.add(y));
            case SUB:
                return rational(x.subtract(y));
            case MUL:
                return rational(x.multiply(y));
            default:
                return rational(x.divide(y));
        }
    }

    /** The exact value of a rational, a literal, or one operation on two of them; else null. */
    private Rational closedValue(int t) {
        Op op = op(t);
        if (op == Op.RATIONAL || op == Op.LITERAL) {
            return rationalValue(t);
        }
        if (op != Op.ADD && op != Op.SUB && op != Op.MUL && op != Op.DIV
                || !isRational(a(t))
                || !isRational(b(t))) {
            return null;
        }
        Rational x = rationalValue(a(t));
        Rational y = rationalValue(b(t));
        switch (op) {
            case ADD:
                return x.add(y);
            case SUB:
                return x.subtract(y);
            case MUL:
                return x.multiply(y);
            default:
                return y.isZero() ? null : x.divide(y);
        }
    }

    /**
     * Adds a node as another store held it, operands renumbered in the same order: what a {@link
     * TermSlice} is rebuilt with. Nothing is simplified, since the smart constructors did that when
     * the node was made.
     */
    int restore(int word, int a, int b, int c) {
        if ((word & 0xff) == Op.ELEMENT.ordinal()) {
            return element(word, a, (long) c << 32 | b & 0xffffffffL);
        }
        int kind = (word >>> 8 & SECOND_KIND) != 0 ? 1 : c;
        return intern(Op.of(word & 0xff), word >>> 8, a, b, kind);
    }

    /** Adds a rational too large for a node's fields. */
    int restoreRational(Rational r) {
        rationals.add(r);
        rationalIds.put(r, rationals.size() - 1);
        return rationals.size() - 1;
    }

    /** Adds a function. */
    int restoreFunction(Function function) {
        return functionId(function);
    }

    /** Operation and flags of term {@code t}, as {@link #restore} takes them. */
    int word(int t) {
        return chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2];
    }

    private int intern(Op op, int flags, int a, int b, int c) {
        int word = op.ordinal() | flags << 8;
        int found = table.find(this, op.ordinal(), a, b, c);
        if (found > 0) {
            return found;
        }
        int id = append(word, a, b, c);
        table.put(this, found, id);
        return id;
    }

    /** True if term {@code id} has this content. */
    boolean is(int id, int op, int a, int b, int c) {
        int[] chunk = chunks[id >>> CHUNK_BITS];
        int base = (id & CHUNK_MASK) << 2;
        return chunk[base + 1] == a
                && chunk[base + 2] == b
                && chunk[base + 3] == c
                && (chunk[base] & 0xff) == op;
    }

    private int append(int word, int a, int b, int c) {
        int id = size;
        if (id > maxTerms) {
            throw new LimitExceededException("more than " + maxTerms + " terms");
        }
        int chunkIndex = id >>> CHUNK_BITS;
        if (chunkIndex == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        int[] chunk = chunks[chunkIndex];
        if (chunk == null) {
            chunk = new int[CHUNK_NODES * 4];
            chunks[chunkIndex] = chunk;
        }
        int base = (id & CHUNK_MASK) << 2;
        chunk[base] = word;
        chunk[base + 1] = a;
        chunk[base + 2] = b;
        chunk[base + 3] = c;
        size = id + 1;
        return id;
    }

    /** A readable form of {@code t}, cut off at {@code limit} characters. */
    public String show(int t, int limit) {
        StringBuilder text = new StringBuilder();
        new TermPrinter(this, limit).print(t, text);
        return text.toString();
    }
}
