package io.heddle.value;

import io.heddle.term.ElementType;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Bounds.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Between which numbers one float of the inputs lies where a path holds: guards such as {@code !(x
 * < 0 || x > 7)} compare it with constants, and no rounding takes part.
 */
final class FloatGuards {
    private static final int MAX_DEPTH = 200;
    private static final Rational TWO = Rational.of(2);

    /** The greatest distance of two bounds between which each part is looked at by itself. */
    private static final Rational MAX_SPLIT = Rational.of(256);

    private final TermStore store;
    private final Bounds bounds;
    private final int input;

    /**
     * @param input an element of a tensor of floats, or what is read of one where data decide
     */
    FloatGuards(TermStore store, Bounds bounds, int input) {
        this.store = store;
        this.bounds = bounds;
        this.input = input;
    }

    /** A closed interval that holds every value of the float at which {@code path} holds. */
    Interval where(int path) {
        return where(path, true, 0).and(bounds.of(input));
    }

    /**
     * The same in parts, such that roundings to integers are constant in each, if they are few.
     * None if the path never holds.
     */
    List<Interval> parts(int path) {
        Interval all = where(path);
        if (all.isEmpty()) {
            return List.of();
        }
        if (all.low() == null
                || all.high() == null
                || all.high().subtract(all.low()).compareTo(MAX_SPLIT) > 0) {
            return List.of(all);
        }
        List<Interval> parts = new ArrayList<>();
        Rational at = all.low();
        while (at.compareTo(all.high()) < 0) {
            Rational next = Rational.of(at.multiply(TWO).floor()).add(Rational.ONE);
            next = least(next.multiply(Rational.HALF), all.high());
            parts.add(new Interval(at, at));
            Interval between =
                    new Interval(
                            beside(at, Double.POSITIVE_INFINITY),
                            beside(next, Double.NEGATIVE_INFINITY));
            if (!between.isEmpty()) {
                parts.add(between);
            }
            at = next;
        }
        parts.add(new Interval(at, at));
        return parts;
    }

    private static Rational least(Rational x, Rational y) {
        return x.compareTo(y) < 0 ? x : y;
    }

    private Interval where(int condition, boolean holds, int depth) {
        if (depth > MAX_DEPTH || store.op(condition).arity() == 0) {
            return Interval.ALL;
        }
        Op op = store.op(condition);
        int next = depth + 1;
        if (op == Op.NOT) {
            return where(store.a(condition), !holds, next);
        }
        if (op == (holds ? Op.AND : Op.OR)) {
            return where(store.a(condition), holds, next)
                    .and(where(store.b(condition), holds, next));
        }
        if (op != Op.LT && op != Op.LE || bounds.isDecidedByRounding(condition)) {
            return Interval.ALL;
        }
        int least = holds ? store.a(condition) : store.b(condition);
        int greatest = holds ? store.b(condition) : store.a(condition);
        boolean strict = op == (holds ? Op.LT : Op.LE);
        if (least == input && isNumber(greatest)) {
            return new Interval(null, end(greatest, strict, Double.NEGATIVE_INFINITY));
        }
        if (greatest == input && isNumber(least)) {
            return new Interval(end(least, strict, Double.POSITIVE_INFINITY), null);
        }
        return Interval.ALL;
    }

    /** A number, or, if it is excluded, the float that is next to it. */
    private Rational end(int number, boolean excluded, double direction) {
        Rational end = store.rationalValue(number);
        return excluded ? beside(end, direction) : end;
    }

    /** The float next to a number, if that is a float; else the number. */
    private Rational beside(Rational number, double direction) {
        double value = number.doubleValue();
        if (!isEqual(value, number)) {
            return number;
        }
        float single = (float) value;
        double next =
                isDouble()
                        ? Math.nextAfter(value, direction)
                        : single == value ? Math.nextAfter(single, direction) : value;
        return Double.isInfinite(next) ? number : Rational.ofExact(next);
    }

    private static boolean isEqual(double value, Rational number) {
        return Double.isFinite(value) && Rational.ofExact(value).equals(number);
    }

    private boolean isDouble() {
        int symbol =
                store.op(input) == Op.ELEMENT
                        ? store.a(input)
                        : store.symbolNamed(store.functionOf(input).name());
        return store.symbols().get(symbol).type() == ElementType.F64;
    }

    private boolean isNumber(int t) {
        return store.op(t) == Op.RATIONAL || store.op(t) == Op.LITERAL;
    }
}
