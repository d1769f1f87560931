package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes terms as SMT-LIB terms over the integers. A term of w bits is an integer that is congruent
 * to it modulo 2<sup>w</sup> and lies in a known range; where its bits count as a number with or
 * without a sign and the range is wider, a variable for the number of times that it wraps makes it
 * exact. Bit operations that are no sums, shifts or masks of low bits are functions of which only
 * the range is known, so that {@link #isExact} is false.
 */
final class IntegerText {
    private final Script script;
    private final Map<BitTerm, Ranged> numbers = new HashMap<>();
    private final Map<BitTerm, String> conditions = new HashMap<>();
    private final Map<BitTerm, Ranged> unsigned = new HashMap<>();
    private final Map<BitTerm, Ranged> signed = new HashMap<>();
    private final Set<String> declared = new HashSet<>();
    private final Products products;
    private final MonomialRanges ranges = new MonomialRanges();
    private final Quotients quotients;
    private final KnownRanges known;
    private boolean exact = true;

    /**
     * Writes conditions, all of which hold, into a script.
     *
     * @param kind what is written of products
     */
    IntegerText(Script script, Products.Kind kind, List<BitTerm> conditions) {
        this.script = script;
        products = new Products(script, kind);
        quotients = new Quotients(script, products, ranges);
        known = new KnownRanges(conditions);
        new KnownBounds(ranges, products, this::number).read(known, conditions);
        numbers.clear(); // they are narrower now
        conditions.forEach(c -> script.line("(assert " + condition(c) + ")"));
        products.lemmas();
    }

    /** True if variables were multiplied. */
    boolean hasProducts() {
        return products.isAny();
    }

    /** True if nothing was written as a function of which only the range is known. */
    boolean isExact() {
        return exact;
    }

    private static String literal(BigInteger value) {
        return Polynomial.literal(value);
    }

    private String text(Ranged n) {
        products.note(n.value());
        return n.value().text(products::name);
    }

    /** The number of a text, which gets a name. */
    private Ranged named(String text, BigInteger low, BigInteger high) {
        String name = named("n", "Int", text);
        ranges.variable(name, new IntegerRange(low, high));
        return new Ranged(Polynomial.of(name), low, high);
    }

    /** A polynomial that lies in a range, and in that which its variables give. */
    private Ranged ranged(Polynomial value, IntegerRange range) {
        IntegerRange both = range.and(ranges.of(value));
        return new Ranged(value, both.low(), both.high());
    }

    private static BigInteger power(int bits) {
        return BigInteger.ONE.shiftLeft(bits);
    }

    private void declare(String name, String operands, String sort) {
        if (declared.add(name)) {
            script.line("(declare-fun " + name + " (" + operands + ") " + sort + ")");
        }
    }

    // ---------------------------------------------------------------- conditions

    private String condition(BitTerm t) {
        String known = conditions.get(t);
        if (known == null) {
            known = named("c", "Bool", conditionText(t));
            conditions.put(t, known);
        }
        return known;
    }

    /** A name for a text, so that what is used twice is written once. */
    private String named(String stem, String sort, String text) {
        if (text.matches("[a-z0-9]+|\\(- [0-9]+\\)|\\|[^|]*\\|")) {
            return text; // a name or a number
        }
        String name = script.fresh(stem);
        script.line("(define-fun " + name + " () " + sort + " " + text + ")");
        return name;
    }

    private String conditionText(BitTerm t) {
        return switch (t.op()) {
            case CONSTANT -> t.is(1) ? "true" : "false";
            case VARIABLE -> {
                String name = Script.quoted(t.name());
                declare(name, "", "Bool");
                script.show(name, t);
                yield name;
            }
            case APPLY -> application(t, "Bool");
            case NOT -> "(not " + condition(t.operand(0)) + ")";
            case AND, OR -> {
                List<String> parts = new ArrayList<>();
                t.operands().forEach(o -> parts.add(condition(o)));
                yield "(" + t.op().smt() + " " + String.join(" ", parts) + ")";
            }
            case EQ -> equality(t.operand(0), t.operand(1));
            case ULT -> "(< " + unsigned(t.operand(0)) + " " + unsigned(t.operand(1)) + ")";
            case SLT -> "(< " + signed(t.operand(0)) + " " + signed(t.operand(1)) + ")";
            case ITE ->
                    "(ite "
                            + condition(t.operand(0))
                            + " "
                            + condition(t.operand(1))
                            + " "
                            + condition(t.operand(2))
                            + ")";
            default -> "(= " + unsigned(t) + " 1)";
        };
    }

    private String equality(BitTerm a, BitTerm b) {
        Ranged x = number(a);
        Ranged y = number(b);
        return areClose(x, y, a.width())
                ? "(= " + text(x) + " " + text(y) + ")"
                : "(= " + unsigned(a) + " " + unsigned(b) + ")";
    }

    private String application(BitTerm t, String sort) {
        List<String> operands = new ArrayList<>();
        List<String> sorts = new ArrayList<>();
        for (BitTerm o : t.operands()) {
            operands.add(o.width() == 1 ? condition(o) : unsigned(o));
            sorts.add(o.width() == 1 ? "Bool" : "Int");
        }
        String whole = Script.quoted(t.name() + " " + t.width() + " of " + String.join(" ", sorts));
        declare(whole, String.join(" ", sorts), sort);
        return operands.isEmpty() ? whole : "(" + whole + " " + String.join(" ", operands) + ")";
    }

    // ---------------------------------------------------------------- numbers

    /** The bits of a term as a number without a sign. */
    private String unsigned(BitTerm t) {
        return t.width() == 1 ? "(ite " + condition(t) + " 1 0)" : text(natural(t));
    }

    /** The bits of a term of several bits as a number without a sign. */
    private Ranged natural(BitTerm t) {
        Ranged found = unsigned.get(t);
        if (found == null) {
            BigInteger most = power(t.width()).subtract(BigInteger.ONE);
            found = within(number(t), new IntegerRange(BigInteger.ZERO, most));
            unsigned.put(t, found);
        }
        return found;
    }

    /** The bits of a term as a number with a sign. */
    private String signed(BitTerm t) {
        return text(integer(t));
    }

    /** The bits of a term as a number with a sign. */
    private Ranged integer(BitTerm t) {
        Ranged found = signed.get(t);
        if (found == null) {
            BigInteger half = power(t.width() - 1);
            IntegerRange all = new IntegerRange(half.negate(), half.subtract(BigInteger.ONE));
            found = within(number(t), all);
            signed.put(t, found);
        }
        return found;
    }

    /** The number in a range, which has all numbers of the width once, that is congruent to one. */
    private Ranged within(Ranged n, IntegerRange all) {
        if (n.range().isIn(all)) {
            return n;
        }
        BigInteger modulus = all.high().subtract(all.low()).add(BigInteger.ONE);
        String value = script.fresh("w");
        String wraps = script.fresh("q");
        script.line("(declare-const " + value + " Int)");
        script.line("(declare-const " + wraps + " Int)");
        script.line(
                "(assert (and (= "
                        + text(n)
                        + " (+ "
                        + value
                        + " (* "
                        + modulus
                        + " "
                        + wraps
                        + "))) (<= "
                        + literal(all.low())
                        + " "
                        + value
                        + " "
                        + literal(all.high())
                        + ")))");
        ranges.variable(value, all);
        return new Ranged(Polynomial.of(value), all.low(), all.high());
    }

    private Ranged number(BitTerm t) {
        Ranged known = numbers.get(t);
        if (known == null) {
            known = made(t);
            numbers.put(t, known);
            if (t.op() == BitOp.APPLY) {
                bound(known);
                script.show(text(known), t);
                t.operands().stream()
                        .filter(o -> o.width() > 1)
                        .forEach(o -> script.show(unsigned(o), o));
            }
        }
        return known;
    }

    private void bound(Ranged n) {
        script.line(
                "(assert (<= " + literal(n.low()) + " " + text(n) + " " + literal(n.high()) + "))");
    }

    private Ranged made(BitTerm t) {
        int w = t.width();
        return switch (t.op()) {
            case CONSTANT -> {
                boolean negative = t.low().testBit(w - 1);
                yield Ranged.of(negative ? t.low().subtract(power(w)) : t.low());
            }
            case VARIABLE -> {
                String name = Script.quoted(t.name());
                declare(name, "", "Int");
                Ranged n = variable(name, t);
                bound(n);
                script.show(name, t);
                yield n;
            }
            case APPLY -> ranged(application(t, "Int"), t);
            case ADD -> sum(t);
            case MUL -> product(number(t.operand(0)), number(t.operand(1)));
            case ZEXT -> {
                Ranged n = number(t.operand(0));
                boolean fits =
                        n.low().signum() >= 0 && n.high().bitLength() <= t.operand(0).width();
                yield fits ? n : named(unsigned(t.operand(0)), t.low(), t.high());
            }
            case SEXT -> {
                BigInteger half = power(t.operand(0).width() - 1);
                Ranged n = number(t.operand(0));
                boolean fits =
                        n.low().compareTo(half.negate()) >= 0 && n.high().compareTo(half) < 0;
                yield fits
                        ? n
                        : named(signed(t.operand(0)), half.negate(), half.subtract(BigInteger.ONE));
            }
            case LOW -> number(t.operand(0));
            case ITE -> choice(t);
            case UDIV, UREM -> {
                Ranged a = natural(t.operand(0));
                Ranged b = natural(t.operand(1));
                String op = t.op() == BitOp.UDIV ? "div" : "mod";
                yield isSize(b) ? divided(a, b, t) : divided(op, text(a), t);
            }
            case SDIV, SREM -> {
                Ranged a = integer(t.operand(0));
                Ranged b = integer(t.operand(1));
                yield a.range().isNatural() && isSize(b) ? divided(a, b, t) : truncated(t);
            }
            case LSHR, ASHR -> shifted(t);
            case BITAND -> masked(t);
            default -> unknown(t);
        };
    }

    /** A variable, or what conditions say that it is equal to. */
    private Ranged variable(String name, BitTerm t) {
        KnownRanges.Definition d = known.definition(t);
        if (d == null) {
            return inRange(name, t);
        }
        Ranged value = number(d.term());
        boolean wraps = !value.range().isIn(KnownBounds.all(d.term().width(), true));
        if (wraps || value.value().isConstant()) {
            return inRange(name, t);
        }
        script.line("(assert (= " + name + " " + text(value) + "))");
        IntegerRange range = value.range().and(KnownBounds.all(t.width(), d.signed()));
        IntegerRange stated = known.range(t);
        if (d.signed() || stated.isNatural()) { // if natural, without a sign, too
            range = range.and(stated);
            Map<List<String>, BigInteger> parts = value.value().parts();
            if (parts.size() == 1 && parts.containsValue(BigInteger.ONE)) {
                ranges.bound(parts.keySet().iterator().next(), range.high());
            }
        }
        return ranged(value.value(), range);
    }

    /** A variable, in the range that is known of it. */
    private Ranged inRange(String name, BitTerm t) {
        Ranged n = ranged(name, t);
        IntegerRange stated = known.of(t);
        BigInteger half = power(t.width() - 1);
        if (stated == null || n.high().compareTo(half) >= 0) {
            return n;
        }
        IntegerRange both = n.range().and(stated);
        if (both.low().equals(both.high())) {
            script.line("(assert (= " + name + " " + literal(both.low()) + "))");
            return Ranged.of(both.low());
        }
        return named(name, both.low(), both.high());
    }

    private Ranged choice(BitTerm t) {
        BitTerm c = t.operand(0);
        if (c.op() == BitOp.EQ
                && c.operand(0).width() > 1
                && areDifferent(number(c.operand(0)), number(c.operand(1)), c)) {
            return number(t.operand(2)); // such as what a division by 0 would give
        }
        Ranged a = number(t.operand(1));
        Ranged b = number(t.operand(2));
        IntegerRange either = new IntegerRange(a.low().min(b.low()), a.high().max(b.high()));
        Polynomial difference = a.value().plus(b.value(), BigInteger.ONE.negate());
        List<String> common = difference.parts().size() > 1 ? difference.common() : List.of();
        if (!common.isEmpty()) { // b + N x or b is b + N (x or 0)
            Polynomial n = Polynomial.of(common, difference.content());
            Polynomial x = difference.factorOf(common).primitive();
            IntegerRange range = ranges.of(x);
            Ranged some =
                    named(
                            "(ite " + condition(c) + " " + x.text(products::name) + " 0)",
                            range.low().min(BigInteger.ZERO),
                            range.high().max(BigInteger.ZERO));
            Polynomial product = products.times(n, ranges.of(n).low(), some.value(), some.low());
            return ranged(b.value().plus(product, BigInteger.ONE), either);
        }
        String text = "(ite " + condition(c) + " " + text(a) + " " + text(b) + ")";
        return named(text, either.low(), either.high());
    }

    /** True if the ranges of the two sides of an equation say that it does not hold. */
    private static boolean areDifferent(Ranged x, Ranged y, BitTerm equation) {
        boolean apart = x.high().compareTo(y.low()) < 0 || y.high().compareTo(x.low()) < 0;
        return apart && areClose(x, y, equation.operand(0).width());
    }

    /** True if numbers that are congruent modulo 2<sup>width</sup> are equal. */
    private static boolean areClose(Ranged x, Ranged y, int width) {
        BigInteger modulus = power(width);
        return x.high().subtract(y.low()).compareTo(modulus) < 0
                && y.high().subtract(x.low()).compareTo(modulus) < 0;
    }

    /** An integer that is one of the range's bits: with a sign if it may be any. */
    private Ranged ranged(String text, BitTerm t) {
        BigInteger most = power(t.width()).subtract(BigInteger.ONE);
        BigInteger half = power(t.width() - 1);
        boolean any = t.low().signum() == 0 && t.high().equals(most);
        return any
                ? named(text, half.negate(), half.subtract(BigInteger.ONE))
                : named(text, t.low(), t.high());
    }

    private Ranged sum(BitTerm t) {
        Polynomial value = Polynomial.of(BigInteger.ZERO);
        BigInteger low = BigInteger.ZERO;
        BigInteger high = BigInteger.ZERO;
        for (BitTerm o : t.operands()) {
            Ranged n = number(o);
            value = value.plus(n.value(), BigInteger.ONE);
            low = low.add(n.low());
            high = high.add(n.high());
        }
        return ranged(value, new IntegerRange(low, high));
    }

    private Ranged product(Ranged a, Ranged b) {
        Polynomial product = products.times(a.value(), a.low(), b.value(), b.low());
        return ranged(product, a.range().times(b.range()));
    }

    /** True for a number that is a variable, and at least 1. */
    private boolean isSize(Ranged n) {
        return !n.value().isConstant() && ranges.of(n.value()).isPositive();
    }

    /** The quotient of two numbers that are not negative, or the remainder. */
    private Ranged divided(Ranged a, Ranged b, BitTerm t) {
        Polynomial q = quotients.of(a.value(), b.value());
        if (t.op() == BitOp.UDIV || t.op() == BitOp.SDIV) {
            return ranged(q, new IntegerRange(BigInteger.ZERO, a.high()));
        }
        IntegerRange whole = ranges.of(q);
        Polynomial product = products.times(b.value(), b.low(), q, whole.low());
        BigInteger most = a.high().min(b.high().subtract(BigInteger.ONE));
        Polynomial rest = a.value().plus(product, BigInteger.ONE.negate());
        return ranged(rest, new IntegerRange(BigInteger.ZERO, most));
    }

    private Ranged divided(String op, String dividend, BitTerm t) {
        BitTerm divisor = t.operand(1);
        String quotient = "(" + op + " " + dividend + " " + unsigned(divisor) + ")";
        return named(quotient, t.low(), t.high()); // what a divisor 0 gives is not looked at
    }

    /** A division of numbers with signs, whose quotient is cut towards zero. */
    private Ranged truncated(BitTerm t) {
        String a = signed(t.operand(0));
        String b = signed(t.operand(1));
        String size = named("d", "Int", "(div (abs " + a + ") (abs " + b + "))");
        String quotient = "(ite (= (< " + a + " 0) (< " + b + " 0)) " + size + " (- " + size + "))";
        String value =
                t.op() == BitOp.SDIV
                        ? quotient
                        : "(- " + a + " (* " + b + " " + named("d", "Int", quotient) + "))";
        BigInteger half = power(t.width() - 1);
        return named(value, half.negate(), half);
    }

    private Ranged shifted(BitTerm t) {
        if (!t.operand(1).isConstant()) {
            return unknown(t);
        }
        BitTerm a = t.operand(0);
        BigInteger by = power(t.operand(1).low().intValue());
        if (t.op() == BitOp.LSHR) {
            return named("(div " + unsigned(a) + " " + by + ")", t.low(), t.high());
        }
        BigInteger half = power(t.width() - 1);
        return named(
                "(div " + signed(a) + " " + by + ")",
                half.negate().divide(by),
                half.subtract(BigInteger.ONE).divide(by));
    }

    /** A mask of bits that are neighbours. */
    private Ranged masked(BitTerm t) {
        BitTerm a = t.operand(0);
        BitTerm mask = t.operand(1);
        if (!mask.isConstant() || mask.low().signum() == 0) {
            return unknown(t);
        }
        int from = mask.low().getLowestSetBit();
        BigInteger run = mask.low().shiftRight(from).add(BigInteger.ONE);
        if (run.bitCount() != 1) {
            return unknown(t);
        }
        boolean toTop = mask.low().bitLength() == t.width();
        String part = "(div " + unsigned(a) + " " + power(from) + ")";
        String kept = toTop ? part : "(mod " + part + " " + run + ")";
        return named("(* " + power(from) + " " + kept + ")", BigInteger.ZERO, t.high());
    }

    /** A value of which only the range is known; equal operands give equal ones. */
    private Ranged unknown(BitTerm t) {
        exact = false;
        List<String> operands = new ArrayList<>();
        List<String> sorts = new ArrayList<>();
        for (BitTerm o : t.operands()) {
            operands.add(o.width() == 1 ? condition(o) : unsigned(o));
            sorts.add(o.width() == 1 ? "Bool" : "Int");
        }
        String name = Script.quoted("any " + t.op() + " " + t.width());
        declare(name, String.join(" ", sorts), "Int");
        Ranged n = named("(" + name + " " + String.join(" ", operands) + ")", t.low(), t.high());
        bound(n);
        return n;
    }
}
