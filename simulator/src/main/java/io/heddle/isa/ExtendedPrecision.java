package io.heddle.isa;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.sim.Decoder;
import io.heddle.sim.Step;
import io.heddle.sim.Tag;
import io.heddle.sim.UnsupportedPtxException;
import io.heddle.sim.Value;
import io.heddle.sim.Warp;
import java.math.BigInteger;

/**
 * Extended-precision arithmetic with the carry flag {@code CC.CF} (PTX ISA 9.7.2), on concrete
 * operands.
 */
final class ExtendedPrecision {
    private static final String CARRY = "%cc";

    private ExtendedPrecision() {}

    static boolean setsCarry(Instruction i) {
        return i.has("cc");
    }

    static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        int width = type.bits();
        int n = i.operands().size() - 1;
        int destination = d.destination(i.operands().get(0));
        int[] s = new int[3];
        for (int k = 0; k < n; k++) {
            s[k] = d.source(i.operands().get(k + 1), type);
        }
        int carry = d.named(CARRY, 1);
        boolean carryIn = i.opcode().endsWith("c");
        boolean carryOut = i.has("cc");
        String base = i.opcode().substring(0, 3);
        return new LaneStep(carryOut ? new int[] {destination, carry} : new int[] {destination}) {
            @Override
            void lane(Warp w, int lane) {
                BigInteger[] v = new BigInteger[n];
                for (int k = 0; k < n; k++) {
                    Value x = LogicAndShift.concretise(w, w.value(s[k] + lane));
                    if (!x.isConcrete()) {
                        throw new UnsupportedPtxException(
                                "extended-precision arithmetic on an unknown");
                    }
                    v[k] = number(x.payload(), type);
                }
                BigInteger in = BigInteger.valueOf(carryIn ? w.bits[carry + lane] : 0);
                BigInteger modulus = BigInteger.ONE.shiftLeft(width);
                BigInteger r;
                boolean out;
                switch (base) {
                    case "add":
                        r = v[0].mod(modulus).add(v[1].mod(modulus)).add(in);
                        out = r.compareTo(modulus) >= 0;
                        break;
                    case "sub":
                        r = v[0].mod(modulus).subtract(v[1].mod(modulus)).subtract(in);
                        out = r.signum() < 0;
                        break;
                    default:
                        BigInteger product = v[0].multiply(v[1]);
                        BigInteger part = i.has("hi") ? product.shiftRight(width) : product;
                        r = part.mod(modulus).add(v[2].mod(modulus)).add(in);
                        out = r.compareTo(modulus) >= 0;
                        break;
                }
                w.setConcrete(destination + lane, r.mod(modulus).longValue() & Value.mask(width));
                if (carryOut) {
                    w.tags[carry + lane] = Tag.CONCRETE;
                    w.bits[carry + lane] = out ? 1 : 0;
                }
            }
        };
    }

    private static BigInteger number(long bits, PtxType type) {
        int width = type.bits();
        BigInteger unsigned =
                BigInteger.valueOf(bits)
                        .and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
        return type.isSigned() && unsigned.testBit(width - 1)
                ? unsigned.subtract(BigInteger.ONE.shiftLeft(width))
                : unsigned;
    }
}
