package io.heddle.spec.index;

import io.heddle.term.Rational;
import java.util.HashMap;
import java.util.Map;

/** The ranges of integers that inputs decide: each holds all values that there may be. */
final class DataRanges {
    private final Map<Input, ElementRange> inputs;

    /**
     * @param inputs ranges of the elements of inputs
     */
    DataRanges(Map<Input, ElementRange> inputs) {
        this.inputs = new HashMap<>(inputs);
    }

    /** The range of {@code e} for the indices in {@code frame}; its ends are null if unknown. */
    ElementRange of(Real e, long[] frame) {
        if (e instanceof Real.Exact x) {
            return one(x.value());
        } else if (e instanceof Real.OfInt i) {
            return one(Rational.of(i.integer().value(frame)));
        } else if (e instanceof Real.Read r) {
            return read(r, frame);
        } else if (e instanceof Real.Gathered g) {
            return g.source() instanceof Input in ? input(in) : ElementRange.UNKNOWN;
        } else if (e instanceof Real.Add a) {
            return of(a.a(), frame).plus(of(a.b(), frame));
        } else if (e instanceof Real.Subtract s) {
            return of(s.a(), frame).plus(of(s.b(), frame).negate());
        } else if (e instanceof Real.Multiply m) {
            return product(of(m.a(), frame), of(m.b(), frame));
        } else if (e instanceof Real.Checked c) {
            return of(c.a(), frame);
        } else if (e instanceof Real.Modulo m) {
            return modulo(of(m.b(), frame));
        } else if (e instanceof Real.Apply a && a.function() == RealFunction.FLOOR) {
            return floor(a.a(), frame);
        } else if (e instanceof Real.Extremum x) {
            return extremum(x.isMax(), of(x.a(), frame), of(x.b(), frame));
        } else if (e instanceof Real.Choice c) {
            return of(c.guard().holds(frame) ? c.a() : c.b(), frame);
        } else if (e instanceof Real.DataChoice c) {
            return of(c.a(), frame).or(of(c.b(), frame));
        } else if (e instanceof Real.Reduce r && r.reduction().isIndex()) {
            Rational last = Rational.of(r.ranges().get(0).extent().value(frame) - 1);
            return new ElementRange(Rational.ZERO, last);
        }
        return ElementRange.UNKNOWN;
    }

    private ElementRange read(Real.Read r, long[] frame) {
        if (!(r.source() instanceof Input in)) {
            Definition definition = (Definition) r.source();
            long flat = Reading.flat(r, frame);
            return flat < 0
                    ? of(r.padding(), frame)
                    : of(definition.body(), definition.frame(flat));
        }
        return r.padding() == null ? input(in) : input(in).or(of(r.padding(), frame));
    }

    private ElementRange input(Input input) {
        return inputs.getOrDefault(input, ElementRange.UNKNOWN);
    }

    private static ElementRange one(Rational value) {
        return new ElementRange(value, value);
    }

    private static ElementRange product(ElementRange a, ElementRange b) {
        return a.isOne() ? b.times(a.low()) : b.isOne() ? a.times(b.low()) : ElementRange.UNKNOWN;
    }

    private static ElementRange modulo(ElementRange b) {
        return b.isOne() && b.low().signum() > 0
                ? new ElementRange(Rational.ZERO, b.low().subtract(Rational.ONE))
                : ElementRange.UNKNOWN;
    }

    private ElementRange floor(Real e, long[] frame) {
        if (!(e instanceof Real.Divide d)) {
            return of(e, frame).floor();
        }
        ElementRange b = of(d.b(), frame);
        boolean isDivisor = b.isOne() && !b.low().isZero();
        return isDivisor
                ? of(d.a(), frame).times(b.low().reciprocal()).floor()
                : ElementRange.UNKNOWN;
    }

    private static ElementRange extremum(boolean isMax, ElementRange a, ElementRange b) {
        return isMax ? a.max(b) : a.negate().max(b.negate()).negate();
    }
}
