package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.number.Bits;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;

/**
 * Whether integer arithmetic stays within its type (PTX ISA 9.7.1): the exact result is the one
 * that the instruction gives.
 */
final class ExactIntegers {
    private static final Set<String> MODELLED =
            Set.of("add", "sub", "mul", "mad", "neg", "abs", "shl");

    private final String opcode;
    private final PtxType type;

    private ExactIntegers(String opcode, PtxType type) {
        this.opcode = opcode;
        this.type = type;
    }

    /** For an instruction; empty if it cannot overflow, or it is not known when it does. */
    static Optional<ExactIntegers> of(Instruction i) {
        PtxType type = Bits.type(i);
        boolean integer = type != null && (Bits.isInteger(type) || Bits.isUntyped(type));
        boolean fits = i.has("wide") || i.has("hi") || i.has("sat") || i.has("cc");
        return integer && !fits && MODELLED.contains(i.opcode()) && type.bits() <= Long.SIZE
                ? Optional.of(new ExactIntegers(i.opcode(), type))
                : Optional.empty();
    }

    /**
     * True if the exact result is in the range of the type; of an unsigned type also if it is in
     * that of the signed one, with operands that are read so.
     *
     * @param sources patterns
     */
    boolean fits(long... sources) {
        return fits(true, sources) || !type.isSigned() && fits(false, sources);
    }

    private boolean fits(boolean signed, long... sources) {
        BigInteger x = value(sources[0], signed);
        BigInteger y = sources.length > 1 ? value(sources[1], signed) : BigInteger.ZERO;
        BigInteger result =
                switch (opcode) {
                    case "add" -> x.add(y);
                    case "sub" -> x.subtract(y);
                    case "mul" -> x.multiply(y);
                    case "mad" -> x.multiply(y).add(value(sources[2], signed));
                    case "neg" -> x.negate();
                    case "abs" -> x.abs();
                    default -> // shl; the amount is an unsigned number of 32 bits
                            x.shiftLeft((int) Math.min(sources[1] & Bits.mask(32), 2 * Long.SIZE));
                };
        return signed
                ? result.bitLength() < type.bits()
                : result.signum() >= 0 && result.bitLength() <= type.bits();
    }

    private BigInteger value(long pattern, boolean signed) {
        if (signed) {
            return BigInteger.valueOf(Bits.signed(pattern, type.bits()));
        }
        BigInteger low = BigInteger.valueOf(pattern & Bits.mask(type.bits()));
        return low.signum() < 0 ? low.add(BigInteger.ONE.shiftLeft(Long.SIZE)) : low;
    }
}
