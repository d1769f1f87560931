package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What conditions that hold together say of the range of variables, as numbers with a sign, and of
 * the greatest value of products, by comparing them with constants; and which variables are sums of
 * products of others.
 */
final class KnownRanges {
    private final Map<BitTerm, IntegerRange> variables = new HashMap<>();
    private final List<Product> products = new ArrayList<>();
    private final Map<BitTerm, Definition> definitions = new HashMap<>();
    private final List<BitTerm[]> equal = new ArrayList<>(); // variables in more bits

    /**
     * What is known of a product.
     *
     * @param term the product
     * @param range between which numbers with a sign it lies
     */
    record Product(BitTerm term, IntegerRange range) {}

    /**
     * What a variable is equal to.
     *
     * @param term a sum of products of other variables, wider than the variable
     * @param signed true if the variable's bits are a number with a sign where they are compared
     */
    record Definition(BitTerm term, boolean signed) {}

    /** Reads conditions, all of which hold. */
    KnownRanges(List<BitTerm> conditions) {
        conditions.forEach(this::read);
        for (BitTerm[] sides : equal) {
            IntegerRange both = ofNumber(sides[0]).and(ofNumber(sides[1]));
            in(sides[0], both, true);
            in(sides[1], both, true);
        }
    }

    /** The range of a variable as a number with a sign; null if the conditions say nothing. */
    IntegerRange of(BitTerm variable) {
        return variables.get(variable);
    }

    /** The range of a variable as a number with a sign, in which it always is, too. */
    IntegerRange range(BitTerm variable) {
        IntegerRange all = signed(variable.width());
        boolean small = variable.high().compareTo(all.high()) <= 0;
        IntegerRange own = small ? new IntegerRange(variable.low(), variable.high()) : all;
        return own.and(variables.getOrDefault(variable, own));
    }

    List<Product> products() {
        return products;
    }

    /** What a variable is equal to; null if no condition says it. */
    Definition definition(BitTerm variable) {
        return definitions.get(variable);
    }

    private static IntegerRange signed(int width) {
        BigInteger half = BigInteger.ONE.shiftLeft(width - 1);
        return new IntegerRange(half.negate(), half.subtract(BigInteger.ONE));
    }

    private static BigInteger number(BitTerm constant, boolean signed) {
        BigInteger bits = constant.low();
        return signed && bits.testBit(constant.width() - 1)
                ? bits.subtract(BigInteger.ONE.shiftLeft(constant.width()))
                : bits;
    }

    private void read(BitTerm t) {
        switch (t.op()) {
            case AND -> t.operands().forEach(this::read);
            case EQ -> {
                same(t.operand(0), t.operand(1));
                same(t.operand(1), t.operand(0));
                if (!define(t.operand(0), t.operand(1))) {
                    define(t.operand(1), t.operand(0));
                }
            }
            case SLT, ULT -> less(t.operand(0), t.operand(1), t.op() == BitOp.SLT, BigInteger.ONE);
            case NOT -> {
                BitTerm c = t.operand(0);
                if (c.op() == BitOp.SLT || c.op() == BitOp.ULT) {
                    boolean signed = c.op() == BitOp.SLT;
                    less(c.operand(1), c.operand(0), signed, BigInteger.ZERO);
                }
            }
            default -> {
                // says nothing of this kind
            }
        }
    }

    private boolean define(BitTerm t, BitTerm as) {
        if (!isVariable(t) || !isPolynomial(as) || isMadeOf(as, t.operand(0))) {
            return false;
        }
        if (isVariable(as)) {
            equal.add(new BitTerm[] {t, as});
        }
        Definition d = new Definition(as, t.op() == BitOp.SEXT);
        return definitions.putIfAbsent(t.operand(0), d) == null;
    }

    /** True if a variable is in a sum of products, or in what variables of it are equal to. */
    private boolean isMadeOf(BitTerm t, BitTerm variable) {
        Definition d = definitions.get(t);
        return t == variable
                || d != null && isMadeOf(d.term(), variable)
                || t.operands().stream().anyMatch(o -> isMadeOf(o, variable));
    }

    /** True for a variable in more bits than it has. */
    private static boolean isVariable(BitTerm t) {
        boolean extended = t.op() == BitOp.SEXT || t.op() == BitOp.ZEXT;
        return extended && t.operand(0).op() == BitOp.VARIABLE;
    }

    /** The range of a variable in more bits, as a number with a sign. */
    private IntegerRange ofNumber(BitTerm t) {
        BitTerm v = t.operand(0);
        IntegerRange known = range(v);
        BigInteger most = BigInteger.ONE.shiftLeft(v.width()).subtract(BigInteger.ONE);
        return t.op() == BitOp.SEXT || known.isNatural()
                ? known
                : new IntegerRange(BigInteger.ZERO, most);
    }

    /** True for sums of products of variables and numbers, in any widths. */
    static boolean isPolynomial(BitTerm t) {
        return switch (t.op()) {
            case VARIABLE -> true;
            case CONSTANT, ADD, MUL, SEXT, ZEXT ->
                    t.operands().stream().allMatch(KnownRanges::isPolynomial);
            default -> false;
        };
    }

    private void same(BitTerm t, BitTerm constant) {
        if (constant.isConstant() && t.width() > 1) {
            BigInteger value = number(constant, true);
            in(t, new IntegerRange(value, value), true);
        }
    }

    /** a + {@code by} ≤ b. */
    private void less(BitTerm a, BitTerm b, boolean signed, BigInteger by) {
        IntegerRange all =
                signed
                        ? signed(a.width())
                        : new IntegerRange(
                                BigInteger.ZERO,
                                BigInteger.ONE.shiftLeft(a.width()).subtract(BigInteger.ONE));
        if (b.isConstant()) {
            in(a, new IntegerRange(all.low(), number(b, signed).subtract(by)), signed);
        } else if (a.isConstant()) {
            in(b, new IntegerRange(number(a, signed).add(by), all.high()), signed);
        }
    }

    private void in(BitTerm t, IntegerRange range, boolean signed) {
        if (range.low().compareTo(range.high()) > 0) {
            return; // cannot hold
        }
        IntegerRange all = signed(t.width());
        if (!signed && !range.isIn(all)) {
            return; // another range where bits are numbers with a sign
        }
        switch (t.op()) {
            case VARIABLE -> variables.put(t, variables.getOrDefault(t, all).and(range));
            case SEXT -> in(t.operand(0), signed(t.operand(0).width()).and(range), true);
            case ZEXT -> {
                if (range.high().signum() >= 0) {
                    BigInteger low = range.low().max(BigInteger.ZERO);
                    in(t.operand(0), new IntegerRange(low, range.high()), false);
                }
            }
            case MUL -> products.add(new Product(t, range));
            default -> {
                // sums and others are left to the solver
            }
        }
    }
}
