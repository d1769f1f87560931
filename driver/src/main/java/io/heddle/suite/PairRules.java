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
import java.util.Objects;
import java.util.Optional;

/** Checks a pair before any work: names agree on both sides, comparisons make sense. */
public final class PairRules {
    private static final long MOST_CTAS = 1L << 24;

    private PairRules() {}

    /**
     * A rule that a pair breaks.
     *
     * @param part what of the pair breaks it
     * @param message what is wrong, for a user
     */
    public record Violation(Part part, String message) {}

    /** A part of a pair, as suites write it. */
    public enum Part {
        /** The arguments of a side. */
        ARGUMENTS,
        /** The launch of a side. */
        SIDES,
        /** What is compared, and its windows. */
        COMPARE
    }

    /**
     * Why {@code pair} cannot be checked; empty if it can be.
     *
     * @param pair a pair with all its arguments
     */
    public static Optional<Violation> violation(Pair pair) {
        return sides(pair).or(() -> comparisons(pair).map(m -> new Violation(Part.COMPARE, m)));
    }

    private static Optional<Violation> sides(Pair pair) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>();
        Map<String, ElementType> scalars = new LinkedHashMap<>();
        for (Side side : pair.isSingle() ? List.of(pair.reference()) : both(pair)) {
            Map<String, TensorSpec> own = new LinkedHashMap<>();
            for (Argument argument : parts(side)) {
                Optional<String> why = Optional.empty();
                if (argument instanceof Argument.Tensor t) {
                    why = tensor(t.tensor(), own, tensors, scalars);
                } else if (argument instanceof Argument.SymbolicScalar s) {
                    why = scalar(s, tensors, scalars);
                }
                if (why.isPresent()) {
                    return Optional.of(new Violation(Part.ARGUMENTS, why.get()));
                }
            }
            for (Side launch : side.launches()) {
                Optional<String> why = cta(launch);
                if (why.isPresent()) {
                    return Optional.of(new Violation(Part.SIDES, why.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** The arguments of a side, and the fields of its aggregates. */
    private static List<Argument> parts(Side side) {
        return side.allArguments().stream().flatMap(Argument::parts).toList();
    }

    private static List<Side> both(Pair pair) {
        return List.of(pair.reference(), pair.candidate());
    }

    private static Optional<String> tensor(
            TensorSpec t,
            Map<String, TensorSpec> own,
            Map<String, TensorSpec> all,
            Map<String, ElementType> scalars) {
        if (scalars.containsKey(t.name())) {
            return Optional.of(t.name() + " is both a tensor and a symbolic scalar");
        }
        TensorSpec same = own.putIfAbsent(t.name(), t);
        if (same != null && !same.equals(t)) {
            return Optional.of(
                    t.name() + " stands for one buffer, but is declared in two ways on one side");
        }
        TensorSpec other = all.putIfAbsent(t.name(), t);
        if (other != null && !agree(other, t)) {
            return Optional.of(
                    t.name()
                            + " must be the same on both sides: "
                            + Tensors.describe(other)
                            + " and "
                            + Tensors.describe(t)
                            + difference(other, t));
        }
        if (other != null && !haveSameContents(other, t)) {
            return Optional.of(t.name() + " must have the same contents on both sides");
        }
        return Optional.empty();
    }

    private static boolean haveSameContents(TensorSpec a, TensorSpec b) {
        return a.init().equals(b.init())
                || a.init() instanceof Init.Undefined
                || b.init() instanceof Init.Undefined;
    }

    private static boolean agree(TensorSpec a, TensorSpec b) {
        return a.symbol().equals(b.symbol());
    }

    /** What two tensors of one type and shape differ in; nothing if these say it. */
    private static String difference(TensorSpec a, TensorSpec b) {
        if (!Tensors.describe(a).equals(Tensors.describe(b))) {
            return "";
        }
        boolean sameRange = Objects.equals(a.low(), b.low()) && Objects.equals(a.high(), b.high());
        return sameRange ? ", of which one alone is distinct" : " with different ranges";
    }

    private static Optional<String> scalar(
            Argument.SymbolicScalar s,
            Map<String, TensorSpec> tensors,
            Map<String, ElementType> scalars) {
        if (tensors.containsKey(s.name())) {
            return Optional.of(s.name() + " is both a tensor and a symbolic scalar");
        }
        ElementType type = scalars.putIfAbsent(s.name(), s.type());
        return type == null || type == s.type()
                ? Optional.empty()
                : Optional.of(
                        s.name()
                                + " must have one type, has "
                                + type.spelling()
                                + " and "
                                + s.type().spelling());
    }

    private static Optional<String> cta(Side side) {
        Dim3 cta = side.cta();
        Dim3 grid = side.grid();
        if (cta == null) {
            // the product of the first two fits a long
            long layer = (long) grid.x() * grid.y();
            return layer <= MOST_CTAS && layer * grid.z() <= MOST_CTAS
                    ? Optional.empty()
                    : Optional.of(
                            "a grid of "
                                    + grid
                                    + " is too large to be executed as a whole (more than 2^24"
                                    + " CTAs); name one CTA");
        }
        return (cta.x() < grid.x() && cta.y() < grid.y() && cta.z() < grid.z())
                ? Optional.empty()
                : Optional.of("CTA " + cta + " is outside the grid " + grid);
    }

    private static Optional<String> comparisons(Pair pair) {
        Map<String, TensorSpec> tensors = tensors(pair);
        for (Comparison comparison : pair.compare()) {
            TensorSpec tensor = tensors.get(comparison.tensor());
            if (tensor == null) {
                return Optional.of(unknownTensor(comparison.tensor(), tensors));
            }
            Optional<String> why = window(comparison, tensor);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    /** Every tensor among the arguments of {@code pair}, by name. */
    public static Map<String, TensorSpec> tensors(Pair pair) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>();
        List<Argument> arguments = new ArrayList<>(parts(pair.reference()));
        if (!pair.isSingle()) {
            arguments.addAll(parts(pair.candidate()));
        }
        for (Argument argument : arguments) {
            if (argument instanceof Argument.Tensor t) {
                tensors.putIfAbsent(t.tensor().name(), t.tensor());
            }
        }
        return tensors;
    }

    private static String unknownTensor(String name, Map<String, TensorSpec> tensors) {
        String nearest = NearestName.to(name, tensors.keySet());
        return "compare: no argument is a tensor named "
                + name
                + (nearest != null
                        ? ", did you mean " + nearest
                        : "; there are " + String.join(", ", tensors.keySet()));
    }

    private static Optional<String> window(Comparison comparison, TensorSpec tensor) {
        if (comparison.window().isEmpty()) {
            return Optional.empty();
        }
        if (comparison.window().size() != tensor.shape().size()) {
            return Optional.of(
                    "window of "
                            + tensor.name()
                            + ": expected "
                            + tensor.shape().size()
                            + " ranges, found "
                            + comparison.window().size());
        }
        for (int d = 0; d < tensor.shape().size(); d++) {
            Comparison.Range range = comparison.window().get(d);
            if (range.low() < 0
                    || range.low() >= range.high()
                    || range.high() > tensor.shape().get(d)) {
                return Optional.of(
                        "window of "
                                + tensor.name()
                                + ": ["
                                + range.low()
                                + ", "
                                + range.high()
                                + ") is not a range inside [0, "
                                + tensor.shape().get(d)
                                + ")");
            }
        }
        return Optional.empty();
    }
}
