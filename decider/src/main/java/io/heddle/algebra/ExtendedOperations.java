package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * The operations on values that may be infinite or NaN (IEEE 754-2019 section 6; PTX max and min
 * return the number where one operand is NaN, which is not modelled here).
 */
final class ExtendedOperations {
    private final Canonicalizer forms;
    private final TermStore store;
    private final Ring ring;
    private final Facts facts;

    ExtendedOperations(Canonicalizer forms) {
        this.forms = forms;
        this.store = forms.store();
        this.ring = forms.ring();
        this.facts = forms.reading().facts();
    }

    /** The value of {@code t}, whose operands are known. */
    Extended value(int t) {
        Op op = store.op(t);
        return switch (op) {
            case NEG_INF -> Extended.NEG_INF;
            case POS_INF -> Extended.POS_INF;
            case NAN -> Extended.NAN;
            case ADD -> add(a(t), b(t));
            case SUB -> add(a(t), b(t).negate());
            case NEG -> a(t).negate();
            case MUL -> multiply(a(t), b(t));
            case FMA -> add(multiply(a(t), b(t)), forms.extended(store.c(t)));
            case MAX -> max(t, a(t), b(t));
            case MIN -> max(t, a(t).negate(), b(t).negate()).negate();
            case ABS -> absolute(a(t));
            case EXP2 -> exp2(a(t));
            case ITE -> choose(t);
            case LT -> condition(less(a(t), b(t)));
            case LE -> condition(less(a(t), b(t)).add(equal(a(t), b(t))));
            case EQ -> condition(equal(a(t), b(t)));
            case RATIONAL,
                    LITERAL,
                    CONSTANT,
                    UNDEFINED,
                    ELEMENT,
                    DIV,
                    LOG2,
                    SQRT,
                    FLOOR,
                    CEIL,
                    TRUNC,
                    RINT,
                    APPLY,
                    ARGS,
                    TRUE,
                    FALSE,
                    NOT,
                    AND,
                    OR ->
                    throw new NoFormException(
                            "a term that may be infinite, NaN or undefined: " + store.show(t, 80));
        };
    }

    private Extended a(int t) {
        return forms.extended(store.a(t));
    }

    private Extended b(int t) {
        return forms.extended(store.b(t));
    }

    private static Extended condition(Polynomial p) {
        return Extended.finite(p);
    }

    private Polynomial and(Polynomial p, Polynomial q) {
        return ring.multiply(p, q);
    }

    private Polynomial or(Polynomial p, Polynomial q) {
        return p.add(q).subtract(and(p, q));
    }

    private static Polynomial not(Polynomial p) {
        return Polynomial.ONE.subtract(p);
    }

    private Extended add(Extended x, Extended y) {
        Polynomial opposed = or(and(x.negative(), y.positive()), and(x.positive(), y.negative()));
        Polynomial nan = or(or(x.nan(), y.nan()), opposed); // ∞ − ∞ is NaN
        return new Extended(
                and(or(x.negative(), y.negative()), not(nan)),
                and(or(x.positive(), y.positive()), not(nan)),
                nan,
                x.form().add(y.form()));
    }

    private Extended multiply(Extended x, Extended y) {
        if (!x.isFinite() && !y.isFinite()) {
            throw new NoFormException("a product of two terms that may be infinite");
        }
        if (!x.isFinite()) {
            return multiply(y, x);
        }
        Comparisons comparisons = ring.rules().comparisons();
        Polynomial up = comparisons.positive(x.form(), facts);
        Polynomial down = comparisons.positive(x.form().negate(), facts);
        Polynomial zero = Polynomial.ONE.subtract(up).subtract(down);
        return new Extended(
                and(up, y.negative()).add(and(down, y.positive())),
                and(up, y.positive()).add(and(down, y.negative())),
                y.nan().add(and(zero, y.negative().add(y.positive()))), // 0 · ∞ is NaN
                ring.expand(ring.multiply(x.form(), y.form())));
    }

    private Extended max(int t, Extended x, Extended y) {
        if (!x.nan().isZero() || !y.nan().isZero()) {
            throw new NoFormException("a maximum with a term that may be NaN");
        }
        Polynomial positive = or(x.positive(), y.positive());
        Polynomial negative = and(x.negative(), y.negative());
        Polynomial form;
        if (forms.reading().opaqueMaxima()) {
            Polynomial atom = ring.variable(ring.atom(Atom.Kind.OPAQUE, t));
            form = store.op(t) == Op.MAX ? atom : atom.negate();
        } else {
            Polynomial both = ring.rules().extrema().maximum(List.of(x.form(), y.form()), facts);
            Comparisons comparisons = ring.rules().comparisons();
            form = comparisons.choose(y.negative(), x.form(), both, facts);
            form = comparisons.choose(x.negative(), y.form(), form, facts);
        }
        return new Extended(negative, positive, Polynomial.ZERO, form);
    }

    private Extended absolute(Extended x) {
        Polynomial form = ring.rules().max(x.form(), x.form().negate(), facts);
        return new Extended(Polynomial.ZERO, x.negative().add(x.positive()), x.nan(), form);
    }

    /** 2^−∞ = 0. */
    private Extended exp2(Extended x) {
        Polynomial power = ring.multiply(not(x.negative()), ring.rules().exp2(x.form()));
        return new Extended(Polynomial.ZERO, x.positive(), x.nan(), ring.expand(power));
    }

    private Extended choose(int t) {
        Polynomial c = forms.decisive(store.a(t));
        if (c.isConstant()) {
            return forms.extended(c.isZero() ? store.c(t) : store.b(t));
        }
        Extended x = b(t);
        Extended y = forms.extended(store.c(t));
        return new Extended(
                mix(c, x.negative(), y.negative()),
                mix(c, x.positive(), y.positive()),
                mix(c, x.nan(), y.nan()),
                finiteChoice(c, x, y));
    }

    private Polynomial finiteChoice(Polynomial c, Extended x, Extended y) {
        if (x.negative().add(x.positive()).add(x.nan()).equals(Polynomial.ONE)) {
            return y.form(); // x is never finite
        }
        if (y.negative().add(y.positive()).add(y.nan()).equals(Polynomial.ONE)) {
            return x.form();
        }
        return ring.rules().comparisons().choose(c, x.form(), y.form(), facts);
    }

    private Polynomial mix(Polynomial c, Polynomial p, Polynomial q) {
        return q.add(ring.multiply(c, p.subtract(q)));
    }

    /** [x &lt; y]; a comparison with NaN is false. */
    private Polynomial less(Extended x, Extended y) {
        Polynomial finite = ring.rules().comparisons().positive(y.form().subtract(x.form()), facts);
        Polynomial low = and(x.negative(), not(y.negative().add(y.nan())));
        Polynomial high = y.positive().add(and(y.finite(), finite));
        return low.add(and(x.finite(), high));
    }

    private Polynomial equal(Extended x, Extended y) {
        Polynomial finite = ring.rules().comparisons().zero(x.form().subtract(y.form()), facts);
        return and(x.negative(), y.negative())
                .add(and(x.positive(), y.positive()))
                .add(and(and(x.finite(), y.finite()), finite));
    }

    /** Forms that are all zero exactly where s and t are the same number or the same infinity. */
    Polynomial[] difference(Extended s, Extended t) {
        Polynomial finite = and(s.finite(), t.finite());
        return new Polynomial[] {
            s.nan(),
            t.nan(),
            s.negative().subtract(t.negative()),
            s.positive().subtract(t.positive()),
            ring.expand(ring.multiply(finite, s.form().subtract(t.form())))
        };
    }
}
