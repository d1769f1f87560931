package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Elements;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.Domain;
import io.heddle.spec.index.ExactEvaluator;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.NumberEvaluator;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat.Kind;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;

/**
 * Evaluates a formula in doubles that do not overflow. Elements are rounded once, to their type. Of
 * the options the repairs of what is outside of domains count, and the limits.
 */
final class FormulaRuns implements ConcreteSide {
    private final Evaluation evaluation;
    private final Map<TensorSpec, TensorContents> prescribed = new HashMap<>();

    FormulaRuns(Evaluation evaluation) {
        this.evaluation = evaluation;
        for (TensorSpec t : evaluation.inputs().values()) {
            TensorContents.prescribed(t).ifPresent(c -> prescribed.put(t, c));
        }
    }

    @Override
    public Computation computation() {
        return evaluation;
    }

    @Override
    public List<Dim3> blocks() {
        return List.of();
    }

    @Override
    public ReplayResult run(Inputs inputs, ReplayOptions options, List<Dim3> blocks) {
        RunClock clock = new RunClock(options.deadline());
        NumberEvaluator evaluator =
                evaluator(
                        evaluation,
                        tensor -> contents(tensor, inputs),
                        inputs,
                        domains(options),
                        options.maxInstructions(),
                        clock::check);
        ExactEvaluator integers =
                new ExactEvaluator(exactly(inputs), options.maxInstructions(), clock::check);
        Map<String, TensorContents> results = new LinkedHashMap<>();
        for (TensorSpec input : evaluation.inputs().values()) {
            results.put(input.name(), contents(input, inputs)); // no formula changes it
        }
        try {
            for (Map.Entry<TensorSpec, Definition> output : evaluation.outputs().entrySet()) {
                TensorSpec tensor = output.getKey();
                long[] bits = new long[Math.toIntExact(tensor.size())];
                for (int i = 0; i < bits.length; i++) {
                    double value = evaluator.element(output.getValue(), i);
                    Optional<BigInteger> integer =
                            tensor.type().isFloat()
                                    ? Optional.empty()
                                    : integers.integer(output.getValue(), i)
                                            .filter(n -> fits(n, tensor.type()));
                    bits[i] =
                            integer.isPresent()
                                    ? integer.get().longValue() & Bits.mask(tensor.type().bits())
                                    : bits(value, tensor.type());
                }
                results.put(tensor.name(), TensorContents.ofBits(tensor.type(), bits));
            }
        } catch (FormulaException e) {
            return new ReplayResult.Stopped(
                    ReplayResult.Reason.OUT_OF_BOUNDS, e.getMessage(), null);
        } catch (StopException e) {
            return new ReplayResult.Stopped(e.reason(), e.getMessage(), null);
        } catch (LimitExceededException e) {
            return new ReplayResult.Stopped(
                    ReplayResult.Reason.BUDGET, "more than " + e.getMessage(), null);
        }
        return new ReplayResult.Finished(results, evaluator.operations());
    }

    private static boolean fits(BigInteger integer, ElementType type) {
        Rational n = Rational.of(integer);
        return n.compareTo(type.minInteger()) >= 0 && n.compareTo(type.maxInteger()) <= 0;
    }

    /** The inputs' elements without rounding; null where they are no numbers. */
    private Map<Input, LongFunction<Rational>> exactly(Inputs inputs) {
        Map<Input, LongFunction<Rational>> given = new HashMap<>();
        for (Input input : evaluation.formula().inputs().values()) {
            TensorSpec tensor = evaluation.inputs().get(input);
            if (tensor == null) {
                given.put(input, flat -> inputs.scalars().get(input.name()));
            } else {
                TensorContents of = contents(tensor, inputs);
                given.put(
                        input,
                        flat ->
                                tensor.type().isFloat()
                                        ? exactly(of.value((int) flat))
                                        : integer(of.bits((int) flat), tensor.type()));
            }
        }
        return given;
    }

    private static Rational exactly(double value) {
        return Double.isFinite(value) ? Rational.ofExact(value) : null;
    }

    private static Rational integer(long bits, ElementType type) {
        BigInteger value = BigInteger.valueOf(bits & Bits.mask(type.bits()));
        value = value.signum() < 0 ? value.add(BigInteger.ONE.shiftLeft(Long.SIZE)) : value;
        return Rational.of(
                fits(value, type) ? value : value.subtract(BigInteger.ONE.shiftLeft(type.bits())));
    }

    private TensorContents contents(TensorSpec tensor, Inputs inputs) {
        return prescribed.getOrDefault(tensor, inputs.tensors().get(tensor.name()));
    }

    /**
     * Evaluates the formula's definitions for some inputs.
     *
     * @param contents of tensors
     * @param toOne outside of these domains a result is 1
     * @param most operations
     * @param clock is looked at now and then
     */
    static NumberEvaluator evaluator(
            Evaluation evaluation,
            Function<TensorSpec, TensorContents> contents,
            Inputs inputs,
            Set<Domain> toOne,
            long most,
            Runnable clock) {
        Map<Input, LongToDoubleFunction> given = new HashMap<>();
        for (Input input : evaluation.formula().inputs().values()) {
            TensorSpec tensor = evaluation.inputs().get(input);
            if (tensor == null) {
                double value = inputs.scalars().get(input.name()).doubleValue();
                given.put(input, flat -> value);
            } else {
                TensorContents of = contents.apply(tensor);
                given.put(input, flat -> of.value((int) flat));
            }
        }
        return new NumberEvaluator(given, toOne, most, clock);
    }

    private static long bits(double value, ElementType type) {
        if (Double.isInfinite(value) && type.isFloat()) {
            Kind kind = value > 0 ? Kind.POSITIVE_INFINITY : Kind.NEGATIVE_INFINITY;
            return type.format().pattern(kind).orElseGet(() -> Elements.nearestBits(value, type));
        }
        return Elements.nearestBits(value, type);
    }

    /** The domains outside which results become one. */
    private static Set<Domain> domains(ReplayOptions options) {
        Set<Domain> domains = EnumSet.noneOf(Domain.class);
        options.repair().domains().forEach(d -> domains.add(Domain.valueOf(d.name())));
        return domains;
    }

    @Override
    public boolean isLiftable() {
        return false;
    }

    @Override
    public Map<Observations.Site, Map<Long, Decisions>> takeObservations() {
        return Map.of();
    }
}
