package io.heddle.replay;

/** What an instruction computes of at most three register contents. */
@FunctionalInterface
interface Scalar {
    /** The result's bits, zero-extended; operands that the instruction lacks are arbitrary. */
    long apply(long a, long b, long c);

    /** This operation on each {@code width}-bit lane of packed operands of {@code lanes} lanes. */
    default Scalar packed(int width, int lanes) {
        long mask = Bits.mask(width);
        return (a, b, c) -> {
            long result = 0;
            for (int lane = 0; lane < lanes; lane++) {
                int s = lane * width;
                long r = apply(a >>> s & mask, b >>> s & mask, c >>> s & mask);
                result |= (r & mask) << s;
            }
            return result;
        };
    }
}
