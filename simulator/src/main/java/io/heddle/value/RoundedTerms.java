package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which terms the machine may have another number for: what an operation rounds, and all that is
 * made of it.
 */
final class RoundedTerms {
    private static final int MOST_OPENED = 1 << 14;

    private final TermStore store;
    private final Bounds bounds;
    private final Rerounded rerounded;
    private final Map<FloatFormat, Set<Integer>> exact = new EnumMap<>(FloatFormat.class);

    RoundedTerms(TermStore store, Bounds bounds, Rerounded rerounded) {
        this.store = store;
        this.bounds = bounds;
        this.rerounded = rerounded;
    }

    /** Forgets what was found, since more is rounded than before. */
    void clear() {
        exact.clear();
    }

    /** True if the float of {@code format} that is {@code t} may be another number than t. */
    boolean isRounded(int t, FloatFormat format) {
        Set<Integer> known = exact.computeIfAbsent(format, f -> new HashSet<>());
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            if (known.contains(next) || !seen.add(next)) {
                continue;
            }
            if (rounds(next, format) || seen.size() > MOST_OPENED) {
                return true;
            }
            open(next, open);
        }
        known.addAll(seen);
        return false;
    }

    /** True if making {@code t} of its operands rounds. */
    boolean rounds(int t, FloatFormat format) {
        if (rerounded.contains(t)) {
            return true;
        }
        return switch (store.op(t)) {
            case RATIONAL -> !isHeld(store.rationalValue(t), format);
            case CONSTANT, DIV, LOG2, SQRT -> true;
            case ADD, SUB, FMA -> !isSmallInteger(t, format);
            case MUL -> !isScaling(t) && !isSmallInteger(t, format);
            case EXP2 -> !store.isInteger(store.a(t));
            case APPLY -> {
                Function f = store.functionOf(t);
                yield !f.isDiscrete() && !f.readsBits();
            }
            default -> false;
        };
    }

    private void open(int t, Deque<Integer> open) {
        switch (store.op(t)) {
            case ADD, SUB, MUL, FMA, MAX, MIN, NEG, ABS, EXP2 -> {
                for (int operand : store.operands(t)) {
                    open.push(operand);
                }
            }
            case ITE -> {
                open.push(store.b(t));
                open.push(store.c(t));
            }
            default -> {} // inputs, and what is an integer or a pattern
        }
    }

    /** True for an integer that {@code format} holds. */
    boolean isSmallInteger(int t, FloatFormat format) {
        long most = 1L << format.precision();
        return store.isInteger(t) && bounds.of(t).isWithin(-most, most);
    }

    private boolean isScaling(int t) {
        return isPowerOfTwo(store.a(t)) || isPowerOfTwo(store.b(t));
    }

    private boolean isPowerOfTwo(int t) {
        if (store.op(t) == Op.EXP2) {
            return store.isInteger(store.a(t));
        }
        return store.op(t) == Op.RATIONAL && store.rationalValue(t).isPowerOfTwo();
    }

    /** True if {@code format} holds {@code r}, as far as its exponents reach. */
    static boolean isHeld(Rational r, FloatFormat format) {
        BigInteger n = r.numerator().abs();
        int zeros = Math.max(0, n.getLowestSetBit());
        return r.denominator().bitCount() == 1 && n.bitLength() - zeros <= format.precision();
    }
}
