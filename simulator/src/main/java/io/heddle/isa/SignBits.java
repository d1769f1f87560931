package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.term.FloatFormat;
import io.heddle.term.TermStore;
import io.heddle.value.Value;
import java.util.Optional;

/** Masks that programs apply to the sign bit of a float, to get its magnitude or its negative. */
final class SignBits {
    private SignBits() {}

    /** The float {@code t} combined with {@code bits}, if that changes only the sign bit. */
    static Optional<Value> of(Warp w, String op, int t, FloatFormat f, long bits) {
        TermStore s = w.store();
        long sign = 1L << f.bits() - 1;
        boolean zero = ZeroResults.isZero(s, t);
        if (op.equals("and") && bits == sign - 1) {
            return Optional.of(zero ? Value.concrete(0, f.bits()) : w.views().ofReal(s.abs(t), f));
        }
        if (op.equals("or") && bits == sign) {
            return Optional.of(
                    zero ? Value.concrete(sign, f.bits()) : w.views().ofReal(s.neg(s.abs(t)), f));
        }
        return op.equals("xor") && bits == sign
                ? Optional.of(w.views().ofReal(s.neg(t), f))
                : Optional.empty();
    }
}
