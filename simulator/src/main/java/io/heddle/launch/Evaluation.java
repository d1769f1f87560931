package io.heddle.launch;

import io.heddle.finding.LaunchException;
import io.heddle.spec.BoundFormula;
import io.heddle.spec.Formula;
import io.heddle.spec.Output;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.ElementFacts;
import io.heddle.spec.index.ElementRange;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A formula, evaluated for the tensors of the launch that it is compared with: those of the names
 * of its inputs are its inputs, and its definitions are the contents of the launch's outputs.
 */
public final class Evaluation implements Computation {
    private final BoundFormula formula;
    private final List<Argument> arguments;
    private final Map<Input, TensorSpec> inputs = new LinkedHashMap<>();
    private final Map<TensorSpec, Definition> outputs = new LinkedHashMap<>();

    private Evaluation(BoundFormula formula, List<Argument> arguments) {
        this.formula = formula;
        this.arguments = List.copyOf(arguments);
    }

    /**
     * The formula with a launch's arguments.
     *
     * @throws LaunchException if it does not fit them
     * @throws FormulaException if it is wrong for their shapes
     */
    public static Evaluation of(Formula formula, List<Argument> arguments) {
        return of(formula, arguments, Map.of());
    }

    /**
     * The same with dims.
     *
     * @param dims by name, beside those that the shapes of tensors give
     */
    public static Evaluation of(Formula formula, List<Argument> arguments, Map<String, Long> dims) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>();
        Map<String, ElementType> scalars = new HashMap<>();
        arguments.stream()
                .flatMap(Argument::parts)
                .forEach(
                        a -> {
                            if (a instanceof Argument.Tensor t) {
                                tensors.putIfAbsent(t.tensor().name(), t.tensor());
                            } else if (a instanceof Argument.SymbolicScalar s) {
                                scalars.put(s.name(), s.type());
                            }
                        });
        Map<String, List<Integer>> shapes = new HashMap<>();
        tensors.forEach((name, t) -> shapes.put(name, t.shape()));
        BoundFormula bound = formula.bind(shapes, dims);
        bound.ranges().forEach((in, range) -> tensors.computeIfPresent(in.name(), narrowed(range)));
        Evaluation checks = new Evaluation(bound, arguments);
        for (Input input : bound.inputs().values()) {
            TensorSpec tensor = tensors.get(input.name());
            checks.check(input, tensor, scalars.get(input.name()));
            if (tensor != null) {
                checks.checkAssumed(input, tensor);
                ElementFacts facts = bound.facts().get(input);
                if (facts != null && facts.range() != null) {
                    tensors.computeIfPresent(input.name(), narrowed(facts.range()));
                }
            } else if (bound.facts().containsKey(input) || bound.ranges().containsKey(input)) {
                throw checks.wrong(
                        "it assumes something of the scalar "
                                + input.name()
                                + "; assumptions are about tensors");
            }
        }
        Evaluation made =
                new Evaluation(bound, arguments.stream().map(a -> a.with(tensors)).toList());
        for (Input input : bound.inputs().values()) {
            if (tensors.containsKey(input.name())) {
                made.inputs.put(input, tensors.get(input.name()));
            }
        }
        made.outputs(tensors.values());
        return made;
    }

    /** A tensor in the range that it has and that a formula assumes. */
    private static BiFunction<String, TensorSpec, TensorSpec> narrowed(ElementRange range) {
        return (name, t) -> {
            Rational low = max(t.low(), range.low());
            Rational high = negated(max(negated(t.high()), negated(range.high())));
            if (low != null && high != null && low.compareTo(high) > 0) {
                throw new LaunchException(
                        "no " + name + " is in its range and in that which the formula assumes");
            }
            return t.within(low, high);
        };
    }

    private static Rational max(Rational a, Rational b) {
        return a == null || b != null && b.compareTo(a) > 0 ? b : a;
    }

    private static Rational negated(Rational a) {
        return a == null ? null : a.negate();
    }

    private void check(Input input, TensorSpec tensor, ElementType scalar) {
        if (tensor == null && (scalar == null || !input.shape().isEmpty())) {
            throw wrong(
                    input.shape().isEmpty()
                            ? "no argument is named "
                                    + input.name()
                                    + "; a scalar is given as sym:"
                                    + input.name()
                                    + ":"
                                    + input.type().spelling()
                                    + ", or has its value in the formula, "
                                    + input.name()
                                    + ": f32 = 0.5"
                            : "no argument is a tensor named " + input.name());
        }
        ElementType type = tensor == null ? scalar : tensor.type();
        if (type != input.type()) {
            throw wrong(
                    input.name()
                            + " is "
                            + input.type().spelling()
                            + " here and "
                            + type.spelling()
                            + " among the arguments");
        }
        if (tensor != null && tensor.init() instanceof TensorSpec.Init.Undefined) {
            throw wrong(input.name() + " is an input here, but an out tensor of the kernel");
        }
    }

    /** Refuses assumptions that what the argument says of the tensor does not admit. */
    private void checkAssumed(Input input, TensorSpec tensor) {
        ElementFacts facts = formula.facts().get(input);
        boolean isOpen = tensor.init() instanceof TensorSpec.Init.Symbolic;
        if (facts != null && (!isOpen || tensor.distinct())) {
            throw wrong(
                    "it assumes something of single elements of "
                            + input.name()
                            + ", whose argument "
                            + (isOpen ? "says that all differ" : "gives its contents"));
        }
        for (int i = 0; facts != null && i < facts.size(); i++) {
            Rational constant = facts.constant(i);
            List<Rational> values = constant == null ? facts.values(i) : List.of(constant);
            for (Rational value : values) {
                checkInRange(tensor, i, value, "which it assumes to be ");
            }
        }
        if (!isOpen && formula.ranges().containsKey(input)) {
            for (int i = 0; i < tensor.size(); i++) {
                checkInRange(tensor, i, contents(tensor.init(), i), "which is given as ");
            }
        }
    }

    private static Rational contents(TensorSpec.Init init, int i) {
        if (init instanceof TensorSpec.Init.Iota) {
            return Rational.of(i);
        }
        if (init instanceof TensorSpec.Init.Values v) {
            return v.special(i) == null ? v.values().get(i) : null;
        }
        return Rational.ZERO;
    }

    private void checkInRange(TensorSpec t, int i, Rational value, String how) {
        boolean isIn =
                value != null
                        && (t.low() == null || t.low().compareTo(value) <= 0)
                        && (t.high() == null || t.high().compareTo(value) >= 0);
        if (!isIn) {
            throw wrong(
                    t.symbol().element(i)
                            + ", "
                            + how
                            + (value == null ? "no number" : value)
                            + ", is not in the range of "
                            + t.name()
                            + ", "
                            + range(t));
        }
    }

    private static String range(TensorSpec t) {
        return (t.low() == null ? "(-inf" : "[" + t.low())
                + ", "
                + (t.high() == null ? "inf)" : t.high() + "]");
    }

    private void outputs(Iterable<TensorSpec> tensors) {
        List<TensorSpec> written = new ArrayList<>();
        for (TensorSpec t : tensors) {
            if (t.isOutput()) {
                written.add(t);
            }
        }
        for (TensorSpec t : written) {
            Optional<Definition> definition = formula.output(t.name(), written.size() == 1);
            if (definition.isPresent()) {
                checkType(definition.get(), t);
                outputs.put(t, fitting(definition.get(), t));
            }
        }
        if (outputs.isEmpty()) {
            throw wrong(
                    "it defines none of the kernel's outputs "
                            + written.stream().map(TensorSpec::name).toList());
        }
    }

    /** Refuses a tensor of another type than the formula states for its definition. */
    private void checkType(Definition d, TensorSpec t) {
        for (Output declared : formula.declaredOutputs().values()) {
            if (declared.definition() == d && declared.type() != t.type()) {
                throw wrong(
                        d.name()
                                + " is "
                                + declared.type().spelling()
                                + " here, "
                                + t.name()
                                + " among the arguments "
                                + t.type().spelling());
            }
        }
    }

    private Definition fitting(Definition d, TensorSpec t) {
        boolean fits =
                d.shape().size() == t.shape().size()
                        ? d.shape().equals(t.shape())
                        : d.size() == t.size();
        if (!fits) {
            throw wrong(
                    d.name()
                            + " has the shape "
                            + d.shape()
                            + " here, "
                            + t.name()
                            + " among the arguments "
                            + t.shape());
        }
        return d;
    }

    private LaunchException wrong(String message) {
        return new LaunchException(formula.formula().file() + ": " + message);
    }

    /** The formula for the shapes of the tensors. */
    public BoundFormula formula() {
        return formula;
    }

    /** The tensor of each input that is one; the others are symbolic scalars. */
    public Map<Input, TensorSpec> inputs() {
        return new LinkedHashMap<>(inputs);
    }

    /** The definition of each output that the formula defines. */
    public Map<TensorSpec, Definition> outputs() {
        return new LinkedHashMap<>(outputs);
    }

    /** What the formula assumes of single elements of tensors, by name. */
    public Map<String, ElementFacts> facts() {
        Map<String, ElementFacts> facts = new LinkedHashMap<>();
        formula.facts().forEach((input, f) -> facts.put(input.name(), f));
        return facts;
    }

    /** What launches compute, of tensors within the ranges that the formula assumes. */
    public Computation narrowed(Computation computation) {
        Map<String, TensorSpec> own = new LinkedHashMap<>();
        tensors().forEach(t -> own.put(t.name(), t));
        return LaunchSequence.of(
                computation.launches().stream().map(launch -> launch.with(own)).toList());
    }

    @Override
    public List<Launch> launches() {
        return List.of();
    }

    @Override
    public List<Argument> arguments() {
        return arguments;
    }

    @Override
    public List<Symbol> inputVariables() {
        return List.of();
    }
}
