package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.spec.index.RealFunction;
import io.heddle.term.LimitExceededException;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes forms, and brings what different programs write for one expression to one form: sums and
 * maxima in any order, factors in any order, the running maxima of a softmax. Products of sums are
 * not expanded, so that a variance stays what it is.
 *
 * <p>Nothing here has to be right for a verdict: what is lifted is proved afterwards.
 */
final class Forms {
    private static final int MOST = 4_000_000; // forms, some 200 bytes each

    private final Map<Form.Key, Form> known = new HashMap<>();
    private final long deadlineNanos;
    private final Form one;
    private final Form zero;

    /**
     * @param deadlineNanos when to stop, by the nanosecond clock
     */
    Forms(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
        zero = number(Rational.ZERO);
        one = number(Rational.ONE);
    }

    private Form form(Kind kind, Object label, List<Form> parts) {
        return form(new Form.Key(kind, label, 0, List.copyOf(parts), List.of(), List.of()));
    }

    private Form form(Form.Key key) {
        Form form = known.get(key);
        if (form == null) {
            if (known.size() >= MOST) {
                throw new LimitExceededException(MOST + " forms of a formula");
            }
            if ((known.size() & 0xfff) == 0) {
                checkTime();
            }
            form = new Form(known.size(), key);
            known.put(key, form);
        }
        return form;
    }

    /** Throws if it is late. */
    void checkTime() {
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new LimitExceededException("the time limit");
        }
    }

    Form one() {
        return one;
    }

    Form zero() {
        return zero;
    }

    Form number(Rational value) {
        return form(Kind.NUMBER, value, List.of());
    }

    /** The f32 of a literal. */
    Form decimal(float value) {
        return form(Kind.DECIMAL, value, List.of());
    }

    Form constant(NamedConstant constant) {
        return form(Kind.CONSTANT, constant, List.of());
    }

    Form infinity(boolean negative) {
        return form(Kind.INFINITY, negative, List.of());
    }

    /** An element of a tensor, or a scalar. */
    Form read(Symbol symbol, long index) {
        return form(new Form.Key(Kind.READ, symbol, index, List.of(), List.of(), List.of()));
    }

    /** Some bits of an integer that is not negative. */
    Form field(Form of, int shift, int width) {
        return form(new Form.Key(Kind.FIELD, width, shift, List.of(of), List.of(), List.of()));
    }

    // ---------------------------------------------------------------- sums

    /** An addend of a sum. */
    record Addend(Rational coefficient, Form form) {}

    /** The addends of a form that is taken as a sum. */
    List<Addend> addends(Form f) {
        if (!f.is(Kind.SUM)) {
            return List.of(new Addend(Rational.ONE, f));
        }
        List<Addend> addends = new ArrayList<>();
        for (int i = 0; i < f.parts().size(); i++) {
            addends.add(new Addend(f.coefficient(i), f.parts().get(i)));
        }
        return addends;
    }

    Form add(Form a, Form b) {
        return sum(List.of(new Addend(Rational.ONE, a), new Addend(Rational.ONE, b)));
    }

    Form subtract(Form a, Form b) {
        return sum(List.of(new Addend(Rational.ONE, a), new Addend(Rational.MINUS_ONE, b)));
    }

    Form scaled(Rational factor, Form f) {
        return sum(List.of(new Addend(factor, f)));
    }

    /**
     * A sum. Equal addends cancel and are counted; x and −x/8 stay two, since the latter mostly is
     * a part of a mean.
     */
    Form sum(List<Addend> addends) {
        Map<Form, List<Rational>> byForm = new LinkedHashMap<>();
        for (Addend a : addends) {
            take(a.coefficient(), a.form(), byForm);
        }
        new Fields(this).join(byForm);
        Rational number = Rational.ZERO;
        List<Addend> flat = new ArrayList<>();
        for (Map.Entry<Form, List<Rational>> e : byForm.entrySet()) {
            if (e.getKey() == one) {
                number = e.getValue().stream().reduce(Rational.ZERO, Rational::add);
            } else {
                counted(e.getValue()).forEach(c -> flat.add(new Addend(c, e.getKey())));
            }
        }
        if (!number.isZero()) {
            flat.add(new Addend(number, one));
        }
        if (flat.isEmpty()) {
            return zero;
        }
        if (flat.size() == 1) {
            Addend only = flat.get(0);
            if (only.form() == one) {
                return number(only.coefficient());
            } else if (only.coefficient().isOne()) {
                return only.form();
            }
        }
        flat.sort(
                Comparator.comparingInt((Addend a) -> a.form().id())
                        .thenComparing(Addend::coefficient));
        return form(
                new Form.Key(
                        Kind.SUM,
                        "",
                        0,
                        flat.stream().map(Addend::form).toList(),
                        flat.stream().map(Addend::coefficient).toList(),
                        List.of()));
    }

    private void take(Rational c, Form f, Map<Form, List<Rational>> byForm) {
        if (c.isZero()) {
            return;
        }
        if (f.is(Kind.NUMBER)) {
            if (!f.number().isZero()) {
                byForm.computeIfAbsent(one, o -> new ArrayList<>()).add(c.multiply(f.number()));
            }
        } else if (f.is(Kind.SUM)) {
            for (Addend a : addends(f)) {
                take(c.multiply(a.coefficient()), a.form(), byForm);
            }
        } else {
            Form distributed = Products.distributed(this, f);
            if (distributed != f) {
                take(c, distributed, byForm);
                return;
            }
            List<Rational> coefficients = byForm.computeIfAbsent(f, k -> new ArrayList<>());
            if (!coefficients.remove(c.negate())) {
                coefficients.add(c);
            }
        }
    }

    /** Integers added up, and other coefficients where they are equal. */
    private static List<Rational> counted(List<Rational> coefficients) {
        if (coefficients.size() < 2) {
            return coefficients;
        }
        Rational integers = Rational.ZERO;
        Map<Rational, Rational> others = new LinkedHashMap<>();
        for (Rational c : coefficients) {
            if (c.isInteger()) {
                integers = integers.add(c);
            } else {
                others.merge(c, c, Rational::add);
            }
        }
        List<Rational> counted = new ArrayList<>(others.values());
        if (!integers.isZero()) {
            counted.add(integers);
        }
        return counted;
    }

    // ---------------------------------------------------------------- products

    Form multiply(Form a, Form b) {
        return new Products(this).times(a, 1).times(b, 1).form();
    }

    Form divide(Form a, Form b) {
        return new Products(this).times(a, 1).times(b, -1).form();
    }

    /** Bases with their powers, which are no numbers, as they stand. */
    Form product(Map<Form, Integer> powers) {
        List<Map.Entry<Form, Integer>> factors = new ArrayList<>(powers.entrySet());
        factors.removeIf(e -> e.getValue() == 0);
        if (factors.isEmpty()) {
            return one;
        }
        if (factors.size() == 1 && factors.get(0).getValue() == 1) {
            return factors.get(0).getKey();
        }
        factors.sort(Comparator.comparingInt(e -> e.getKey().id()));
        return form(
                new Form.Key(
                        Kind.PRODUCT,
                        "",
                        0,
                        factors.stream().map(Map.Entry::getKey).toList(),
                        List.of(),
                        factors.stream().map(Map.Entry::getValue).toList()));
    }

    /** The bases of a form that is taken as a product, with their powers. */
    Map<Form, Integer> factors(Form f) {
        Map<Form, Integer> factors = new LinkedHashMap<>();
        if (f.is(Kind.PRODUCT)) {
            for (int i = 0; i < f.parts().size(); i++) {
                factors.put(f.parts().get(i), f.power(i));
            }
        } else if (f != one) {
            factors.put(f, 1);
        }
        return factors;
    }

    // ---------------------------------------------------------------- functions

    /** e to the power of {@code exponent}. */
    Form exp(Form exponent) {
        return exponent == zero ? one : form(Kind.APPLY, RealFunction.EXP, List.of(exponent));
    }

    static boolean isExp(Form f) {
        return f.is(Kind.APPLY) && f.label() == RealFunction.EXP;
    }

    /** The natural logarithm; what all addends of its argument have in common comes out. */
    Form log(Form a) {
        Form inside = new Products(this).times(a, 1).form();
        Form outside = zero;
        Map<Form, Integer> factors = factors(inside);
        for (Form f : List.copyOf(factors.keySet())) {
            if (isExp(f)) {
                outside = add(outside, f.part());
                factors.remove(f);
            }
        }
        Form rest = product(factors);
        return rest == one ? outside : add(apply(RealFunction.LOG, rest), outside);
    }

    /** A function that has no rule here. */
    Form apply(RealFunction function, Form a) {
        return form(Kind.APPLY, function, List.of(a));
    }

    /** The greatest or the least of some forms. */
    Form extremum(boolean isMax, List<Form> all) {
        Kind kind = isMax ? Kind.MAX : Kind.MIN;
        Map<Form, Boolean> flat = new LinkedHashMap<>();
        for (Form f : all) {
            if (f.is(kind)) {
                f.parts().forEach(p -> flat.put(p, true));
            } else if (!f.is(Kind.INFINITY) || (boolean) f.label() != isMax) {
                flat.put(f, true);
            }
        }
        if (flat.isEmpty()) {
            return infinity(isMax);
        }
        List<Form> parts = new ArrayList<>(flat.keySet());
        Rational common = commonFactor(parts);
        if (!common.isOne()) {
            Rational inverse = common.reciprocal();
            List<Form> scaled = parts.stream().map(p -> scaled(inverse, p)).toList();
            return scaled(common, extremum(isMax == common.signum() > 0, scaled));
        }
        parts.sort(Comparator.comparingInt(Form::id));
        return parts.size() == 1 ? parts.get(0) : form(kind, "", parts);
    }

    /** The coefficient that every part has, or 1. */
    private static Rational commonFactor(List<Form> parts) {
        Rational common = Rational.ONE;
        boolean first = true;
        for (Form p : parts) {
            if (p == null || !p.is(Kind.SUM)) {
                return Rational.ONE;
            }
            for (int i = 0; i < p.parts().size(); i++) {
                if (!first && !p.coefficient(i).equals(common)) {
                    return Rational.ONE;
                }
                common = p.coefficient(i);
                first = false;
            }
        }
        return common;
    }
}
