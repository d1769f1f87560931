package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The forms of FLOOR, CEIL, TRUNC and RINT. None of them ever decreases: f(max(a, b)) = max(f(a),
 * f(b)) and f(min(a, b)) = min(f(a), f(b)). So a number that is clipped, scaled and then rounded
 * has the form of one that is scaled, rounded and then clipped.
 */
final class Roundings {
    private static final int MAX_ELEMENTS = 16;

    private final Canonicalizer forms;
    private final TermStore store;
    private final Rules rules;
    private final Facts facts;

    Roundings(Canonicalizer forms) {
        this.forms = forms;
        this.store = forms.store();
        this.rules = forms.ring().rules();
        this.facts = forms.reading().facts();
    }

    /** The form of {@code t}, a rounding of an operand that has a form. */
    Polynomial form(int t) {
        Op op = store.op(t);
        int a = store.a(t);
        if (Reciprocals.keep(forms, op, a)) {
            return round(op, forms.form(a));
        }
        boolean clipped = !forms.reading().opaqueMaxima() && elements(a, 0) <= MAX_ELEMENTS;
        return clipped ? clipped(op, a, Rational.ONE, Rational.ZERO) : round(op, forms.decisive(a));
    }

    /**
     * How many operands the maxima, minima and magnitudes in {@code t} have; more than the limit
     * where they are nested too deeply.
     */
    private int elements(int t, int depth) {
        if (depth > MAX_ELEMENTS) {
            return MAX_ELEMENTS + 1;
        }
        switch (store.op(t)) {
            case MAX:
            case MIN:
                int a = elements(store.a(t), depth + 1);
                return a > MAX_ELEMENTS ? a : a + elements(store.b(t), depth + 1);
            case ABS:
                return 2 * elements(store.a(t), depth + 1);
            default:
                Line line = line(t);
                return line == null ? 1 : elements(line.of(), depth + 1);
        }
    }

    /** op(k·t + c). */
    private Polynomial clipped(Op op, int t, Rational k, Rational c) {
        boolean positive = k.signum() > 0;
        switch (store.op(t)) {
            case MAX:
            case MIN:
                return extremum(
                        positive == (store.op(t) == Op.MAX),
                        clipped(op, store.a(t), k, c),
                        clipped(op, store.b(t), k, c));
            case ABS:
                return extremum(
                        positive,
                        clipped(op, store.a(t), k, c),
                        clipped(op, store.a(t), k.negate(), c));
            default:
                Line line = line(t);
                return line == null
                        ? round(op, forms.decisive(t).scale(k).add(Polynomial.constant(c)))
                        : clipped(
                                op,
                                line.of(),
                                k.multiply(line.slope()),
                                c.add(k.multiply(line.offset())));
        }
    }

    /** The term slope·of + offset; the slope is not 0. */
    private record Line(int of, Rational slope, Rational offset) {}

    /** {@code t} as a multiple of one of its operands plus a constant; null if it is none. */
    private Line line(int t) {
        int a = store.a(t);
        int b = store.b(t);
        Rational one = Rational.ONE;
        Rational none = Rational.ZERO;
        return switch (store.op(t)) {
            case NEG -> new Line(a, one.negate(), none);
            case ADD ->
                    number(b) != null
                            ? new Line(a, one, number(b))
                            : number(a) != null ? new Line(b, one, number(a)) : null;
            case SUB ->
                    number(b) != null
                            ? new Line(a, one, number(b).negate())
                            : number(a) != null ? new Line(b, one.negate(), number(a)) : null;
            case MUL, FMA -> {
                Rational offset = store.op(t) == Op.MUL ? none : number(store.c(t));
                Rational slope = number(a) != null ? number(a) : number(b);
                boolean varies = slope != null && !slope.isZero() && offset != null;
                yield varies ? new Line(number(a) != null ? b : a, slope, offset) : null;
            }
            case DIV -> {
                Rational divisor = number(b);
                boolean divides = divisor != null && !divisor.isZero();
                yield divides ? new Line(a, divisor.reciprocal(), none) : null;
            }
            default -> null;
        };
    }

    private Polynomial extremum(boolean greatest, Polynomial p, Polynomial q) {
        return greatest
                ? rules.extrema().maximum(new ArrayList<>(List.of(p, q)), facts)
                : rules.extrema().minimum(new ArrayList<>(List.of(p, q)), facts);
    }

    /** The value of a constant as a rounding reads it, or null if {@code t} is none. */
    private Rational number(int t) {
        if (store.op(t) != Op.RATIONAL && store.op(t) != Op.LITERAL) {
            return null;
        }
        Polynomial value = forms.decisive(t);
        return value.isConstant() ? value.constantTerm() : null;
    }

    private Polynomial round(Op op, Polynomial p) {
        return switch (op) {
            case FLOOR -> rules.floor(p);
            case CEIL -> rules.floor(p.negate()).negate();
            case TRUNC -> trunc(p);
            case RINT -> rules.rint(p);
            default -> throw new AssertionError(op);
        };
    }

    private Polynomial trunc(Polynomial p) {
        Sign sign = rules.comparisons().sign(p, facts);
        if (sign.isKnownNonnegative()) {
            return rules.floor(p);
        }
        Polynomial ceiling = rules.floor(p.negate()).negate();
        if (sign.isKnownNonpositive()) {
            return ceiling;
        }
        return rules.comparisons()
                .choose(rules.comparisons().positive(p, facts), rules.floor(p), ceiling, facts);
    }
}
