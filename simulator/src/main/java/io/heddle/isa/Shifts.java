package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.Rational;
import io.heddle.value.Tag;
import io.heddle.value.Value;

/** Shifts by concrete amounts (PTX ISA 9.7.8.7 to 9.7.8.9). */
final class Shifts {
    private Shifts() {}

    /** {@code shl} and {@code shr}, which shift in zeros, or the sign in a signed {@code shr}. */
    static Step shift(Decoder d, Instruction i, PtxType type) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = d.source(i.operands().get(2), PtxType.U32);
        int width = type.bits();
        boolean left = i.opcode().equals("shl");
        boolean signed = type.isSigned();
        long mask = Value.mask(width);
        int up = 64 - width;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if ((w.tags[a + lane] | w.tags[b + lane]) == 0) {
                    long n = w.bits[b + lane] & 0xffffffffL;
                    long x = w.bits[a + lane];
                    long r;
                    if (left) {
                        r = n >= width ? 0 : x << n;
                    } else if (signed) {
                        r = x << up >> up >> Math.min(n, width - 1);
                    } else {
                        r = n >= width ? 0 : (x & mask) >>> n;
                    }
                    w.tags[destination + lane] = Tag.CONCRETE;
                    w.bits[destination + lane] = r & mask;
                    return;
                }
                Value n = LogicAndShift.concretise(w, w.value(b + lane));
                Value x = LogicAndShift.concretise(w, w.value(a + lane).resize(width));
                if (n.undefinedTerm() != 0) {
                    w.set(destination + lane, Value.whole(Tag.UNDEFINED, n.undefinedTerm(), width));
                    return;
                }
                if (!n.isConcrete()) {
                    throw new UnsupportedPtxException("a shift by an amount that is not concrete");
                }
                w.set(destination + lane, shifted(w, x, (int) Math.min(n.payload(), width)));
            }

            private Value shifted(Warp w, Value x, int n) {
                if (n == 0) {
                    return x;
                }
                int undefined = x.undefinedTerm();
                if (left) {
                    if (n == width) {
                        return Value.concrete(0, width);
                    }
                    if (x.tag() == Tag.INT) {
                        boolean view = Tag.signed(x.payload());
                        int t = w.views().congruent(x, width);
                        int scale = w.store().rational(Rational.powerOfTwo(n));
                        int r = w.store().mul(t, scale);
                        if (w.views().fits(r, width, view)) {
                            return w.views().ofInteger(r, width, view);
                        }
                    }
                    return Value.concrete(0, n).concat(x.slice(0, width - n));
                }
                if (!signed) {
                    return n == width
                            ? Value.concrete(0, width)
                            : x.slice(n, width - n).resize(width);
                }
                if (undefined != 0) {
                    return Value.whole(Tag.UNDEFINED, undefined, width);
                }
                int k = Math.min(n, width - 1);
                int t = w.views().integer(x.slice(k, width - k), width - k, true);
                return w.views().ofInteger(t, width, true);
            }
        };
    }

    /**
     * {@code shf}: shifts the concatenation of two 32-bit registers and takes one half of the
     * result (PTX ISA 9.7.8.7).
     */
    static Step funnel(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.U32);
        boolean left = i.has("l");
        boolean wrap = i.has("wrap");
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value amount = LogicAndShift.concretise(w, w.value(c + lane));
                if (amount.undefinedTerm() != 0) {
                    w.set(
                            destination + lane,
                            Value.whole(Tag.UNDEFINED, amount.undefinedTerm(), 32));
                    return;
                }
                if (!amount.isConcrete()) {
                    throw new UnsupportedPtxException("a shift by an amount that is not concrete");
                }
                int n = (int) (wrap ? amount.payload() & 31 : Math.min(amount.payload(), 32));
                Value pair = w.value(a + lane).concat(w.value(b + lane));
                w.set(destination + lane, pair.slice(left ? 32 - n : n, 32));
            }
        };
    }
}
