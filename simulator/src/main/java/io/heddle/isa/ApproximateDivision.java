package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * {@code div.approx.f32}: of a divisor beyond 2^126 in magnitude the result is 0, or NaN if the
 * dividend is an infinity (PTX ISA 9.7.3, div).
 */
final class ApproximateDivision {
    private static final Rational GREATEST = Rational.powerOfTwo(126);

    private ApproximateDivision() {}

    static boolean is(Instruction i) {
        return i.opcode().equals("div") && i.has("approx");
    }

    /**
     * Returns the term {@code a / b}, or 0 if the divisor is beyond 2^126 at all inputs. If it is
     * no constant otherwise, the verdict lists the assumption that its magnitude is at most 2^126,
     * except for an integer element of a tensor.
     */
    static int divide(Warp w, int a, int b) {
        TermStore s = w.store();
        boolean beyond = w.views().isBeyond(b, GREATEST);
        if (!beyond && !s.isRational(b)) {
            if (!isSmall(s, b)) {
                w.machine()
                        .assume(
                                Assumption.Kind.OTHER,
                                "divisors of div.approx are at most 2^126 in magnitude",
                                null);
            }
            return s.div(a, b);
        }
        if (!beyond) {
            return s.div(a, b);
        }
        if (s.mayBeExceptional(a)) {
            throw new UnsupportedPtxException("div.approx by a number beyond 2^126");
        }
        return s.zero();
    }

    private static boolean isSmall(TermStore s, int b) {
        return s.isClosed(b) || s.op(b) == Op.ELEMENT && s.isInteger(b);
    }
}
