package io.heddle.spec.index;

import io.heddle.term.LimitExceededException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/**
 * Computes the elements of definitions for given numbers, each once: in doubles that do not
 * overflow.
 */
public final class NumberEvaluator {
    private static final int CLOCK_INTERVAL = 1 << 12; // operations
    private static final int LARGE = 1 << 22; // elements of a definition; of more few are asked for

    private final Map<Input, LongToDoubleFunction> inputs;
    private final Set<Domain> toOne;
    private final long mostOperations;
    private final Runnable clock;
    private final Map<Definition, Wide[]> known = new HashMap<>();
    private final Map<Definition, Map<Long, Wide>> knownOfLarge = new HashMap<>();
    private long operations;
    private int depth; // of operations in one another

    /**
     * An evaluator without a limit of time.
     *
     * @param inputs the value of each input's element at a row-major index
     * @param toOne outside of these domains a result is 1, outside of others it is no number
     * @param mostOperations how many there may be
     */
    public NumberEvaluator(
            Map<Input, LongToDoubleFunction> inputs, Set<Domain> toOne, long mostOperations) {
        this(inputs, toOne, mostOperations, () -> {});
    }

    /**
     * An evaluator.
     *
     * @param clock throws something when the time is up; called now and then
     */
    public NumberEvaluator(
            Map<Input, LongToDoubleFunction> inputs,
            Set<Domain> toOne,
            long mostOperations,
            Runnable clock) {
        this.clock = clock;
        this.mostOperations = mostOperations;
        this.inputs = new HashMap<>(inputs);
        this.toOne = EnumSet.noneOf(Domain.class);
        this.toOne.addAll(toOne);
    }

    /**
     * The value of an element of {@code definition}, rounded to a double.
     *
     * @throws LimitExceededException if there are too many operations
     */
    public double element(Definition definition, long flat) {
        depth = 0;
        try {
            return wide(definition, flat).toDouble();
        } catch (ArithmeticException e) {
            throw new LimitExceededException("64 bits of an integer in " + definition.name());
        }
    }

    /** How many operations there have been. */
    public long operations() {
        return operations;
    }

    private Wide wide(Definition definition, long flat) {
        if (definition.size() > LARGE) {
            Map<Long, Wide> elements =
                    knownOfLarge.computeIfAbsent(definition, d -> new HashMap<>());
            Wide known = elements.get(flat);
            if (known == null) {
                known = computed(definition, flat);
                elements.put(flat, known);
            }
            return known;
        }
        Wide[] elements = known.computeIfAbsent(definition, d -> new Wide[d.elements()]);
        int i = (int) flat;
        if (elements[i] == null) {
            elements[i] = computed(definition, flat);
        }
        return elements[i];
    }

    private Wide computed(Definition definition, long flat) {
        try {
            return value(definition.body(), definition.frame(flat));
        } catch (ArithmeticException e) {
            throw Reading.tooLarge(definition);
        }
    }

    private void step() {
        if (operations % CLOCK_INTERVAL == 0) {
            clock.run();
        }
        if (++operations > mostOperations) {
            throw new LimitExceededException(mostOperations + " operations of the formula");
        }
    }

    private Wide value(Real e, long[] frame) {
        step();
        if (++depth > Definition.DEEPEST) {
            throw Definition.tooDeep();
        }
        Wide value = operation(e, frame);
        depth--;
        return value;
    }

    private Wide operation(Real e, long[] frame) {
        if (e instanceof Real.Read read) {
            return read(read, frame);
        } else if (e instanceof Real.Add a) {
            return value(a.a(), frame).plus(value(a.b(), frame));
        } else if (e instanceof Real.Subtract s) {
            return value(s.a(), frame).minus(value(s.b(), frame));
        } else if (e instanceof Real.Multiply m) {
            return value(m.a(), frame).times(value(m.b(), frame));
        } else if (e instanceof Real.Divide d) {
            return quotient(value(d.a(), frame), value(d.b(), frame));
        } else if (e instanceof Real.Power p) {
            return power(value(p.a(), frame), p.n());
        } else if (e instanceof Real.Apply a) {
            return applied(a.function(), value(a.a(), frame));
        } else if (e instanceof Real.Extremum x) {
            return extremum(x.isMax(), value(x.a(), frame), value(x.b(), frame));
        } else if (e instanceof Real.Choice c) {
            return value(c.guard().holds(frame) ? c.a() : c.b(), frame);
        } else if (e instanceof Real.DataChoice c) {
            long left = Math.round(value(c.left(), frame).toDouble());
            long right = Math.round(value(c.right(), frame).toDouble());
            return value(c.relation().holds(left, right) ? c.a() : c.b(), frame);
        } else if (e instanceof Real.Checked c) {
            c.integers().forEach(i -> i.value(frame));
            return value(c.a(), frame);
        } else if (e instanceof Real.Modulo m) {
            Wide b = value(m.b(), frame);
            return modulo(value(m.a(), frame), b);
        } else if (e instanceof Real.Reduce r) {
            return reduced(r, frame);
        } else if (e instanceof Real.Gathered g) {
            return gathered(g, frame);
        }
        return Wide.of(constant(e, frame));
    }

    private static double constant(Real e, long[] frame) {
        if (e instanceof Real.Exact x) {
            return x.value().doubleValue();
        } else if (e instanceof Real.Decimal d) {
            return d.value();
        } else if (e instanceof Real.Pi) {
            return Math.PI;
        } else if (e instanceof Real.Infinity i) {
            return i.negative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        } else if (e instanceof Real.OfInt i) {
            return i.integer().value(frame);
        }
        throw new AssertionError(e);
    }

    private Wide read(Real.Read read, long[] frame) {
        long flat = Reading.flat(read, frame);
        if (flat < 0) {
            return value(read.padding(), frame);
        }
        return element(read.source(), flat);
    }

    private Wide element(Source source, long flat) {
        return source instanceof Definition d
                ? wide(d, flat)
                : Wide.of(inputs.get((Input) source).applyAsDouble(flat));
    }

    private Wide gathered(Real.Gathered g, long[] frame) {
        long[] index = new long[g.index().size()];
        for (int d = 0; d < index.length; d++) {
            index[d] = Math.round(value(g.index().get(d), frame).toDouble());
        }
        long flat = g.source().flat(index);
        if (flat < 0) {
            throw new FormulaException(
                    g.place(), "data lead out of " + g.source().name() + " " + g.source().shape());
        }
        return element(g.source(), flat);
    }

    // ---------------------------------------------------------------- operations

    private Wide outside(Domain domain) {
        return toOne.contains(domain) ? Wide.ONE : Wide.NAN;
    }

    private Wide quotient(Wide a, Wide b) {
        return b.isZero() ? outside(Domain.DIVISION) : a.over(b);
    }

    private Wide modulo(Wide a, Wide b) {
        double floor = Math.floor(quotient(a, b).toDouble());
        return a.minus(b.times(Wide.of(floor)));
    }

    private Wide power(Wide a, int n) {
        if (n == 0 && Double.isNaN(a.m())) {
            return a; // x ** 0 is 1 where x is a number
        }
        Wide power = Wide.ONE;
        for (int k = 0; k < Math.abs(n); k++) {
            power = power.times(a);
        }
        return n < 0 ? quotient(Wide.ONE, power) : power;
    }

    private Wide applied(RealFunction function, Wide a) {
        return switch (function) {
            case EXP -> a.exp();
            case LOG -> log(a);
            case SQRT -> a.signum() < 0 ? outside(Domain.ROOT) : a.sqrt();
            case TANH -> Wide.of(Math.tanh(a.toDouble()));
            case ERF -> Wide.of(ErrorFunction.of(a.toDouble()));
            case SIN -> Wide.of(Math.sin(a.toDouble()));
            case COS -> Wide.of(Math.cos(a.toDouble()));
            case ABS -> a.abs();
            case FLOOR -> Wide.of(Math.floor(a.toDouble()));
        };
    }

    /** The logarithm, which of 0 is −∞, as of the sum of nothing. */
    private Wide log(Wide a) {
        boolean isDefined = a.signum() > 0 || a.isZero() && !toOne.contains(Domain.LOGARITHM);
        return isDefined ? a.log() : outside(Domain.LOGARITHM);
    }

    /** The greater or the lesser; NaN if one is. */
    private static Wide extremum(boolean isMax, Wide a, Wide b) {
        if (Double.isNaN(a.m()) || Double.isNaN(b.m())) {
            return Wide.NAN;
        }
        return a.isLess(b) == isMax ? b : a;
    }

    private Wide reduced(Real.Reduce r, long[] frame) {
        Wide value =
                switch (r.reduction()) {
                    case SUM -> Wide.ZERO;
                    case PROD -> Wide.ONE;
                    case MAX -> Wide.of(Double.NEGATIVE_INFINITY);
                    case MIN -> Wide.of(Double.POSITIVE_INFINITY);
                    case ARGMAX, ARGMIN -> null;
                };
        Wide at = Wide.NAN;
        Iteration indices = new Iteration(r, frame, this::step);
        while (indices.next()) {
            Wide next = value(r.body(), frame);
            switch (r.reduction()) {
                case SUM -> value = value.plus(next);
                case PROD -> value = value.times(next);
                case MAX, MIN -> value = extremum(r.reduction() == Reduction.MAX, value, next);
                case ARGMAX, ARGMIN -> {
                    boolean isMax = r.reduction() == Reduction.ARGMAX;
                    if (value == null || (isMax ? value.isLess(next) : next.isLess(value))) {
                        value = next;
                        at = Wide.of((double) frame[r.ranges().get(0).slot()]);
                    }
                }
            }
        }
        if (value == null) {
            throw r.ofNothing();
        }
        return r.reduction().isIndex() ? at : value;
    }
}
