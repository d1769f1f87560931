package io.heddle.value;

import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds.Interval;

/**
 * Bounds of integers that hold whatever integer each float becomes, rounded or not: those that
 * arithmetic of integers clamps. {@code min(max((int) (x * scale), 0), 7)} lies in [0, 7], and of
 * {@code (int) min(x * scale, 7.99f)} nothing is known.
 */
public final class ClampedIntegers {
    private static final int MAX_DEPTH = 100;

    private final TermStore store;
    private final Bounds bounds;

    public ClampedIntegers(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /** The bounds of an integer. */
    public Interval of(int term) {
        return of(term, 0);
    }

    private Interval of(int t, int depth) {
        if (depth > MAX_DEPTH || bounds.isRounded(t)) {
            return Interval.ALL;
        }
        int next = depth + 1;
        return switch (store.op(t)) {
            case RATIONAL -> new Interval(store.rationalValue(t), store.rationalValue(t));
            case ADD -> of(store.a(t), next).plus(of(store.b(t), next));
            case SUB -> of(store.a(t), next).plus(of(store.b(t), next).scaled(Rational.MINUS_ONE));
            case NEG -> of(store.a(t), next).scaled(Rational.MINUS_ONE);
            case MUL -> of(store.a(t), next).times(of(store.b(t), next));
            case FMA -> of(store.a(t), next).times(of(store.b(t), next)).plus(of(store.c(t), next));
            case MIN -> Bounds.least(of(store.a(t), next), of(store.b(t), next));
            case MAX -> Bounds.greatest(of(store.a(t), next), of(store.b(t), next));
            case ITE -> of(store.b(t), next).hull(of(store.c(t), next));
            default -> isMadeOfIntegers(t) ? bounds.of(t) : Interval.ALL;
        };
    }

    /** True if no float takes part, and no rounding. */
    private boolean isMadeOfIntegers(int term) {
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (bounds.isRounded(t)) {
                return false;
            }
            switch (store.op(t)) {
                case ELEMENT -> {
                    if (!store.isInteger(t)) {
                        return false;
                    }
                }
                case RATIONAL -> {}
                case ADD, SUB, NEG, MUL, FMA, MIN, MAX, ABS, FLOOR, CEIL, TRUNC, RINT ->
                        walk.open(store.operands(t));
                default -> {
                    return false;
                }
            }
        }
        return true;
    }
}
