package io.heddle.lift;

import io.heddle.algebra.Recovery;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.spec.BoundFormula;
import io.heddle.spec.Formula;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.TermEvaluator;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongToIntFunction;

/**
 * Tells by numbers which definitions may be those of an output: their values are those of its terms
 * at a few points. That is a hint and no proof.
 */
final class Matching {
    private static final int POINTS = 3;
    private static final double TOLERANCE = 1e-6;

    private final TermStore store;
    private final List<Integer> terms;
    private final Map<String, List<Integer>> shapes;
    private final Map<String, Long> dims;
    private final long deadlineNanos;

    /**
     * @param terms of the output's elements, in row-major order
     * @param shapes of the inputs by name
     * @param deadlineNanos when to stop, by the nanosecond clock
     */
    Matching(
            TermStore store,
            List<Integer> terms,
            Map<String, List<Integer>> shapes,
            Map<String, Long> dims,
            long deadlineNanos) {
        this.store = store;
        this.terms = List.copyOf(terms);
        this.shapes = new HashMap<>(shapes);
        this.dims = new HashMap<>(dims);
        this.deadlineNanos = deadlineNanos;
    }

    /** True if the last definition of a formula has the output's values. */
    boolean fits(Lifter.Formula formula) {
        try {
            Map<String, Long> open = new HashMap<>(dims);
            open.keySet().retainAll(formula.dims());
            BoundFormula bound = Formula.parse("name.py", formula.text()).bind(shapes, open);
            Definition definition = bound.outputs().values().iterator().next().definition();
            return definition.size() == terms.size() && fits(definition, bound.inputs());
        } catch (FormulaException e) {
            return false; // shapes do not fit after all
        }
    }

    private boolean fits(Definition definition, Map<String, Input> inputs) {
        Map<Input, LongToIntFunction> elements = new HashMap<>();
        inputs.forEach(
                (name, input) ->
                        elements.put(input, i -> store.element(store.symbolNamed(name), i)));
        TermEvaluator evaluator =
                new TermEvaluator(store, elements, Map.of(), Map.of(), deadlineNanos);
        int[] roots = new int[2 * terms.size()];
        for (int i = 0; i < terms.size(); i++) {
            roots[2 * i] = terms.get(i);
            roots[2 * i + 1] = evaluator.element(definition, i);
        }
        Cone cone = new Cone(store, roots);
        DoubleEvaluator numbers =
                new DoubleEvaluator(cone, Literals.recovered(store, Recovery.STANDARD));
        boolean isShown = false;
        for (int p = 0; p < POINTS; p++) {
            numbers.evaluate(point(cone.elementTerms().length, p));
            for (int i = 0; i < roots.length; i += 2) {
                double own = numbers.value(cone.node(roots[i]));
                double other = numbers.value(cone.node(roots[i + 1]));
                boolean isNear =
                        Math.abs(own - other) <= TOLERANCE * Math.max(1, Math.abs(own))
                                || Double.compare(own, other) == 0;
                if (!isNear) {
                    return false;
                }
                isShown |= Double.isFinite(own);
            }
        }
        return isShown;
    }

    /** Numbers of both signs, and at the second point positive ones. */
    private static double[] point(int size, int number) {
        Random random = new Random(number);
        double[] point = new double[size];
        for (int i = 0; i < size; i++) {
            double magnitude = 0.1 + 1.5 * random.nextDouble();
            point[i] = number != 1 && random.nextBoolean() ? -magnitude : magnitude;
        }
        return point;
    }
}
