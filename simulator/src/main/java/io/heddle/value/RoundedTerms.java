package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Which terms the machine may have another number for: what an operation rounds, and all that is
 * made of it.
 */
final class RoundedTerms {
    private static final int MOST_OPENED = 1 << 14;
    private static final int NEAR = 256; // terms
    private static final int[] NONE = {};

    private final TermStore store;
    private final Bounds bounds;
    private final Rerounded rerounded;
    private final Subnormals subnormals;
    private final Map<FloatFormat, TermNumbers> exact = new EnumMap<>(FloatFormat.class);
    private final Map<FloatFormat, TermNumbers> nearlyExact = new EnumMap<>(FloatFormat.class);
    private int found = 1; // what was found earlier does not hold any more
    private int greatest; // of the terms of which something was found

    RoundedTerms(TermStore store, Bounds bounds, Rerounded rerounded) {
        this.store = store;
        this.bounds = bounds;
        this.rerounded = rerounded;
        subnormals = new Subnormals(store, bounds);
    }

    /** Takes note that {@code t} is rounded now: forgets what was found of what is made of it. */
    void noteRounded(int t) {
        if (t <= greatest) {
            found++;
            greatest = 0;
        }
    }

    /** True if the float of {@code format} that is {@code t} may be another number than t. */
    boolean isRounded(int t, FloatFormat format) {
        return isRounded(t, format, exact);
    }

    /**
     * The same where subnormal numbers and what rounding makes of them are alike: compared with a
     * normal number, or rounded to the nearest integer.
     */
    boolean isRoundedMuch(int t, FloatFormat format) {
        return isRounded(t, format, nearlyExact);
    }

    /** True if either of two numbers that are compared may be another one. */
    boolean isEitherRounded(int a, int b, FloatFormat format) {
        return isNormal(a, format) || isNormal(b, format)
                ? isRoundedMuch(a, format) || isRoundedMuch(b, format)
                : isRounded(a, format) || isRounded(b, format);
    }

    /** True for an integer made by arithmetic on others that a float may not keep. */
    boolean isRoundedInteger(int t, FloatFormat format) {
        return store.isInteger(t)
                && !store.isClosed(t)
                && store.op(t) != Op.ELEMENT
                && isRounded(t, format);
    }

    /** True if {@code t} is made of {@code operand} and, maybe, others. */
    boolean isOperand(int operand, int t) {
        for (int of : store.operands(t)) {
            if (of == operand) {
                return true;
            }
        }
        return false;
    }

    private boolean isRounded(int t, FloatFormat format, Map<FloatFormat, TermNumbers> exactHere) {
        if (store.op(t) == Op.ELEMENT) {
            return rounds(t, format, exactHere == exact);
        }
        TermNumbers known = exactHere.computeIfAbsent(format, f -> new TermNumbers());
        if (known.get(t) == found) {
            return false;
        }
        TermWalk walk = new TermWalk(t);
        int opened = 0;
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (known.get(next) != found) {
                opened++;
                if (rounds(next, format, exactHere == exact) || opened > MOST_OPENED) {
                    return true;
                }
                walk.open(below(next));
            }
        }
        greatest = Math.max(greatest, t);
        walk.forEachSeen(exactTerm -> known.put(exactTerm, found));
        return false;
    }

    /** True if making {@code t} of its operands rounds. */
    boolean rounds(int t, FloatFormat format) {
        return rounds(t, format, true);
    }

    private boolean rounds(int t, FloatFormat format, boolean subnormal) {
        int ways = rerounded.ways(t);
        if (ways != 0 && (subnormal || ways != Rerounded.LOST || subnormals.isScaledUp(t))) {
            return true;
        }
        return switch (store.op(t)) {
            case RATIONAL -> !isHeld(store.rationalValue(t), format);
            case CONSTANT, DIV, LOG2, SQRT -> true;
            case ADD, SUB, FMA -> !isSmallInteger(t, format);
            case MUL -> !isSmallInteger(t, format) && roundsProduct(t, format, subnormal);
            case EXP2 -> !store.isInteger(store.a(t));
            case APPLY -> {
                Function f = store.functionOf(t);
                yield !f.isDiscrete() && !f.readsBits();
            }
            default -> false;
        };
    }

    private boolean roundsProduct(int t, FloatFormat format, boolean subnormal) {
        if (!subnormals.isScaling(t)) {
            return true;
        }
        if (subnormal) {
            return subnormals.mayLose(t, format);
        }
        return subnormals.isScaledUp(t) && isRounded(subnormals.scaled(t), format);
    }

    /** True for a product with a power of two. */
    boolean isScaling(int t) {
        return subnormals.isScaling(t);
    }

    /**
     * True if {@code operand} lacks bits that {@code t}, made of it, has over the reals, with
     * nothing in the term of t to tell so: {@code x * 0.5 * 2} is x.
     */
    boolean isLossHidden(int t, int operand, FloatFormat format) {
        return t != operand
                && subnormals.isScaling(operand)
                && isMadeOf(t, subnormals.base(operand))
                && subnormals.mayLose(operand, format);
    }

    private boolean isMadeOf(int t, int base) {
        boolean made = subnormals.base(t) == base;
        if (store.op(t) == Op.ADD || store.op(t) == Op.SUB || store.op(t) == Op.FMA) {
            for (int operand : store.operands(t)) {
                made |= subnormals.base(operand) == base;
            }
        }
        return made;
    }

    /**
     * The products with powers of two, no further below {@code a} and {@code b} than is near, that
     * may be subnormal numbers and lack bits; none if one of the two, which are compared, is
     * normal.
     */
    void forEachSubnormal(int a, int b, FloatFormat format, IntConsumer found) {
        if (isNormal(a, format) || isNormal(b, format)) {
            return;
        }
        TermWalk walk = new TermWalk(a, b);
        for (int next = walk.next(); next != 0 && walk.count() < NEAR; next = walk.next()) {
            switch (store.op(next)) {
                case MAX, MIN, NEG, ABS, ADD, SUB, FMA, DIV -> walk.open(store.operands(next));
                case ITE -> walk.open(store.b(next), store.c(next));
                case MUL -> {
                    if (subnormals.isScaling(next) && subnormals.mayLose(next, format)) {
                        found.accept(next);
                    }
                    walk.open(store.operands(next));
                }
                default -> {}
            }
        }
    }

    /** The operands that have a say in whether {@code t} is rounded. */
    private int[] below(int t) {
        return switch (store.op(t)) {
            case ADD, SUB, MUL, FMA, MAX, MIN, NEG, ABS, EXP2 -> store.operands(t);
            case ITE -> new int[] {store.b(t), store.c(t)};
            case APPLY -> {
                Function f = store.functionOf(t);
                boolean step = f.isDiscrete() && !f.integer(); // from float to float
                yield step ? new int[] {store.b(t)} : NONE;
            }
            default -> NONE; // inputs, and what is an integer or a pattern
        };
    }

    /** True for an infinity, or a constant that is no subnormal number and not 0. */
    boolean isNormal(int t, FloatFormat format) {
        return switch (store.op(t)) {
            case NEG_INF, POS_INF -> true;
            case RATIONAL, LITERAL ->
                    !store.rationalValue(t).isZero()
                            && NarrowFormat.of(format).holds(store.rationalValue(t));
            default -> false;
        };
    }

    /** True for the sign of a sum of two exact numbers, or of its magnitude: rounding keeps it. */
    boolean isSign(int a, int b, FloatFormat format) {
        int sum = a == store.zero() ? b : b == store.zero() ? a : 0;
        while (sum != 0 && !rerounded.contains(sum) && isMagnitude(sum)) {
            sum = store.a(sum);
        }
        return sum != 0
                && !rerounded.contains(sum)
                && switch (store.op(sum)) {
                    case ADD, SUB ->
                            !isRounded(store.a(sum), format) && !isRounded(store.b(sum), format);
                    default -> false;
                };
    }

    private boolean isMagnitude(int t) {
        return store.op(t) == Op.ABS || store.op(t) == Op.NEG;
    }

    /** True for a quotient of integers, by a constant or another one. */
    boolean isQuotientOfIntegers(int t) {
        return switch (store.op(t)) {
            case DIV -> store.isInteger(store.a(t)) && store.isInteger(store.b(t));
            case MUL ->
                    store.isInteger(store.a(t)) && store.isRational(store.b(t))
                            || store.isInteger(store.b(t)) && store.isRational(store.a(t));
            default -> false;
        };
    }

    /** True for an integer that {@code format} holds. */
    boolean isSmallInteger(int t, FloatFormat format) {
        long most = 1L << format.precision();
        return store.isInteger(t) && bounds.of(t).isWithin(-most, most);
    }

    /** True for a number that {@code format} holds, as far as its exponents reach. */
    boolean isHeld(int t, FloatFormat format) {
        return store.isRational(t) && isHeld(store.rationalValue(t), format);
    }

    /** True if {@code format} holds {@code r}, as far as its exponents reach. */
    static boolean isHeld(Rational r, FloatFormat format) {
        BigInteger n = r.numerator().abs();
        int zeros = Math.max(0, n.getLowestSetBit());
        return r.denominator().bitCount() == 1 && n.bitLength() - zeros <= format.precision();
    }
}
