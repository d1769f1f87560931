package io.heddle.anyinput.bits;

import java.math.BigInteger;

/** Operations on constants. */
final class Folding {
    private Folding() {}

    /** The number with a sign that a constant's bits are. */
    static BigInteger signed(BitTerm t) {
        return t.low().testBit(t.width() - 1)
                ? t.low().subtract(BigInteger.ONE.shiftLeft(t.width()))
                : t.low();
    }

    /** A quotient or remainder by a constant that is not 0; a signed one is cut towards zero. */
    static BigInteger divide(BitOp op, BitTerm a, BitTerm b) {
        return switch (op) {
            case UDIV -> a.low().divide(b.low());
            case UREM -> a.low().remainder(b.low());
            case SDIV -> signed(a).divide(signed(b));
            case SREM -> signed(a).remainder(signed(b));
            default -> throw new IllegalArgumentException(op.name());
        };
    }
}
