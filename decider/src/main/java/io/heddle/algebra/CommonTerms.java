package io.heddle.algebra;

import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Equalities that hold whatever the terms are that both sides contain: α·t + β·c is β·c + α·t for
 * every t, and it costs nothing that t is a sum of thousands of products. Kernels that differ in
 * their last lines only are equal in this way.
 *
 * <p>The terms of both sides are opened from the newest down, through sums and products; one that
 * is reached from both sides is left whole, as is any other operation and every literal (so the
 * answer is the same for all readings of it). What is left is compared as polynomials.
 */
public final class CommonTerms {
    private static final int MOST_OPENED = 64;
    private static final long MOST_MONOMIALS = 4096;

    private static final int LEFT = 1;
    private static final int RIGHT = 2;

    private final TermStore store;

    /** Over the terms of a store, which are only read. */
    public CommonTerms(TermStore store) {
        this.store = store;
    }

    /**
     * True if s and t are equal wherever they and what they contain are numbers; false if that is
     * not so, or not seen by opening a few terms.
     */
    public boolean areEqual(int s, int t) {
        TreeMap<Integer, Integer> sides = new TreeMap<>(); // of the terms that were reached
        reach(sides, s, LEFT);
        reach(sides, t, RIGHT);
        int opened = 0;
        for (Integer x = sides.lastKey(); x != null; x = sides.lowerKey(x)) {
            if (!store.isFinite(x)) {
                return false;
            }
            if (isOpened(x, sides.get(x))) {
                if (++opened > MOST_OPENED) {
                    return false;
                }
                for (int operand : store.operands(x)) {
                    reach(sides, operand, sides.get(x));
                }
            }
        }
        try {
            return isZero(sides, s, t);
        } catch (LimitExceededException e) {
            return false; // too many monomials without their sums
        }
    }

    private static void reach(Map<Integer, Integer> sides, int t, int side) {
        sides.merge(t, side, (a, b) -> a | b);
    }

    private boolean isOpened(int t, int side) {
        Op op = store.op(t);
        return side != (LEFT | RIGHT) && Canonicalizer.isArithmetic(op) && op != Op.DIV;
    }

    private boolean isZero(SortedMap<Integer, Integer> sides, int s, int t) {
        Ring ring = new Ring(new Budget(MOST_MONOMIALS, Long.MAX_VALUE));
        Map<Integer, Polynomial> forms = new HashMap<>();
        for (Map.Entry<Integer, Integer> e : sides.entrySet()) { // operands first
            int x = e.getKey();
            forms.put(
                    x, isOpened(x, e.getValue()) ? opened(ring, forms, x) : whole(ring, forms, x));
        }
        return forms.get(s).subtract(forms.get(t)).isZero();
    }

    private Polynomial whole(Ring ring, Map<Integer, Polynomial> forms, int t) {
        return store.op(t) == Op.RATIONAL
                ? Polynomial.constant(store.rationalValue(t))
                : ring.variable(ring.newInput(forms.size() + 1, Sign.UNKNOWN, false));
    }

    private Polynomial opened(Ring ring, Map<Integer, Polynomial> forms, int t) {
        Polynomial a = forms.get(store.a(t));
        Polynomial b = forms.get(store.b(t));
        return switch (store.op(t)) {
            case ADD -> a.add(b);
            case SUB -> a.subtract(b);
            case NEG -> a.negate();
            case MUL -> ring.multiply(a, b);
            case FMA -> ring.multiply(a, b).add(forms.get(store.c(t)));
            default -> throw new AssertionError(store.op(t));
        };
    }
}
