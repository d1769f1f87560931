package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks a pair before any work: names agree on both sides, comparisons make sense. */
public final class PairRules {
    private static final long MOST_CTAS = 1L << 24;

    private PairRules() {}

    /**
     * Why {@code pair} cannot be checked, or null.
     *
     * @param pair a pair with all its arguments
     */
    public static String violation(Pair pair) {
        String why = sides(pair);
        return why == null ? comparisons(pair) : why;
    }

    private static String sides(Pair pair) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>();
        Map<String, ElementType> scalars = new LinkedHashMap<>();
        for (Side side : pair.isSingle() ? List.of(pair.reference()) : both(pair)) {
            Map<String, TensorSpec> own = new LinkedHashMap<>();
            for (Argument argument : side.arguments()) {
                String why = null;
                if (argument instanceof Argument.Tensor t) {
                    why = tensor(t.tensor(), own, tensors, scalars);
                } else if (argument instanceof Argument.SymbolicScalar s) {
                    why = scalar(s, tensors, scalars);
                }
                if (why != null) {
                    return why;
                }
            }
            String why = cta(side);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    private static List<Side> both(Pair pair) {
        return List.of(pair.reference(), pair.candidate());
    }

    private static String tensor(
            TensorSpec t,
            Map<String, TensorSpec> own,
            Map<String, TensorSpec> all,
            Map<String, ElementType> scalars) {
        if (scalars.containsKey(t.name())) {
            return t.name() + " is both a tensor and a symbolic scalar";
        }
        TensorSpec same = own.putIfAbsent(t.name(), t);
        if (same != null && !same.equals(t)) {
            return t.name() + " stands for one buffer, but is declared in two ways on one side";
        }
        TensorSpec other = all.putIfAbsent(t.name(), t);
        if (other != null && !agree(other, t)) {
            return t.name()
                    + " must be the same on both sides: "
                    + Tensors.describe(other)
                    + " and "
                    + Tensors.describe(t)
                    + (Tensors.describe(other).equals(Tensors.describe(t))
                            ? " with different layouts or ranges"
                            : "");
        }
        if (other != null && !haveSameContents(other, t)) {
            return t.name() + " must have the same contents on both sides";
        }
        return null;
    }

    private static boolean haveSameContents(TensorSpec a, TensorSpec b) {
        return a.init().equals(b.init())
                || a.init() instanceof Init.Undefined
                || b.init() instanceof Init.Undefined;
    }

    private static boolean agree(TensorSpec a, TensorSpec b) {
        return a.symbol().equals(b.symbol());
    }

    private static String scalar(
            Argument.SymbolicScalar s,
            Map<String, TensorSpec> tensors,
            Map<String, ElementType> scalars) {
        if (tensors.containsKey(s.name())) {
            return s.name() + " is both a tensor and a symbolic scalar";
        }
        ElementType type = scalars.putIfAbsent(s.name(), s.type());
        return type == null || type == s.type()
                ? null
                : s.name()
                        + " must have one type, has "
                        + type.spelling()
                        + " and "
                        + s.type().spelling();
    }

    private static String cta(Side side) {
        Dim3 cta = side.cta();
        Dim3 grid = side.grid();
        if (cta == null) {
            // the product of the first two fits a long
            long layer = (long) grid.x() * grid.y();
            return layer <= MOST_CTAS && layer * grid.z() <= MOST_CTAS
                    ? null
                    : "a grid of "
                            + grid
                            + " is too large to be executed as a whole (more than 2^24 CTAs); name"
                            + " one CTA";
        }
        return (cta.x() < grid.x() && cta.y() < grid.y() && cta.z() < grid.z())
                ? null
                : "CTA " + cta + " is outside the grid " + grid;
    }

    private static String comparisons(Pair pair) {
        Map<String, TensorSpec> tensors = tensors(pair);
        for (Comparison comparison : pair.compare()) {
            TensorSpec tensor = tensors.get(comparison.tensor());
            if (tensor == null) {
                return unknownTensor(comparison.tensor(), tensors);
            }
            String why = window(comparison, tensor);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    /** Every tensor among the arguments of {@code pair}, by name. */
    public static Map<String, TensorSpec> tensors(Pair pair) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>();
        List<Argument> arguments = new ArrayList<>(pair.reference().arguments());
        if (!pair.isSingle()) {
            arguments.addAll(pair.candidate().arguments());
        }
        for (Argument argument : arguments) {
            if (argument instanceof Argument.Tensor t) {
                tensors.putIfAbsent(t.tensor().name(), t.tensor());
            }
        }
        return tensors;
    }

    private static String unknownTensor(String name, Map<String, TensorSpec> tensors) {
        String nearest = Nearest.to(name, tensors.keySet());
        return "compare: no argument is a tensor named "
                + name
                + (nearest != null
                        ? ", did you mean " + nearest
                        : "; there are " + String.join(", ", tensors.keySet()));
    }

    private static String window(Comparison comparison, TensorSpec tensor) {
        if (comparison.window().isEmpty()) {
            return null;
        }
        if (comparison.window().size() != tensor.shape().size()) {
            return "window of "
                    + tensor.name()
                    + ": expected "
                    + tensor.shape().size()
                    + " ranges, found "
                    + comparison.window().size();
        }
        for (int d = 0; d < tensor.shape().size(); d++) {
            Comparison.Range range = comparison.window().get(d);
            if (range.low() < 0
                    || range.low() >= range.high()
                    || range.high() > tensor.shape().get(d)) {
                return "window of "
                        + tensor.name()
                        + ": ["
                        + range.low()
                        + ", "
                        + range.high()
                        + ") is not a range inside [0, "
                        + tensor.shape().get(d)
                        + ")";
            }
        }
        return null;
    }
}
