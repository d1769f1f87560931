package io.heddle.spec.index;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.LimitExceededException;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongToIntFunction;

/**
 * Writes the elements of definitions into a term store, each once. Sums are chains of fma from left
 * to right, as a plain loop makes them, so that such kernels meet the formula in the same node.
 */
public final class TermEvaluator {
    private static final int CLOCK = 0xfff; // steps between two looks at the clock

    private final TermStore store;
    private final Map<Input, LongToIntFunction> inputs;
    private final Map<Input, Function> gathered;
    private final DataRanges ranges;
    private final long deadlineNanos;
    private int steps;
    private int depth; // of operations in one another
    private final Map<Definition, int[]> known = new HashMap<>(); // 0: not yet

    /**
     * @param inputs the term of each input's element at a row-major index
     * @param gathered the function that reads an input at an index that data decide; may lack
     *     inputs that are not read so
     * @param ranges of the elements of integer inputs
     * @param deadlineNanos when to stop, by the nanosecond clock
     */
    public TermEvaluator(
            TermStore store,
            Map<Input, LongToIntFunction> inputs,
            Map<Input, Function> gathered,
            Map<Input, ElementRange> ranges,
            long deadlineNanos) {
        this.ranges = new DataRanges(ranges);
        this.store = store;
        this.deadlineNanos = deadlineNanos;
        this.inputs = new HashMap<>(inputs);
        this.gathered = new HashMap<>(gathered);
    }

    /**
     * The term of an element of {@code definition}.
     *
     * @throws LimitExceededException if there are too many terms, or it is late
     */
    public int element(Definition definition, long flat) {
        depth = 0;
        try {
            return made(definition, flat);
        } catch (ArithmeticException e) {
            throw new LimitExceededException("64 bits of an integer in " + definition.name());
        }
    }

    private int made(Definition definition, long flat) {
        int[] elements = known.computeIfAbsent(definition, d -> new int[d.elements()]);
        int i = (int) flat;
        if (elements[i] == 0) {
            try {
                elements[i] = term(definition.body(), definition.frame(flat));
            } catch (ArithmeticException e) {
                throw Reading.tooLarge(definition);
            }
        }
        return elements[i];
    }

    private void step() {
        if ((++steps & CLOCK) == 0 && System.nanoTime() - deadlineNanos > 0) {
            throw new LimitExceededException("the time limit");
        }
    }

    private int term(Real e, long[] frame) {
        step();
        if (++depth > Definition.DEEPEST) {
            throw Definition.tooDeep();
        }
        int term = operation(e, frame);
        depth--;
        return term;
    }

    private int operation(Real e, long[] frame) {
        if (e instanceof Real.Read read) {
            return read(read, frame);
        } else if (e instanceof Real.Multiply m) {
            return store.mul(term(m.a(), frame), term(m.b(), frame));
        } else if (e instanceof Real.Add a) {
            return store.add(term(a.a(), frame), term(a.b(), frame));
        } else if (e instanceof Real.Subtract s) {
            return store.sub(term(s.a(), frame), term(s.b(), frame));
        } else if (e instanceof Real.Reduce r) {
            return r.reduction().isIndex() ? position(r, frame) : reduced(r, frame);
        } else if (e instanceof Real.Divide d) {
            return store.div(term(d.a(), frame), term(d.b(), frame));
        } else if (e instanceof Real.Power p) {
            return power(term(p.a(), frame), p.n());
        } else if (e instanceof Real.Apply a) {
            return applied(a.function(), term(a.a(), frame));
        } else if (e instanceof Real.Extremum x) {
            int a = term(x.a(), frame);
            int b = term(x.b(), frame);
            return x.isMax() ? store.max(a, b) : store.min(a, b);
        } else if (e instanceof Real.Choice c) {
            return term(c.guard().holds(frame) ? c.a() : c.b(), frame);
        } else if (e instanceof Real.DataChoice c) {
            int condition = compared(c.relation(), term(c.left(), frame), term(c.right(), frame));
            return store.ite(condition, term(c.a(), frame), term(c.b(), frame));
        } else if (e instanceof Real.Gathered g) {
            return gathered(g, frame);
        } else if (e instanceof Real.Checked c) {
            c.integers().forEach(i -> i.value(frame));
            return term(c.a(), frame);
        } else if (e instanceof Real.Modulo m) {
            return modulo(term(m.a(), frame), term(m.b(), frame));
        } else if (e instanceof Real.OfInt i) {
            return store.rational(Rational.of(i.integer().value(frame)));
        }
        return constant(e);
    }

    private int constant(Real e) {
        if (e instanceof Real.Exact x) {
            return store.rational(x.value());
        } else if (e instanceof Real.Decimal d) {
            return store.literal(
                    FloatFormat.F32, Integer.toUnsignedLong(Float.floatToRawIntBits(d.value())));
        } else if (e instanceof Real.Pi) {
            return store.constant(NamedConstant.PI);
        } else if (e instanceof Real.Infinity i) {
            return i.negative() ? store.negInf() : store.posInf();
        }
        throw new AssertionError(e);
    }

    private int read(Real.Read read, long[] frame) {
        long flat = Reading.flat(read, frame);
        if (flat < 0) {
            return term(read.padding(), frame);
        }
        return read.source() instanceof Definition d
                ? made(d, flat)
                : inputs.get((Input) read.source()).applyAsInt(flat);
    }

    /** An element at indices that data decide, each of which is shown to be in range. */
    private int gathered(Real.Gathered g, long[] frame) {
        Source source = g.source();
        int flat = store.zero();
        for (int d = 0; d < g.index().size(); d++) {
            int extent = source.shape().get(d);
            Real index = g.index().get(d);
            int term = term(index, frame);
            ElementRange range =
                    store.isRational(term)
                            ? new ElementRange(store.rationalValue(term), store.rationalValue(term))
                            : ranges.of(index, frame);
            if (!range.isIn(extent)) {
                throw new FormulaException(
                        g.place(),
                        "dimension "
                                + d
                                + " of "
                                + source.name()
                                + " has the extent "
                                + extent
                                + ", but data may lead out of it; assume(0 <= … < "
                                + extent
                                + ") states the range of an input");
            }
            flat = store.fma(flat, store.rational(Rational.of(extent)), term);
        }
        return source instanceof Input input
                ? store.apply(gathered.get(input), flat)
                : chosen((Definition) source, flat);
    }

    /** An element of a definition, by cases. */
    private int chosen(Definition definition, int flat) {
        int chosen = element(definition, definition.size() - 1);
        for (long i = definition.size() - 2; i >= 0; i--) {
            int isIt = store.eq(flat, store.rational(Rational.of(i)));
            chosen = store.ite(isIt, element(definition, i), chosen);
        }
        return chosen;
    }

    private int modulo(int a, int b) {
        return store.sub(a, store.mul(b, store.floor(store.div(a, b))));
    }

    private int compared(Relation relation, int a, int b) {
        return switch (relation) {
            case EQUAL -> store.eq(a, b);
            case DIFFERENT -> store.not(store.eq(a, b));
            case LESS -> store.lt(a, b);
            case AT_MOST -> store.le(a, b);
            case GREATER -> store.lt(b, a);
            case AT_LEAST -> store.le(b, a);
        };
    }

    private int power(int a, int n) {
        if (n == 0 && !store.isTotal(a)) {
            return store.add(store.one(), store.mul(store.zero(), a)); // keeps the domain of a
        }
        int power = store.one();
        for (int k = 0; k < Math.abs(n); k++) {
            power = store.mul(power, a);
        }
        return n < 0 ? store.div(store.one(), power) : power;
    }

    private int applied(RealFunction function, int a) {
        int log2e = store.constant(NamedConstant.LOG2_E);
        return switch (function) {
            case EXP -> store.exp2(store.mul(a, log2e));
            case LOG -> store.div(store.log2(a), log2e);
            case SQRT -> store.sqrt(a);
            case TANH -> store.apply(Function.TANH, a);
            case ERF -> store.apply(Function.ERF, a);
            case SIN -> store.apply(Function.SIN, a);
            case COS -> store.apply(Function.COS, a);
            case ABS -> store.abs(a);
            case FLOOR -> store.floor(a);
        };
    }

    private int reduced(Real.Reduce r, long[] frame) {
        int value =
                switch (r.reduction()) {
                    case SUM -> store.zero();
                    case PROD -> store.one();
                    case MAX -> store.negInf();
                    case MIN -> store.posInf();
                    case ARGMAX, ARGMIN -> throw new AssertionError(r.reduction());
                };
        Iteration indices = new Iteration(r, frame, this::step);
        while (indices.next()) {
            value = more(r, value, frame);
        }
        return value;
    }

    private int more(Real.Reduce r, int value, long[] frame) {
        if (r.reduction() == Reduction.SUM && r.body() instanceof Real.Multiply m) {
            return store.fma(term(m.a(), frame), term(m.b(), frame), value);
        }
        int next = term(r.body(), frame);
        return switch (r.reduction()) {
            case SUM -> store.add(value, next);
            case PROD -> store.mul(value, next);
            case MAX -> store.max(value, next);
            case MIN -> store.min(value, next);
            case ARGMAX, ARGMIN -> throw new AssertionError(r.reduction());
        };
    }

    /** The first index of the greatest or the least element. */
    private int position(Real.Reduce r, long[] frame) {
        List<Real.Range> ranges = r.ranges();
        int slot = ranges.get(0).slot();
        int best = 0;
        int at = 0;
        Iteration indices = new Iteration(r, frame, this::step);
        while (indices.next()) {
            int next = term(r.body(), frame);
            int index = store.rational(Rational.of(frame[slot]));
            if (best == 0) {
                best = next;
                at = index;
            } else {
                boolean isMax = r.reduction() == Reduction.ARGMAX;
                int better = isMax ? store.lt(best, next) : store.lt(next, best);
                at = store.ite(better, index, at);
                best = isMax ? store.max(best, next) : store.min(best, next);
            }
        }
        if (best == 0) {
            throw r.ofNothing();
        }
        return at;
    }
}
