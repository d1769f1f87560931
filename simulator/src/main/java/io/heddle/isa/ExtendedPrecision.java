package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.math.BigInteger;

/**
 * Extended-precision arithmetic with the carry flag {@code CC.CF} (PTX ISA 9.7.2). For symbolic
 * operands the carry is the term ⌊r / 2^width⌋, where r is the sum of the operands as unsigned
 * numbers; the borrow is −⌊r / 2^width⌋ of their difference r.
 */
public final class ExtendedPrecision {
    private static final String CARRY = "%cc";

    private ExtendedPrecision() {}

    static boolean setsCarry(Instruction i) {
        return i.has("cc");
    }

    /** Decodes an instruction that reads or sets the carry flag. */
    public static Step decode(Decoder d, Instruction i) {
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
                Value[] values = new Value[n];
                boolean concrete = !carryIn || w.tags[carry + lane] == Tag.CONCRETE;
                for (int k = 0; k < n; k++) {
                    values[k] = LogicAndShift.concretise(w, w.value(s[k] + lane)).resize(width);
                    concrete &= values[k].isConcrete();
                    if (values[k].isConcrete()) {
                        v[k] = number(values[k].payload(), type);
                    } else if (values[k].undefinedTerm() != 0) {
                        throw new UnsupportedPtxException(
                                "extended-precision arithmetic on a value never written");
                    }
                }
                if (!concrete) {
                    symbolic(w, lane, values);
                    return;
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

            private void symbolic(Warp w, int lane, Value[] v) {
                TermStore t = w.store();
                int in = carryIn ? w.integer(carry + lane, 1, false) : t.zero();
                int r;
                if (base.equals("mad")) {
                    boolean signed = type.isSigned();
                    int product =
                            t.mul(
                                    w.views().exactInteger(v[0], width, signed),
                                    w.views().exactInteger(v[1], width, signed));
                    int part = i.has("hi") ? down(t, product) : product;
                    int low = t.sub(part, t.mul(modulus(t), down(t, part)));
                    r = t.add(t.add(low, w.views().exactInteger(v[2], width, false)), in);
                } else {
                    int a = w.views().exactInteger(v[0], width, false);
                    int b = w.views().exactInteger(v[1], width, false);
                    r = base.equals("add") ? t.add(t.add(a, b), in) : t.sub(t.sub(a, b), in);
                }
                w.set(destination + lane, w.views().ofSum(r, width, false, instruction()));
                if (carryOut) {
                    int turns = down(t, r);
                    int out = base.equals("sub") ? t.neg(turns) : turns;
                    w.set(carry + lane, w.views().ofInteger(out, 1, false));
                }
            }

            private int modulus(TermStore t) {
                return t.rational(Rational.powerOfTwo(width));
            }

            private int down(TermStore t, int x) {
                return t.floor(t.mul(x, t.rational(Rational.powerOfTwo(-width))));
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
