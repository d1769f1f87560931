package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.TermStore;
import io.heddle.value.Choices;
import io.heddle.value.Tag;
import io.heddle.value.Value;

/**
 * {@code copysign d, a, b}: the magnitude of b with the sign bit of a (PTX ISA 9.7.3). The sign of
 * a concrete a is read from its bits, since −0 and 0 are one real number.
 */
final class SignCopy {
    private SignCopy() {}

    static Step decode(Decoder d, Instruction i, PtxType type) {
        FloatFormat format = FloatingPoint.format(type);
        byte tag = Tag.of(format);
        int destination = d.destination(i.operands().get(0));
        int sign = d.source(i.operands().get(1), type);
        int magnitude = d.realSource(i.operands().get(2), format);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                int b = w.store().abs(w.real(magnitude + lane, tag));
                w.set(destination + lane, copied(w, w.value(sign + lane), b));
            }

            /** The number {@code b}, which is not negative, with the sign of {@code from}. */
            private Value copied(Warp w, Value from, int b) {
                TermStore s = w.store();
                Value a = from.resize(format.bits());
                if (a.tag() == Tag.CHOICE) { // between patterns of which a number may not tell
                    Choices.Choice c = w.views().choice(a);
                    return w.views()
                            .ite(
                                    c.condition(),
                                    copied(w, c.then(), b),
                                    copied(w, c.otherwise(), b));
                }
                if (a.tag() == Tag.CONCRETE) {
                    boolean negative = (a.payload() >>> format.bits() - 1 & 1) != 0;
                    if (ZeroResults.isZero(s, b)) {
                        long bits = negative ? 1L << format.bits() - 1 : 0;
                        return Value.concrete(bits, format.bits());
                    }
                    return w.views().ofReal(negative ? s.neg(b) : b, format);
                }
                int t = w.views().real(a, format);
                note(w, t);
                w.views().roundedSteps().noteSign(t, format, i);
                return w.views().ofReal(signed(s, t, b), format);
            }

            /**
             * b with the sign of t: if t is zero or NaN, an unknown function of this very term says
             * which sign.
             */
            private int signed(TermStore s, int t, int b) {
                Function unknown = new Function("sign.of.zero." + t, 1, true);
                int atZero = s.ite(s.eq(s.apply(unknown, t), s.one()), s.neg(b), b);
                return s.ite(s.lt(t, s.zero()), s.neg(b), s.ite(s.lt(s.zero(), t), b, atZero));
            }

            /**
             * Lists the assumption that no sign of a −0 or NaN is copied: a sum with 0 can change
             * the sign of a zero in a program, but not in its term.
             */
            private void note(Warp w, int t) {
                TermStore s = w.store();
                if (s.isRational(t) && s.rationalValue(t).isZero() || t == s.nan()) {
                    throw new UnsupportedPtxException(
                            "the sign of a computed zero or NaN is not modelled");
                }
                if (s.isRational(t) || t == s.posInf() || t == s.negInf()) {
                    return;
                }
                w.machine()
                        .assume(
                                Assumption.Kind.ZERO_SIGN,
                                i.mnemonic()
                                        + " at "
                                        + i.position().file()
                                        + ":"
                                        + i.position().line()
                                        + " takes no sign from a -0 or a NaN",
                                this);
            }
        };
    }
}
