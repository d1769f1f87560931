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
import io.heddle.spec.index.NumberEvaluator;
import io.heddle.term.ElementType;
import io.heddle.term.Function;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/**
 * Tells by numbers which definitions may be those of an output: their values are those of its terms
 * at a few points. That is a hint and no proof.
 */
final class Matching {
    private static final int POINTS = 3;
    private static final double TOLERANCE = 1e-6;
    private static final long MOST_OPERATIONS = 20_000_000;

    private final Map<String, List<Integer>> shapes = new HashMap<>();
    private final Map<String, Long> dims;
    private final long deadlineNanos;
    private final double[][] values = new double[POINTS][]; // of the output's elements
    private final List<Integer> order = new ArrayList<>(); // of elements: a few far apart first

    /**
     * @param terms of the output's elements, in row-major order
     * @param tensors the inputs, and scalars
     * @param deadlineNanos when to stop, by the nanosecond clock
     */
    Matching(
            TermStore store,
            List<Integer> terms,
            Collection<TensorShape> tensors,
            Map<String, Long> dims,
            long deadlineNanos) {
        Map<String, ElementType> types = new HashMap<>();
        for (TensorShape t : tensors) {
            shapes.put(t.name(), t.shape());
            types.put(t.name(), t.type());
        }
        this.dims = new HashMap<>(dims);
        this.deadlineNanos = deadlineNanos;
        int n = terms.size();
        Set<Integer> first = new LinkedHashSet<>(List.of(n / 2, n - 1, 0, n / 3));
        for (int i = 0; i < n; i++) {
            first.add(i);
        }
        order.addAll(first);
        int[] roots = terms.stream().mapToInt(t -> t).toArray();
        Cone cone = new Cone(store, roots);
        DoubleEvaluator evaluator =
                new DoubleEvaluator(cone, Literals.recovered(store, Recovery.STANDARD));
        List<Integer> gathered = new ArrayList<>();
        for (int node = 0; node < cone.size(); node++) {
            boolean isApplied = cone.op(node) == Op.APPLY;
            if (isApplied && cone.function(node).kind() == Function.Kind.TENSOR) {
                gathered.add(node);
            }
        }
        for (int p = 0; p < POINTS; p++) {
            int[] elements = cone.elementTerms();
            double[] point = new double[elements.length];
            for (int e = 0; e < point.length; e++) {
                Symbol symbol = store.symbolOf(elements[e]);
                point[e] = value(symbol.name(), symbol.type(), store.elementIndex(elements[e]), p);
            }
            evaluator.evaluate(point);
            for (int node : gathered) {
                String name = cone.function(node).name();
                double index = evaluator.value(cone.b()[node]);
                evaluator.replace(node, value(name, types.get(name), (long) index, p));
            }
            values[p] = new double[n];
            for (int i = 0; i < n; i++) {
                values[p][i] = evaluator.value(cone.node(roots[i]));
            }
        }
    }

    /** A number of either sign, and at the second point a positive one; of integers 0 or 1. */
    private static double value(String name, ElementType type, long index, int point) {
        Random random = new Random((31 * index + point) * 0x9e3779b97f4a7c15L + name.hashCode());
        random.nextInt();
        if (!type.isFloat()) {
            return random.nextInt(2);
        }
        double magnitude = 0.1 + 1.5 * random.nextDouble();
        return point != 1 && random.nextBoolean() ? -magnitude : magnitude;
    }

    /** True if the last definition of a formula has the output's values. */
    boolean fits(Lifter.Formula formula) {
        try {
            Map<String, Long> open = new HashMap<>(dims);
            open.keySet().retainAll(formula.dims());
            BoundFormula bound = Formula.parse("name.py", formula.text()).bind(shapes, open);
            Definition definition = bound.outputs().values().iterator().next().definition();
            return definition.size() == order.size() && fits(definition, bound.inputs());
        } catch (FormulaException e) {
            return false; // shapes do not fit after all
        }
    }

    private boolean fits(Definition definition, Map<String, Input> inputs) {
        boolean isShown = false;
        for (int p = 0; p < POINTS; p++) {
            int point = p;
            Map<Input, LongToDoubleFunction> elements = new HashMap<>();
            inputs.forEach(
                    (name, input) -> elements.put(input, i -> value(name, input.type(), i, point)));
            NumberEvaluator evaluator =
                    new NumberEvaluator(elements, Set.of(), MOST_OPERATIONS, this::checkTime);
            for (int i : order) {
                double own = values[p][i];
                double other = evaluator.element(definition, i);
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

    private void checkTime() {
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new LimitExceededException("the time limit");
        }
    }
}
