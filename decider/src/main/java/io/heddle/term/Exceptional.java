package io.heddle.term;

import java.util.HashMap;
import java.util.Map;

/**
 * Where terms are NaN or infinite, as conditions over the reals (IEEE 754-2019 sections 6 and 7): a
 * root of a negative number is NaN, a logarithm of 0 is −∞, a quotient by 0 is infinite. Made on
 * demand, for consumers that can tell, and remembered.
 *
 * <p>A condition that cannot be said over the reals is {@link #UNKNOWN}: the sign of 1/0 is that of
 * a zero, which the reals do not have.
 */
public final class Exceptional {
    /** Returned where the condition is not known. */
    public static final int UNKNOWN = 0;

    /**
     * The conditions of one term.
     *
     * @param nan it is NaN
     * @param infinite it is −∞ or +∞
     * @param positive it is +∞
     * @param negative it is −∞
     */
    private record Conditions(int nan, int infinite, int positive, int negative) {
        static final Conditions UNKNOWN = new Conditions(0, 0, 0, 0);
    }

    private final TermStore store;
    private final Conditions never;
    private final int no;
    private final Map<Integer, Conditions> known = new HashMap<>();

    Exceptional(TermStore store) {
        this.store = store;
        no = store.falseTerm();
        never = new Conditions(no, no, no, no);
    }

    /** Where {@code t} is NaN, or {@link #UNKNOWN}. */
    public int isNan(int t) {
        return of(t).nan;
    }

    /** Where {@code t} is −∞ or +∞, or {@link #UNKNOWN}. */
    public int isInfinite(int t) {
        return of(t).infinite;
    }

    /** Where {@code t} is +∞, or {@link #UNKNOWN}. */
    public int isPositiveInfinity(int t) {
        return of(t).positive;
    }

    /** Where {@code t} is −∞, or {@link #UNKNOWN}. */
    public int isNegativeInfinity(int t) {
        return of(t).negative;
    }

    private Conditions of(int root) {
        TermWalk.complete(root, t -> lookUp(t) != null, this::operands, t -> known.put(t, make(t)));
        return lookUp(root);
    }

    private int[] operands(int t) {
        return switch (store.op(t)) {
            case ITE -> new int[] {store.b(t), store.c(t)};
            case APPLY -> store.functionOf(t).readsBits() ? new int[0] : store.operands(t);
            default -> store.operands(t);
        };
    }

    /** What is known of {@code t}, or null. */
    private Conditions lookUp(int t) {
        if (!store.mayBeExceptional(t)) {
            return never;
        }
        return store.isTotal(t) ? byClass(t) : known.get(t);
    }

    /** The conditions of a term without open domain conditions: it is NaN where t = t is false. */
    private Conditions byClass(int t) {
        int flags = store.flags(t);
        int nan = (flags & TermStore.MAY_NAN) == 0 ? no : store.not(store.eq(t, t));
        int positive = (flags & TermStore.MAY_POS_INF) == 0 ? no : store.eq(t, store.posInf());
        int negative = (flags & TermStore.MAY_NEG_INF) == 0 ? no : store.eq(t, store.negInf());
        return new Conditions(nan, store.or(positive, negative), positive, negative);
    }

    private Conditions make(int t) {
        int a = store.a(t);
        int b = store.b(t);
        return switch (store.op(t)) {
            case ADD -> sum(lookUp(a), lookUp(b));
            case SUB -> sum(lookUp(a), negated(lookUp(b)));
            case NEG -> negated(lookUp(a));
            case MUL -> product(a, lookUp(a), b, lookUp(b));
            case FMA -> sum(product(a, lookUp(a), b, lookUp(b)), lookUp(store.c(t)));
            case DIV -> quotient(a, lookUp(a), b, lookUp(b));
            case EXP2 -> {
                Conditions x = lookUp(a);
                yield new Conditions(x.nan, x.positive, x.positive, no);
            }
            case LOG2 -> store.c(t) != 0 ? Conditions.UNKNOWN : logarithm(a, lookUp(a));
            case SQRT -> root(a, lookUp(a));
            case ABS -> {
                Conditions x = lookUp(a);
                yield new Conditions(x.nan, x.infinite, x.infinite, no);
            }
            case MAX -> greatest(t, lookUp(a), lookUp(b));
            case MIN -> negated(greatest(t, negated(lookUp(a)), negated(lookUp(b))));
            case ITE -> choice(a, lookUp(b), lookUp(store.c(t)));
            case APPLY -> apply(t);
            case FLOOR, CEIL, TRUNC, RINT -> Conditions.UNKNOWN; // may be an integer of a register
            case RATIONAL,
                    LITERAL,
                    CONSTANT,
                    NEG_INF,
                    POS_INF,
                    NAN,
                    UNDEFINED,
                    ELEMENT,
                    ARGS,
                    TRUE,
                    FALSE,
                    LT,
                    LE,
                    EQ,
                    NOT,
                    AND,
                    OR ->
                    throw new AssertionError(store.op(t) + " has no domain");
        };
    }

    // ---------------------------------------------------------------- operations

    private static Conditions negated(Conditions x) {
        return new Conditions(
                x.nan, x.infinite, /* positive= */ x.negative, /* negative= */ x.positive);
    }

    /** ∞ − ∞ is NaN. */
    private Conditions sum(Conditions x, Conditions y) {
        int opposed = or(and(x.positive, y.negative), and(x.negative, y.positive));
        if (x.infinite == no || y.infinite == no) {
            opposed = no;
        }
        int nan = or(or(x.nan, y.nan), opposed);
        int number = not(nan);
        return new Conditions(
                nan,
                and(number, or(x.infinite, y.infinite)),
                and(number, or(x.positive, y.positive)),
                and(number, or(x.negative, y.negative)));
    }

    /** 0 · ∞ is NaN. */
    private Conditions product(int a, Conditions x, int b, Conditions y) {
        int nan = or(or(x.nan, y.nan), or(and(x.infinite, isZero(b)), and(isZero(a), y.infinite)));
        int number = not(nan);
        int infinite = and(number, or(x.infinite, y.infinite));
        if (x.infinite != no && y.infinite != no) {
            return new Conditions(nan, infinite, signless(infinite), signless(infinite));
        }
        Conditions infinity = x.infinite != no ? x : y;
        int other = x.infinite != no ? b : a;
        int up = store.lt(store.zero(), other);
        int down = store.lt(other, store.zero());
        return new Conditions(
                nan,
                infinite,
                and(number, or(and(infinity.positive, up), and(infinity.negative, down))),
                and(number, or(and(infinity.positive, down), and(infinity.negative, up))));
    }

    /** 0/0 and ∞/∞ are NaN; else x/0 is infinite, of the sign of that zero. */
    private Conditions quotient(int a, Conditions x, int b, Conditions y) {
        int zero = isZero(b);
        int nan = or(or(x.nan, y.nan), or(and(isZero(a), zero), and(x.infinite, y.infinite)));
        int number = not(nan);
        int infinite = and(number, or(x.infinite, zero));
        if (zero != no || y.infinite != no) {
            return new Conditions(nan, infinite, signless(infinite), signless(infinite));
        }
        int up = store.lt(store.zero(), b);
        int down = store.lt(b, store.zero());
        return new Conditions(
                nan,
                infinite,
                and(number, or(and(x.positive, up), and(x.negative, down))),
                and(number, or(and(x.positive, down), and(x.negative, up))));
    }

    private int signless(int infinite) {
        return infinite == no ? no : UNKNOWN;
    }

    private Conditions root(int a, Conditions x) {
        return new Conditions(or(x.nan, or(x.negative, isNegative(a))), x.positive, x.positive, no);
    }

    /** log 0 is −∞. */
    private Conditions logarithm(int a, Conditions x) {
        int zero = isZero(a);
        return new Conditions(
                or(x.nan, or(x.negative, isNegative(a))), or(x.positive, zero), x.positive, zero);
    }

    /**
     * max or min: of a number and NaN the number or NaN, depending on the kind of the operation.
     */
    private Conditions greatest(int t, Conditions x, Conditions y) {
        boolean propagates = store.propagatesNan(t);
        int nan = propagates ? or(x.nan, y.nan) : and(x.nan, y.nan);
        int number = not(nan);
        int low = and(or(x.negative, x.nan), or(y.negative, y.nan));
        int positive = and(number, or(x.positive, y.positive));
        int negative = and(number, low);
        return new Conditions(nan, or(positive, negative), positive, negative);
    }

    private Conditions choice(int condition, Conditions x, Conditions y) {
        return new Conditions(
                choice(condition, x.nan, y.nan),
                choice(condition, x.infinite, y.infinite),
                choice(condition, x.positive, y.positive),
                choice(condition, x.negative, y.negative));
    }

    private int choice(int condition, int x, int y) {
        return x == y ? x : or(and(condition, x), and(not(condition), y));
    }

    private Conditions apply(int t) {
        Function f = store.functionOf(t);
        if (f.readsBits()) {
            return bits(f.format(), store.b(t));
        }
        Conditions x = lookUp(store.b(t));
        if (f.equals(Function.TANH) || f.equals(Function.ERF)) {
            return new Conditions(x.nan, no, no, no);
        }
        if (f.equals(Function.SIN) || f.equals(Function.COS)) {
            return new Conditions(or(x.nan, x.infinite), no, no, no);
        }
        return Conditions.UNKNOWN;
    }

    /**
     * The conditions of a float with given bits: it is NaN or infinite where all bits of its
     * exponent are ones.
     */
    private Conditions bits(FloatFormat format, int integer) {
        if (!store.isTotal(integer) || !store.isFinite(integer) || format == FloatFormat.E4M3) {
            return Conditions.UNKNOWN;
        }
        Rational infinity =
                Rational.powerOfTwo(format.bits() - 1)
                        .subtract(Rational.powerOfTwo(format.precision() - 1));
        Rational sign = Rational.powerOfTwo(format.bits() - 1);
        int up = store.rational(infinity);
        int down = store.rational(infinity.add(sign));
        int positive = store.eq(integer, up);
        int negative = store.eq(integer, down);
        int nan =
                store.or(
                        store.lt(down, integer),
                        store.and(store.lt(up, integer), store.lt(integer, store.rational(sign))));
        return new Conditions(nan, store.or(positive, negative), positive, negative);
    }

    // ---------------------------------------------------------------- conditions

    private int isZero(int t) {
        boolean positive = (store.flags(t) & TermStore.POSITIVE) != 0 && store.isTotal(t);
        return positive ? no : store.eq(t, store.zero());
    }

    private int isNegative(int t) {
        boolean nonnegative = (store.flags(t) & TermStore.NONNEGATIVE) != 0 && store.isTotal(t);
        return nonnegative ? no : store.lt(t, store.zero());
    }

    private int not(int x) {
        return x == UNKNOWN ? UNKNOWN : store.not(x);
    }

    private int and(int x, int y) {
        if (x == no || y == no) {
            return no;
        }
        return x == UNKNOWN || y == UNKNOWN ? UNKNOWN : store.and(x, y);
    }

    private int or(int x, int y) {
        if (x == no || y == store.trueTerm()) {
            return y;
        }
        if (y == no || x == store.trueTerm()) {
            return x;
        }
        return x == UNKNOWN || y == UNKNOWN ? UNKNOWN : store.or(x, y);
    }
}
