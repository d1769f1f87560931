package io.heddle.lift;

import io.heddle.algebra.ConstantTable;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.lift.Forms.Addend;
import io.heddle.spec.index.RealFunction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.NamedConstant;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The forms of terms. */
final class TermForms {
    private static final int LONGEST_DECIMAL = 7; // significant digits of a number that one writes
    private static final Map<Function, RealFunction> FUNCTIONS =
            Map.of(
                    Function.TANH, RealFunction.TANH,
                    Function.ERF, RealFunction.ERF,
                    Function.SIN, RealFunction.SIN,
                    Function.COS, RealFunction.COS);

    private final TermStore store;
    private final Forms forms;
    private final Set<Rational> sizes;
    private final Chains chains;
    private final Map<Integer, Form> known = new HashMap<>();
    private final Map<Integer, String> reasons = new HashMap<>(); // of terms that have no form

    /**
     * @param sizes numbers of elements, whose reciprocals are not taken for decimals
     */
    TermForms(TermStore store, Forms forms, Set<Rational> sizes) {
        this.store = store;
        this.chains = new Chains(store);
        this.forms = forms;
        this.sizes = Set.copyOf(sizes);
    }

    /**
     * The form of a term.
     *
     * @throws NoFormulaException if something below it has no word in the language of formulas
     */
    Form form(int root) {
        BitSet below = new BitSet();
        below.set(root);
        for (int t = root; t > 0; t = below.previousSetBit(t - 1)) {
            if (known.containsKey(t) || reasons.containsKey(t)) {
                below.clear(t);
            } else {
                for (int operand : chains.leaves(t)) {
                    below.set(operand);
                }
            }
        }
        for (int t = below.nextSetBit(1); t > 0; t = below.nextSetBit(t + 1)) {
            try {
                known.put(t, made(t));
            } catch (NoFormulaException e) {
                reasons.put(t, e.getMessage());
            }
        }
        Form form = known.get(root);
        if (form == null) {
            throw new NoFormulaException(reasons.get(root));
        }
        return form;
    }

    private Form operand(int t) {
        Form form = known.get(t);
        if (form == null) {
            throw new NoFormulaException(
                    reasons.getOrDefault(t, "a choice by data, " + store.show(t, 60)));
        }
        return form;
    }

    private Form made(int t) {
        Op op = store.op(t);
        int a = store.a(t);
        int b = store.b(t);
        return switch (op) {
            case RATIONAL -> forms.number(store.rationalValue(t));
            case LITERAL -> literal(store.literalFormat(t), store.literalBits(t));
            case CONSTANT -> forms.constant(store.constantOf(t));
            case NEG_INF -> forms.infinity(true);
            case POS_INF -> forms.infinity(false);
            case ELEMENT -> forms.read(store.symbolOf(t), store.elementIndex(t));
            case ADD, SUB, NEG, FMA -> sum(t);
            case MUL -> forms.multiply(operand(a), operand(b));
            case DIV -> forms.divide(operand(a), operand(b));
            case EXP2 -> forms.exp(forms.divide(operand(a), log2e()));
            case LOG2 -> forms.multiply(forms.log(operand(a)), log2e());
            case SQRT -> forms.apply(RealFunction.SQRT, operand(a));
            case ABS -> forms.apply(RealFunction.ABS, operand(a));
            case FLOOR ->
                    new Fields(forms)
                            .quotient(operand(a))
                            .orElseGet(() -> forms.apply(RealFunction.FLOOR, operand(a)));
            case MAX, MIN -> extremum(t);
            case APPLY -> applied(t);
            case ITE -> choice(a, b, store.c(t));
            case NAN -> throw new NoFormulaException("NaN");
            case UNDEFINED ->
                    throw new NoFormulaException("a value that is read before it is written");
            default ->
                    throw new NoFormulaException(
                            "the language of formulas has no word for " + store.show(t, 60));
        };
    }

    /** A chain of sums and differences at once, which is faster than one after the other. */
    private Form sum(int root) {
        List<Addend> addends = new ArrayList<>();
        for (Chains.Leaf l : chains.addends(root)) {
            Form form = operand(l.a());
            addends.add(
                    new Addend(
                            l.isNegative() ? Rational.MINUS_ONE : Rational.ONE,
                            l.b() == 0 ? form : forms.multiply(form, operand(l.b()))));
        }
        return forms.sum(addends);
    }

    private Form extremum(int root) {
        List<Form> all = new ArrayList<>();
        for (int leaf : chains.leaves(root)) {
            all.add(operand(leaf));
        }
        return forms.extremum(store.op(root) == Op.MAX, all);
    }

    private Form log2e() {
        return forms.constant(NamedConstant.LOG2_E);
    }

    private Form applied(int t) {
        RealFunction function = FUNCTIONS.get(store.functionOf(t));
        if (store.functionOf(t).kind() == Function.Kind.TENSOR) {
            throw new NoFormulaException(
                    "data decide which element is read, which is lifted for rows of a table only: "
                            + store.show(t, 60));
        }
        if (function == null) {
            throw new NoFormulaException(
                    "the language of formulas has no word for " + store.show(t, 60));
        }
        return forms.apply(function, operand(store.operands(t)[0]));
    }

    /**
     * A choice by whether {@code t} is above a number c, between what is the same where it is c:
     * f(t) above and g(t) below is f(max(t, c)) + g(min(t, c)) - f(c).
     */
    private Form choice(int condition, int then, int otherwise) {
        if (store.op(condition) == Op.NOT) {
            return choice(store.a(condition), otherwise, then);
        }
        if (store.op(condition) == Op.LT || store.op(condition) == Op.LE) {
            int less = store.a(condition);
            int more = store.b(condition);
            if (isNumber(less)) {
                return byOrder(condition, more, less, then, otherwise);
            } else if (isNumber(more)) {
                return byOrder(condition, less, more, otherwise, then);
            }
        }
        throw choosesByData(condition);
    }

    private boolean isNumber(int t) {
        return store.op(t) == Op.RATIONAL || store.op(t) == Op.LITERAL;
    }

    private NoFormulaException choosesByData(int condition) {
        return new NoFormulaException(
                "a choice by data, which formulas do not make: "
                        + store.show(condition, 60)
                        + " decides");
    }

    private Form byOrder(int condition, int t, int number, int above, int below) {
        Form c = operand(number);
        Form value = operand(t);
        Form join = replacing(t, c).form(above);
        if (join != replacing(t, c).form(below)) {
            throw choosesByData(condition);
        }
        Form high = forms.extremum(true, List.of(value, c));
        Form low = forms.extremum(false, List.of(value, c));
        return forms.subtract(
                forms.add(replacing(t, high).form(above), replacing(t, low).form(below)), join);
    }

    /** The forms of terms in which {@code t} has another value. */
    private TermForms replacing(int t, Form by) {
        TermForms other = new TermForms(store, forms, sizes);
        other.known.put(t, by);
        return other;
    }

    // ---------------------------------------------------------------- literals

    private Form literal(FloatFormat format, long bits) {
        RecoveredConstant constant = ConstantTable.standard().recover(format, bits).orElse(null);
        Rational exact = format.value(bits);
        if (constant != null && constant.isRational() && isSize(constant.factor())) {
            return forms.number(constant.factor());
        }
        if (constant != null && !constant.isRational()) {
            return irrational(constant);
        }
        if (format == FloatFormat.F32 && isDecimal(exact.doubleValue())) {
            return forms.decimal((float) exact.doubleValue());
        }
        if (constant != null) {
            return forms.number(constant.factor());
        }
        return format == FloatFormat.F32
                ? forms.decimal((float) exact.doubleValue())
                : forms.number(exact);
    }

    private boolean isSize(Rational r) {
        return sizes.contains(r.abs()) || sizes.contains(r.abs().reciprocal());
    }

    private static boolean isDecimal(double value) {
        String digits = Float.toString((float) value).replaceAll("E.*|[-.]|^-?0\\.0*", "");
        return digits.length() <= LONGEST_DECIMAL;
    }

    private Form irrational(RecoveredConstant c) {
        Products product = new Products(forms);
        Rational square = c.factor().multiply(c.factor()).multiply(Rational.of(c.radicand()));
        if (c.radicand() == 1) {
            product.times(forms.number(c.factor()), 1);
        } else if (square.isInteger()) {
            product.times(forms.number(Rational.of(c.factor().signum())), 1);
            product.times(root(square), 1);
        } else if (square.reciprocal().isInteger()) {
            product.times(forms.number(Rational.of(c.factor().signum())), 1);
            product.times(root(square.reciprocal()), -1);
        } else {
            product.times(forms.number(c.factor()), 1);
            product.times(root(Rational.of(c.radicand())), 1);
        }
        product.times(log2e(), c.log2EPower());
        product.times(forms.constant(NamedConstant.LOG2_10), c.log2TenPower());
        Form pi = forms.constant(NamedConstant.PI);
        product.times(pi, c.piHalves() / 2);
        if (c.piHalves() % 2 != 0) {
            product.times(forms.apply(RealFunction.SQRT, pi), c.piHalves() % 2);
        }
        return product.form();
    }

    private Form root(Rational n) {
        return forms.apply(RealFunction.SQRT, forms.number(n));
    }
}
