package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Budget;
import io.heddle.algebra.Recovery;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.NamedConstant;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RoundingNoiseTest {
    private final TermStore s = new TermStore();
    private final int x = s.element(s.declare(new Symbol("x", ElementType.F32, List.of(1))), 0);
    private final int literal = s.literal(FloatFormat.F32, 0x3FB8AA3BL);
    private final int exp = s.exp2(s.mul(x, s.constant(NamedConstant.LOG2_E)));
    private final int fast = s.exp2(s.mul(x, literal));

    private boolean explains(double at, int left, int right) {
        Cone cone = new Cone(s, left, right);
        List<Recovery.Literal> kept = List.of(new Recovery.Literal(FloatFormat.F32, 0x3FB8AA3BL));
        Literals base = Literals.recovered(s, new Recovery(kept, true));
        return new RoundingNoise(cone, base)
                .explains(
                        new double[] {at},
                        cone.node(left),
                        cone.node(right),
                        Budget.until(Long.MAX_VALUE));
    }

    /** e^-10000 is 0 in doubles, and e^10000 infinite. */
    @Test
    void thePowersThatDoublesDoNotHaveMoveByTheRoundingOfTheirBases() {
        for (double at : new double[] {2, -10_000, 10_000}) {
            assertTrue(explains(at, fast, exp));
            assertTrue(explains(at, s.div(s.one(), fast), s.div(s.one(), exp)));
        }
    }

    @Test
    void aFactorIsNoRoundingHoweverSmallTheNumber() {
        for (double at : new double[] {2, -10_000, 10_000}) {
            assertFalse(explains(at, fast, s.mul(exp, s.integer(2))));
            assertFalse(explains(at, fast, s.zero()));
        }
    }

    /** 1 − e^-80 and 1 are one double. */
    @Test
    void whatDoublesDoNotTellApartMayStillDiffer() {
        int sum = s.add(s.one(), fast);
        assertFalse(explains(-80, s.div(s.one(), sum), s.one()));
        assertTrue(explains(-80, s.div(s.one(), sum), s.div(s.one(), s.add(s.one(), exp))));
    }
}
