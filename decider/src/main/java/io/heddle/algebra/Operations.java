package io.heddle.algebra;

import io.heddle.algebra.Ranges.Range;
import io.heddle.term.Function;
import io.heddle.term.NamedConstant;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The forms of the operations other than + − · ÷, from the forms of their operands. */
final class Operations {
    private static final Pattern ON_BITS = Pattern.compile("(and|or|xor|not|clz|popc)[.]b([0-9]+)");

    private final Canonicalizer forms;
    private final TermStore store;
    private final Ring ring;
    private final Rules rules;
    private final Facts facts;
    private final Roundings roundings;

    Operations(Canonicalizer forms) {
        this.forms = forms;
        this.store = forms.store();
        this.ring = forms.ring();
        this.rules = ring.rules();
        this.facts = forms.reading().facts();
        this.roundings = new Roundings(forms);
    }

    /** The form of {@code t}, whose operands have forms. */
    Polynomial form(int t) {
        Op op = store.op(t);
        return switch (op) {
            case RATIONAL -> Polynomial.constant(store.rationalValue(t));
            case LITERAL ->
                    forms.reading()
                            .literals()
                            .read(ring, store.literalFormat(t), store.literalBits(t));
            case CONSTANT -> constant(store.constantOf(t));
            case ELEMENT -> forms.element(t);
            case NEG_INF, POS_INF, NAN, UNDEFINED, ARGS -> throw new NoFormException(op.name());
            case ADD, SUB, MUL, DIV, NEG, FMA -> throw new AssertionError("flattened: " + op);
            case EXP2 -> rules.exp2(form0(t));
            case LOG2 -> rules.log2(form0(t));
            case SQRT -> rules.sqrt(form0(t));
            case MAX, MIN -> extremum(t, op);
            case ABS -> absolute(form0(t));
            case FLOOR, CEIL, TRUNC, RINT -> roundings.form(t);
            case APPLY -> apply(t);
            case ITE -> choose(t);
            case TRUE -> Polynomial.ONE;
            case FALSE -> Polynomial.ZERO;
            case LT -> comparisons().positive(form1(t).subtract(form0(t)), facts);
            case LE -> comparisons().nonnegative(form1(t).subtract(form0(t)), facts);
            case EQ -> comparisons().zero(form1(t).subtract(form0(t)), facts);
            case NOT -> Polynomial.ONE.subtract(form0(t));
            case AND -> ring.multiply(form0(t), form1(t));
            case OR -> form0(t).add(form1(t)).subtract(ring.multiply(form0(t), form1(t)));
        };
    }

    private Comparisons comparisons() {
        return rules.comparisons();
    }

    private Polynomial form0(int t) {
        return forms.form(store.a(t));
    }

    private Polynomial form1(int t) {
        return forms.form(store.b(t));
    }

    /** log2 10 = 1 + log2 5; the others are atoms. */
    private Polynomial constant(NamedConstant c) {
        if (c == NamedConstant.LOG2_10) {
            return rules.log2(Polynomial.constant(Rational.of(10)));
        }
        return ring.variable(ring.atom(Atom.Kind.CONSTANT, c.ordinal()));
    }

    private Polynomial extremum(int t, Op op) {
        if (forms.reading().opaqueMaxima()) {
            return ring.variable(ring.atom(Atom.Kind.OPAQUE, t));
        }
        List<Polynomial> set = new ArrayList<>();
        List<Integer> todo = new ArrayList<>(List.of(t));
        Set<Integer> seen = new HashSet<>(); // lanes that all begin with one maximum share it
        while (!todo.isEmpty()) {
            int m = todo.remove(todo.size() - 1);
            if (!seen.add(m)) {
                continue;
            }
            if (store.op(m) == op) {
                todo.add(store.b(m));
                todo.add(store.a(m));
            } else {
                set.add(forms.form(m));
            }
        }
        return op == Op.MAX
                ? rules.extrema().maximum(set, facts)
                : rules.extrema().minimum(set, facts);
    }

    private Polynomial absolute(Polynomial p) {
        return rules.max(p, p.negate(), facts);
    }

    private Polynomial choose(int t) {
        Polynomial condition = forms.decisive(store.a(t));
        if (condition.isConstant()) {
            return forms.form(condition.isZero() ? store.c(t) : store.b(t));
        }
        Polynomial x = forms.form(store.b(t));
        Polynomial y = forms.form(store.c(t));
        if (forms.isReadAgain(store.a(t))) {
            // arms that meet at the threshold do not tell where exactly it lies
            Polynomial smooth = comparisons().continuous(forms.form(store.a(t)), x, y, facts);
            if (smooth != null) {
                return smooth;
            }
        }
        return comparisons().choose(condition, x, y, facts);
    }

    private Polynomial apply(int t) {
        Function function = store.functionOf(t);
        int[] operands = store.operands(t);
        Polynomial[] arguments = new Polynomial[operands.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] =
                    function.isDiscrete() ? forms.decisive(operands[i]) : forms.form(operands[i]);
        }
        if (function.equals(Function.TANH)) {
            return tanh(arguments[0]);
        }
        boolean odd = function.equals(Function.ERF) || function.equals(Function.SIN);
        if (odd || function.equals(Function.COS)) {
            return symmetric(function, store.a(t), arguments[0], odd);
        }
        Atom atom = new Atom(Atom.Kind.FUNCTION, store.a(t), List.of(arguments));
        int id = ring.atom(atom, null, function.integer());
        rangeOf(function, arguments).ifPresent(range -> rules.ranges().note(id, range));
        return ring.variable(id);
    }

    /** The range of an operation on bits, whose number is unsigned, or of a tensor's elements. */
    private Optional<Range> rangeOf(Function function, Polynomial[] arguments) {
        if (function.readsTensor()) {
            return rangeOf(store.symbols().get(store.symbolNamed(function.name())));
        }
        Matcher bits = ON_BITS.matcher(function.name());
        if (!bits.matches()) {
            return Optional.empty();
        }
        int width = Integer.parseInt(bits.group(2));
        Range all = new Range(Rational.ZERO, Rational.powerOfTwo(width).subtract(Rational.ONE));
        return Optional.of(
                switch (bits.group(1)) {
                    case "clz", "popc" -> new Range(Rational.ZERO, Rational.of(width));
                    case "and", "or", "xor" -> ofWords(bits.group(1), all, arguments);
                    default -> all;
                });
    }

    /**
     * The range of words that are combined bit by bit: a conjunction is not above either of them, a
     * disjunction not below, and neither it nor an exclusive one has bits that both lack.
     */
    private Range ofWords(String operation, Range all, Polynomial[] words) {
        Rational low = all.low();
        Rational high = operation.equals("and") ? all.high() : null;
        for (Polynomial word : words) {
            Range r = rules.ranges().of(word);
            boolean inside =
                    r.low() != null
                            && r.high() != null
                            && r.low().compareTo(all.low()) >= 0
                            && r.high().compareTo(all.high()) <= 0;
            if (operation.equals("and")) {
                high = inside && r.high().compareTo(high) < 0 ? r.high() : high;
            } else if (!inside) {
                return all;
            } else {
                int bitLength = r.high().floor().bitLength();
                Rational ones = Rational.powerOfTwo(bitLength).subtract(Rational.ONE);
                high = high == null || ones.compareTo(high) > 0 ? ones : high;
                boolean raises = operation.equals("or") && r.low().compareTo(low) > 0;
                low = raises ? r.low() : low;
            }
        }
        return new Range(low, high);
    }

    private static Optional<Range> rangeOf(Symbol symbol) {
        boolean integer = !symbol.type().isFloat();
        Rational low = integer ? symbol.type().minInteger() : null;
        Rational high = integer ? symbol.type().maxInteger() : null;
        low = symbol.low() == null ? low : symbol.low();
        high = symbol.high() == null ? high : symbol.high();
        return low == null || high == null ? Optional.empty() : Optional.of(new Range(low, high));
    }

    /** tanh u = 1 − 2 / (2^(2u·log2 e) + 1). */
    private Polynomial tanh(Polynomial u) {
        Polynomial log2e =
                ring.variable(ring.atom(Atom.Kind.CONSTANT, NamedConstant.LOG2_E.ordinal()));
        Polynomial e = rules.exp2(ring.multiply(u, log2e).scale(Rational.TWO));
        Ring.Factor inverse = rules.inverse(e.add(Polynomial.ONE));
        Polynomial two = Polynomial.constant(Rational.of(BigInteger.TWO));
        return Polynomial.ONE.subtract(ring.multiply(two, rules.polynomial(inverse)));
    }

    /** f(−u) = −f(u) for an odd function, f(u) for an even one. */
    private Polynomial symmetric(Function f, int id, Polynomial u, boolean odd) {
        if (u.isZero()) {
            return f.equals(Function.COS) ? Polynomial.ONE : Polynomial.ZERO;
        }
        boolean flip = u.coefficient(u.size() - 1).signum() < 0;
        Polynomial argument = flip ? u.negate() : u;
        int atom = ring.atom(Atom.Kind.FUNCTION, id, argument);
        if (!f.equals(Function.ERF)) {
            rules.circle().note(argument, atom, f.equals(Function.SIN));
        }
        Polynomial value = ring.variable(atom);
        return flip && odd ? value.negate() : value;
    }
}
