package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Evaluates terms where variables have values, straight from what SMT-LIB says of the operations.
 */
public final class Evaluation {
    private final Map<BitTerm, BigInteger> values;

    /** Where variables have values. */
    public Evaluation(Map<BitTerm, BigInteger> variables) {
        values = new HashMap<>(variables);
    }

    /** The bits of a term as a number without a sign. */
    public BigInteger of(BitTerm t) {
        BigInteger known = values.get(t);
        if (known == null && t.op() == BitOp.ITE) {
            known = of(t.operand(holds(t.operand(0)) ? 1 : 2)); // the other one may have no value
        } else if (known == null) {
            BigInteger[] o = t.operands().stream().map(this::of).toArray(BigInteger[]::new);
            int from = t.operands().isEmpty() ? 0 : t.operand(0).width();
            known = value(t, o, from).mod(BigInteger.ONE.shiftLeft(t.width()));
        }
        values.put(t, known);
        return known;
    }

    /** True if a condition holds. */
    public boolean holds(BitTerm condition) {
        return of(condition).signum() != 0;
    }

    private static BigInteger value(BitTerm t, BigInteger[] o, int from) {
        return switch (t.op()) {
            case CONSTANT -> t.low();
            case VARIABLE, APPLY -> throw new IllegalArgumentException("no value of " + t);
            case LOW, ZEXT -> o[0];
            case SEXT -> signed(o[0], from);
            case EQ -> bit(o[0].equals(o[1]));
            case ULT -> bit(o[0].compareTo(o[1]) < 0);
            case SLT -> bit(signed(o[0], from).compareTo(signed(o[1], from)) < 0);
            case NOT -> bit(o[0].signum() == 0);
            case AND, BITAND -> fold(o, BigInteger::and);
            case OR, BITOR -> fold(o, BigInteger::or);
            case ADD -> fold(o, BigInteger::add);
            case MUL -> fold(o, BigInteger::multiply);
            default -> compute(t.op(), o[0], o[1], from);
        };
    }

    private static BigInteger fold(
            BigInteger[] o, java.util.function.BinaryOperator<BigInteger> operation) {
        return java.util.Arrays.stream(o).reduce(operation).orElseThrow();
    }

    private static BigInteger bit(boolean holds) {
        return holds ? BigInteger.ONE : BigInteger.ZERO;
    }

    static BigInteger signed(BigInteger bits, int width) {
        return bits.testBit(width - 1) ? bits.subtract(BigInteger.ONE.shiftLeft(width)) : bits;
    }

    /** An operation on two numbers of a width, modulo 2<sup>width</sup>. */
    static BigInteger compute(BitOp op, BigInteger a, BigInteger b, int width) {
        int by = b.min(BigInteger.valueOf(width)).intValue();
        return switch (op) {
            case ADD -> a.add(b);
            case MUL -> a.multiply(b);
            case UDIV -> a.divide(b);
            case UREM -> a.remainder(b);
            case SDIV -> signed(a, width).divide(signed(b, width));
            case SREM -> signed(a, width).remainder(signed(b, width));
            case SHL -> a.shiftLeft(by);
            case LSHR -> a.shiftRight(by);
            case ASHR -> signed(a, width).shiftRight(by);
            case BITAND -> a.and(b);
            case BITOR -> a.or(b);
            case BITXOR -> a.xor(b);
            default -> throw new IllegalArgumentException(op.name());
        };
    }
}
