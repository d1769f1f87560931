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
 * the greatest value of products, by comparing them with constants.
 */
final class KnownRanges {
    private final Map<BitTerm, IntegerRange> variables = new HashMap<>();
    private final List<Product> products = new ArrayList<>();

    /**
     * What is known of a product.
     *
     * @param term the product
     * @param range between which numbers with a sign it lies
     */
    record Product(BitTerm term, IntegerRange range) {}

    /** Reads conditions, all of which hold. */
    KnownRanges(List<BitTerm> conditions) {
        conditions.forEach(this::read);
    }

    /** The range of a variable as a number with a sign; null if the conditions say nothing. */
    IntegerRange of(BitTerm variable) {
        return variables.get(variable);
    }

    List<Product> products() {
        return products;
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
