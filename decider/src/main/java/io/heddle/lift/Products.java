package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.lift.Forms.Addend;
import io.heddle.spec.index.RealFunction;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A product that is being made. Exponentials are joined; what the exponents in all addends of a sum
 * have in common is drawn out of the sum first, so that the maximum that a softmax subtracts goes
 * away, however often it was changed on the way.
 */
final class Products {
    private final Forms forms;
    private final Map<Form, Integer> powers = new LinkedHashMap<>();
    private Rational number = Rational.ONE;
    private Form exponent;

    Products(Forms forms) {
        this.forms = forms;
        this.exponent = forms.zero();
    }

    /** Takes a factor. */
    Products times(Form f, int power) {
        switch (f.kind()) {
            case NUMBER -> {
                if (power < 0 && f.number().isZero()) {
                    throw new NoFormulaException("a division by 0");
                }
                number = number.multiply(f.number().pow(power));
            }
            case PRODUCT -> forms.factors(f).forEach((base, n) -> times(base, n * power));
            case SUM -> timesSum(f, power);
            default -> {
                if (Forms.isExp(f)) {
                    exponent = forms.add(exponent, forms.scaled(Rational.of(power), f.part()));
                } else {
                    powers.merge(f, power, Integer::sum);
                }
            }
        }
        return this;
    }

    private void timesSum(Form sum, int power) {
        if (sum.parts().size() == 1) {
            number = number.multiply(sum.coefficient(0).pow(power));
            times(sum.part(), power);
            return;
        }
        if (forms.addends(sum).stream().allMatch(a -> a.coefficient().signum() < 0)) {
            number = number.multiply(Rational.MINUS_ONE.pow(power));
            timesSum(forms.scaled(Rational.MINUS_ONE, sum), power);
            return;
        }
        Form common = commonExponent(sum);
        if (common == forms.zero()) {
            powers.merge(sum, power, Integer::sum);
            return;
        }
        List<Addend> without = new ArrayList<>();
        for (Addend a : forms.addends(sum)) {
            Form rest = new Products(forms).times(a.form(), 1).dividedByExp(common).form();
            without.add(new Addend(a.coefficient(), rest));
        }
        exponent = forms.add(exponent, forms.scaled(Rational.of(power), common));
        times(forms.sum(without), power);
    }

    private Products dividedByExp(Form common) {
        exponent = forms.subtract(exponent, common);
        return this;
    }

    /** The part of the exponents that all addends have; 0 if there is none. */
    private Form commonExponent(Form sum) {
        Set<Addend> common = null;
        for (Form addend : sum.parts()) {
            Set<Addend> own = new HashSet<>(exponentOf(addend));
            if (common == null) {
                common = own;
            } else {
                common.retainAll(own);
            }
            if (common.isEmpty()) {
                return forms.zero();
            }
        }
        return forms.sum(List.copyOf(common));
    }

    private List<Addend> exponentOf(Form product) {
        for (Form f : forms.factors(product).keySet()) {
            if (Forms.isExp(f)) {
                return forms.addends(f.part());
            }
        }
        return List.of();
    }

    /** The product. */
    Form form() {
        if (number.isZero()) {
            return forms.zero();
        }
        if (exponent != forms.zero()) {
            powers.merge(forms.exp(exponent), 1, Integer::sum);
        }
        powers.values().removeIf(n -> n == 0);
        joinRoots();
        Form sum = onlySum();
        if (sum != null && powers.keySet().stream().allMatch(f -> f == sum || isClosed(f))) {
            powers.remove(sum);
            return times(sum);
        }
        return forms.scaled(number, forms.product(powers));
    }

    /** √2 · √2 is 2. */
    private void joinRoots() {
        for (Form f : List.copyOf(powers.keySet())) {
            boolean isRoot = f.is(Kind.APPLY) && f.label() == RealFunction.SQRT;
            if (isRoot && f.part().is(Kind.NUMBER) && Math.abs(powers.get(f)) > 1) {
                int n = powers.get(f);
                number = number.multiply(f.part().number().pow(n / 2));
                powers.put(f, n % 2);
            }
        }
        powers.values().removeIf(n -> n == 0);
    }

    /** The only sum with the power 1, or null. */
    private Form onlySum() {
        List<Form> sums =
                powers.entrySet().stream()
                        .filter(e -> e.getKey().is(Kind.SUM) && e.getValue() == 1)
                        .map(Map.Entry::getKey)
                        .toList();
        return sums.size() == 1 ? sums.get(0) : null;
    }

    private Form times(Form sum) {
        Form factor = forms.product(powers);
        List<Addend> addends = new ArrayList<>();
        for (Addend a : forms.addends(sum)) {
            addends.add(
                    new Addend(a.coefficient().multiply(number), forms.multiply(a.form(), factor)));
        }
        return forms.sum(addends);
    }

    /** True of a number that is no rational one. */
    static boolean isClosed(Form f) {
        return switch (f.kind()) {
            case NUMBER, DECIMAL, CONSTANT -> true;
            case APPLY -> f.label() == RealFunction.SQRT && f.part().is(Kind.NUMBER);
            default -> false;
        };
    }

    /**
     * An addend that is a sum times an exponential, with the exponential in each addend of the sum;
     * all others as they are.
     */
    static Form distributed(Forms forms, Form f) {
        if (!f.is(Kind.PRODUCT) || f.parts().size() != 2) {
            return f;
        }
        Form a = f.parts().get(0);
        Form b = f.parts().get(1);
        boolean first = a.is(Kind.SUM) && f.power(0) == 1 && Forms.isExp(b);
        boolean second = b.is(Kind.SUM) && f.power(1) == 1 && Forms.isExp(a);
        if (!first && !second) {
            return f;
        }
        Form exp = first ? b : a;
        List<Addend> addends = new ArrayList<>();
        for (Addend addend : forms.addends(first ? a : b)) {
            addends.add(new Addend(addend.coefficient(), forms.multiply(addend.form(), exp)));
        }
        return forms.sum(addends);
    }
}
