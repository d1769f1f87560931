package io.heddle.spec.index;

import io.heddle.term.LimitExceededException;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Computes elements of definitions without any rounding, where they are arithmetic of rational
 * numbers: a product of two integers of 32 bits has more digits than a double.
 */
public final class ExactEvaluator {
    private static final int CLOCK_INTERVAL = 1 << 12; // operations
    private static final int MOST_BITS = 1 << 12; // of a number

    private final Map<Input, LongFunction<Rational>> inputs;
    private final long mostOperations;
    private final Runnable clock;
    private final Map<Definition, Map<Long, Rational>> known = new HashMap<>();
    private long operations;
    private int depth; // of operations in one another

    /**
     * An evaluator.
     *
     * @param inputs the value of each input's element at a row-major index; null where it is no
     *     number
     * @param mostOperations how many there may be
     * @param clock throws something when the time is up; called now and then
     */
    public ExactEvaluator(
            Map<Input, LongFunction<Rational>> inputs, long mostOperations, Runnable clock) {
        this.inputs = new HashMap<>(inputs);
        this.mostOperations = mostOperations;
        this.clock = clock;
    }

    /**
     * The value of an element of {@code definition}; empty if it is no integer, or not arithmetic
     * alone, or not defined.
     *
     * @throws LimitExceededException if there are too many operations
     */
    public Optional<BigInteger> integer(Definition definition, long flat) {
        depth = 0;
        try {
            Rational value = element(definition, flat);
            return value.isInteger() ? Optional.of(value.numerator()) : Optional.empty();
        } catch (InexactException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** A number is not rational, or not defined. */
    private static final class InexactException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InexactException() {
            super(null, null, false, false);
        }
    }

    private Rational element(Source source, long flat) {
        if (source instanceof Input input) {
            return checked(inputs.get(input).apply(flat));
        }
        Definition definition = (Definition) source;
        Map<Long, Rational> elements = known.computeIfAbsent(definition, d -> new HashMap<>());
        Rational element = elements.get(flat);
        if (element == null) {
            element = value(definition.body(), definition.frame(flat));
            elements.put(flat, element);
        }
        return element;
    }

    private static Rational checked(Rational value) {
        if (value == null
                || value.numerator().bitLength() + value.denominator().bitLength() > MOST_BITS) {
            throw new InexactException();
        }
        return value;
    }

    private void step() {
        if (operations % CLOCK_INTERVAL == 0) {
            clock.run();
        }
        if (++operations > mostOperations) {
            throw new LimitExceededException(mostOperations + " operations of the formula");
        }
    }

    private Rational value(Real e, long[] frame) {
        step();
        if (++depth > Definition.DEEPEST) {
            throw Definition.tooDeep();
        }
        Rational value = checked(operation(e, frame));
        depth--;
        return value;
    }

    private Rational operation(Real e, long[] frame) {
        if (e instanceof Real.Exact x) {
            return x.value();
        } else if (e instanceof Real.Decimal d) {
            return Rational.ofExact(d.value());
        } else if (e instanceof Real.OfInt i) {
            return Rational.of(i.integer().value(frame));
        } else if (e instanceof Real.Read read) {
            long flat = Reading.flat(read, frame);
            return flat < 0 ? value(read.padding(), frame) : element(read.source(), flat);
        } else if (e instanceof Real.Add a) {
            return value(a.a(), frame).add(value(a.b(), frame));
        } else if (e instanceof Real.Subtract s) {
            return value(s.a(), frame).subtract(value(s.b(), frame));
        } else if (e instanceof Real.Multiply m) {
            return value(m.a(), frame).multiply(value(m.b(), frame));
        } else if (e instanceof Real.Divide d) {
            return value(d.a(), frame).divide(value(d.b(), frame));
        } else if (e instanceof Real.Power p) {
            return value(p.a(), frame).pow(p.n());
        } else if (e instanceof Real.Modulo m) {
            Rational b = value(m.b(), frame);
            Rational a = value(m.a(), frame);
            return a.subtract(b.multiply(Rational.of(a.divide(b).floor())));
        } else if (e instanceof Real.Apply a) {
            return applied(a.function(), value(a.a(), frame));
        } else if (e instanceof Real.Extremum x) {
            return extremum(x.isMax(), value(x.a(), frame), value(x.b(), frame));
        } else if (e instanceof Real.Choice c) {
            return value(c.guard().holds(frame) ? c.a() : c.b(), frame);
        } else if (e instanceof Real.Reduce r) {
            return reduced(r, frame);
        }
        throw new InexactException();
    }

    private static Rational applied(RealFunction function, Rational a) {
        return switch (function) {
            case ABS -> a.abs();
            case FLOOR -> Rational.of(a.floor());
            default -> throw new InexactException();
        };
    }

    private static Rational extremum(boolean isMax, Rational a, Rational b) {
        return a.compareTo(b) < 0 == isMax ? b : a;
    }

    private Rational reduced(Real.Reduce r, long[] frame) {
        Rational value =
                switch (r.reduction()) {
                    case SUM -> Rational.ZERO;
                    case PROD -> Rational.ONE;
                    case MAX, MIN -> null;
                    case ARGMAX, ARGMIN -> throw new InexactException();
                };
        Iteration indices = new Iteration(r, frame, this::step);
        while (indices.next()) {
            Rational next = value(r.body(), frame);
            switch (r.reduction()) {
                case SUM -> value = value.add(next);
                case PROD -> value = value.multiply(next);
                default -> {
                    boolean isMax = r.reduction() == Reduction.MAX;
                    value = value == null ? next : extremum(isMax, value, next);
                }
            }
        }
        return checked(value);
    }
}
