package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;

/**
 * Operations on bit strings of at most 64 bits; wider ones, in which sizes are computed, are
 * supposed to fit.
 */
final class TermValue {
    private TermValue() {}

    /** The value of a constant. */
    static long constant(BitTerm t) {
        return t.low().longValue();
    }

    private static long cut(long value, int width) {
        return width >= Long.SIZE ? value : value & (1L << width) - 1;
    }

    static long signed(long value, int width) {
        return width >= Long.SIZE ? value : value << Long.SIZE - width >> Long.SIZE - width;
    }

    /** The value of an operation with one operand. */
    static long of(BitTerm t, long a) {
        return switch (t.op()) {
            case ZEXT -> a;
            case SEXT -> cut(signed(a, t.operand(0).width()), t.width());
            case LOW -> cut(a, t.width());
            case NOT -> a ^ 1;
            default -> throw new NoFormulaException("the operation " + t.op());
        };
    }

    /** The value of an operation with two operands. */
    static long of(BitTerm t, long a, long b) {
        int w = t.operand(0).width();
        return switch (t.op()) {
            case ADD -> cut(a + b, w);
            case MUL -> cut(a * b, w);
            case UDIV -> b == 0 ? cut(-1, w) : Long.divideUnsigned(a, b);
            case UREM -> b == 0 ? a : Long.remainderUnsigned(a, b);
            case SDIV ->
                    b == 0
                            ? cut(signed(a, w) < 0 ? 1 : -1, w)
                            : cut(signed(a, w) / signed(b, w), w);
            case SREM -> b == 0 ? a : cut(signed(a, w) % signed(b, w), w);
            case SHL -> b < 0 || b >= w || b >= Long.SIZE ? 0 : cut(a << b, w);
            case LSHR -> b < 0 || b >= w || b >= Long.SIZE ? 0 : a >>> b;
            case ASHR -> cut(signed(a, w) >> (b < 0 || b >= Long.SIZE ? Long.SIZE - 1 : b), w);
            case BITAND -> a & b;
            case BITOR -> a | b;
            case BITXOR -> a ^ b;
            case EQ -> a == b ? 1 : 0;
            case ULT -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
            case SLT -> signed(a, w) < signed(b, w) ? 1 : 0;
            default -> throw new NoFormulaException("the operation " + t.op());
        };
    }
}
