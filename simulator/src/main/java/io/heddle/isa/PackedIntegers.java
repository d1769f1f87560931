package io.heddle.isa;

import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value;

/**
 * {@code cvt.pack.sat}: clamps two integers to a narrow type and packs them, the second in the
 * lower bits; above them come the low bits of a third operand (PTX ISA 9.7.9.22).
 */
final class PackedIntegers {
    private PackedIntegers() {}

    static Step decode(Decoder d, Instruction i) {
        String narrow = i.modifiers().get(i.modifiers().indexOf("sat") + 1);
        boolean rest = i.operands().size() == 4;
        boolean signed = narrow.charAt(0) == 's';
        int bits = Integer.parseInt(narrow.substring(1));
        int destination = d.destination(i.operands().get(0));
        int high = d.source(i.operands().get(1), PtxType.S32);
        int low = d.source(i.operands().get(2), PtxType.S32);
        int above = rest ? d.source(i.operands().get(3), PtxType.B32) : -1;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value pair =
                        clamped(w, low + lane, bits, signed)
                                .concat(clamped(w, high + lane, bits, signed));
                w.set(
                        destination + lane,
                        rest ? pair.concat(w.value(above + lane).slice(0, 32 - 2 * bits)) : pair);
            }
        };
    }

    private static Value clamped(Warp w, int index, int bits, boolean signed) {
        TermStore s = w.store();
        int t = w.integer(index, 32, true);
        if (!w.views().fits(t, bits, signed)) {
            Rational span = Rational.powerOfTwo(signed ? bits - 1 : bits);
            int least = s.rational(signed ? span.negate() : Rational.ZERO);
            t = s.min(s.max(t, least), s.rational(span.subtract(Rational.ONE)));
        }
        return w.views().ofInteger(t, bits, signed);
    }
}
