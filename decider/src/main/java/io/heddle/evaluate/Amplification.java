package io.heddle.evaluate;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.math.BigDecimal;

/**
 * Bounds how far the readings of literals can move the terms of a cone, to the first order,
 * whatever cancels: sums add up what their operands may move by, choices and maxima take the
 * greater part. Where {@link GenericReadings} sees a sum that is 0 in one reading, this sees what a
 * product with 2^24 makes of it, in whatever arm that is, and by whatever detour it gets there.
 *
 * <p>The bounds hold for inputs of about the size of those of the generic point, whose values give
 * the slopes of functions and the divisors. A rounding to an integer passes on what its operand
 * moves by.
 */
public final class Amplification {
    private static final double LN_2 = 0.6931471805599453;

    private final Cone cone;
    private final GenericReadings readings;
    private final double[] size; // without cancellation
    private final double[] moved;

    /**
     * @param readings of the same cone; its last point counts
     */
    public Amplification(Cone cone, Literals first, Literals second, GenericReadings readings) {
        this.cone = cone;
        this.readings = readings;
        size = new double[cone.size()];
        moved = new double[cone.size()];
        TermStore store = cone.store();
        for (int i = 0; i < cone.leaves().length; i++) {
            int term = cone.leafTerms()[i];
            if (store.op(term) == Op.LITERAL) {
                BigDecimal there = PreciseEvaluator.leaf(store, term, second).low();
                BigDecimal here = PreciseEvaluator.leaf(store, term, first).low();
                moved[cone.leaves()[i]] = here.subtract(there).abs().doubleValue();
            }
        }
    }

    /** Evaluates every node at the last point of the readings. */
    public void evaluate() {
        for (int leaf : cone.leaves()) {
            size[leaf] = finite(readings.size(leaf));
        }
        for (int node = 0; node < size.length; node++) {
            if (cone.parts(node) > 0) {
                evaluate(node);
            }
        }
    }

    /** By how much the readings may move a node; infinite where there is no bound. */
    public double moved(int node) {
        return Double.isNaN(moved[node]) ? Double.POSITIVE_INFINITY : moved[node];
    }

    private static double finite(double x) {
        return Double.isFinite(x) ? x : 0; // an infinity decides what it meets, and does not move
    }

    private void evaluate(int node) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        int c = cone.c()[node];
        switch (cone.op(node)) {
            case ADD, SUB -> set(node, size[a] + size[b], moved[a] + moved[b]);
            case MUL -> set(node, size[a] * size[b], ofProduct(a, b));
            case FMA -> set(node, size[a] * size[b] + size[c], ofProduct(a, b) + moved[c]);
            case DIV -> quotient(node, a, b);
            case NEG, ABS -> set(node, size[a], moved[a]);
            case MAX, MIN -> set(node, Math.max(size[a], size[b]), Math.max(moved[a], moved[b]));
            case ITE -> set(node, Math.max(size[b], size[c]), Math.max(moved[b], moved[c]));
            case FLOOR, CEIL, TRUNC, RINT -> set(node, size[a] + 1, moved[a]);
            case EXP2 -> {
                double value = finite(readings.size(node));
                set(node, value, times(value, Math.expm1(LN_2 * moved[a])));
            }
            case LOG2 -> {
                double at = readings.size(a);
                double slope = at > 2 * moved[a] ? 2 / at : Double.POSITIVE_INFINITY;
                set(node, finite(readings.size(node)), times(moved[a], slope));
            }
            case SQRT -> {
                double at = readings.size(a);
                boolean far = at > 4 * moved[a];
                double by = far ? moved[a] / Math.sqrt(at) : Math.sqrt(2 * moved[a]);
                set(node, Math.sqrt(size[a]), by);
            }
            case APPLY, ARGS -> {
                double all = 0;
                for (int k = 0; k < cone.parts(node); k++) {
                    all += 2 * moved[cone.part(node, k)];
                }
                set(node, finite(readings.size(node)), all);
            }
            default -> set(node, 1, 0); // conditions
        }
    }

    private double ofProduct(int a, int b) {
        return times(size[a] + moved[a], moved[b]) + times(size[b], moved[a]);
    }

    /** A product in which 0 counts for more than an infinity. */
    private static double times(double x, double y) {
        return x == 0 || y == 0 ? 0 : x * y;
    }

    private void quotient(int node, int a, int b) {
        double divisor = readings.size(b);
        if (divisor > 2 * moved[b]) {
            double least = divisor - moved[b];
            set(node, size[a] / least, (moved[a] + times(size[a] / least, moved[b])) / least);
        } else if (moved[b] == 0) {
            set(node, finite(readings.size(node)), moved[a]); // by 0: a drawn value
        } else {
            set(node, finite(readings.size(node)), Double.POSITIVE_INFINITY);
        }
    }

    private void set(int node, double by, double movedBy) {
        size[node] = by;
        moved[node] = movedBy;
    }
}
