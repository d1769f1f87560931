package io.heddle.check;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.Literals;
import io.heddle.term.TermStore;
import java.util.SplittableRandom;

/**
 * Whether a choice by a comparison seems to jump where the comparison turns: its arms are evaluated
 * at a few points in doubles, the greater of the two terms compared being given the value of the
 * other. A difference of the size of a rounding is none.
 *
 * <p>Arms that agree at these points may still differ at others: {@link Continuity} proves that
 * they do not.
 */
final class Jumps {
    private static final int POINTS = 3;
    private static final double CLOSE = 0x1p-20;
    private static final long WORK = 30_000_000; // nodes evaluated

    private final TermStore store;
    private final SplittableRandom random = new SplittableRandom(1);
    private Cone.Builder cones; // on demand: it takes room for the whole store
    private long left = WORK;

    /** Choices among the terms of {@code store}, which does not grow any more. */
    Jumps(TermStore store) {
        this.store = store;
    }

    /**
     * True if the arms of {@code choice} differ where the operands of {@code comparison}, which is
     * a part of its condition, are equal; true as well if no point tells, or if that would take too
     * long.
     */
    boolean at(int choice, int comparison) {
        if (left < 0) {
            return true;
        }
        if (cones == null) {
            cones = new Cone.Builder(store);
        }
        Cone cone = cones.cone(choice, comparison);
        int a = cone.node(store.a(comparison));
        int b = cone.node(store.b(comparison));
        boolean fixed = store.isClosed(cone.term(Math.max(a, b)));
        int replaced = fixed ? Math.min(a, b) : Math.max(a, b);
        int kept = a + b - replaced;
        int then = cone.node(store.b(choice));
        int otherwise = cone.node(store.c(choice));
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, Literals.exact(store));
        int agreed = 0;
        for (int p = 0; p < POINTS; p++) {
            left -= 2L * cone.size();
            evaluator.evaluate(point(cone));
            double value = evaluator.value(kept);
            if (Double.isNaN(value)) {
                continue;
            }
            evaluator.replace(replaced, value);
            double x = evaluator.value(then);
            double y = evaluator.value(otherwise);
            if (Double.isNaN(x) && Double.isNaN(y)) {
                continue;
            }
            if (!isClose(x, y)) {
                return true;
            }
            agreed++;
        }
        return agreed == 0;
    }

    private static boolean isClose(double x, double y) {
        double size = Math.max(Math.abs(x), Math.abs(y));
        return x == y || size < Double.POSITIVE_INFINITY && Math.abs(x - y) <= CLOSE * size;
    }

    private double[] point(Cone cone) {
        int[] elements = cone.elementTerms();
        double[] point = new double[elements.length];
        for (int i = 0; i < point.length; i++) {
            point[i] = new InputDomain(store.symbolOf(elements[i])).random(random, 2, 0x1p-10);
        }
        return point;
    }
}
