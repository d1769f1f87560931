package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.TermStore;

/**
 * Constants that the machine rounds and a term does not: 0.1f + 0.2f is 0.3f there, and no such
 * number over the reals. What a comparison or a conversion to an integer makes of one is known only
 * where no rounding reaches the point at which the outcome changes.
 */
final class RoundedConstants {
    /** Units in the last place by which a folded constant may be off. */
    private static final double UNITS = 64;

    private static final int MAX_DEPTH = 64;

    private final TermStore store;

    RoundedConstants(TermStore store) {
        this.store = store;
    }

    /** True if roundings could decide how the constants compare. */
    boolean mayCross(int a, int b, FloatFormat format) {
        if (!store.isFinite(a) || !store.isFinite(b)) {
            return false; // no rounding makes an infinity or NaN a number
        }
        double x = value(a, 0);
        double y = value(b, 0);
        return !(Math.abs(x - y) > error(Math.max(Math.abs(x), Math.abs(y)), format));
    }

    /** True if roundings could decide to which integer the constant is rounded, in any way. */
    boolean mayReachAnother(int t, FloatFormat format) {
        if (!store.isFinite(t)) {
            return false;
        }
        double twice = 2 * value(t, 0); // also halves, where ties are
        return !(Math.abs(twice - Math.rint(twice)) > error(Math.abs(twice), format));
    }

    private static double error(double magnitude, FloatFormat format) {
        return UNITS * Math.scalb(Math.max(magnitude, Float.MIN_NORMAL), -format.precision());
    }

    /** About the value of a closed term; NaN where it is not known. */
    private double value(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return Double.NaN;
        }
        int next = depth + 1;
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> store.rationalValue(t).doubleValue();
            case CONSTANT -> store.constantOf(t).approximation();
            case NEG -> -value(store.a(t), next);
            case ABS -> Math.abs(value(store.a(t), next));
            case SQRT -> Math.sqrt(value(store.a(t), next));
            case EXP2 -> Math.pow(2, value(store.a(t), next));
            case LOG2 -> Math.log(value(store.a(t), next)) / Math.log(2);
            case ADD -> value(store.a(t), next) + value(store.b(t), next);
            case SUB -> value(store.a(t), next) - value(store.b(t), next);
            case MUL -> value(store.a(t), next) * value(store.b(t), next);
            case DIV -> value(store.a(t), next) / value(store.b(t), next);
            case MAX -> Math.max(value(store.a(t), next), value(store.b(t), next));
            case MIN -> Math.min(value(store.a(t), next), value(store.b(t), next));
            case FMA -> value(store.a(t), next) * value(store.b(t), next) + value(store.c(t), next);
            default -> Double.NaN;
        };
    }
}
