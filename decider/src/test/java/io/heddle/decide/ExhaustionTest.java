package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Terms of few small integers, all of whose values are tried. */
final class ExhaustionTest {
    private final TermStore s = new TermStore();

    private int element(ElementType type, Rational low, Rational high) {
        return s.element(s.declare(new Symbol("x", type, List.of(1), low, high, false)), 0);
    }

    private int upTo(long high) {
        return element(ElementType.S32, Rational.ZERO, Rational.of(high));
    }

    /** x (x − 1) (x − 2) (x − 3), which is 0 for the integers from 0 to 3 and for no others. */
    private int product(int x) {
        int all = x;
        for (int k = 1; k <= 3; k++) {
            all = s.mul(all, s.sub(x, s.integer(k)));
        }
        return all;
    }

    private Decision decide(int reference, int candidate) {
        VerificationCondition vc = new VerificationCondition("y", 0, reference, candidate);
        return new Decider(s, DecideOptions.defaults()).decide(List.of(vc)).get(0);
    }

    @Test
    void whatIsEqualAtEveryValueIsProved() {
        Decision d = decide(s.zero(), product(upTo(3)));
        Decision.Proved proved = assertInstanceOf(Decision.Proved.class, d);
        assertEquals(Decision.Method.EXACT, proved.method());
        assertTrue(proved.assumptions().isEmpty());
    }

    @Test
    void oneValueMoreRefutesIt() {
        assertInstanceOf(Decision.Refuted.class, decide(s.zero(), product(upTo(4))));
    }

    @Test
    void realNumbersAreNotTried() {
        int x = element(ElementType.F32, Rational.ZERO, Rational.of(3));
        assertFalse(isProved(s.zero(), product(x)));
    }

    @Test
    void tooManyValuesAreNotTried() {
        int x = upTo(1 << 20);
        int never = s.ite(s.eq(s.mul(x, x), s.integer(7)), s.integer(1), s.zero());
        assertFalse(Exhaustion.isNever(s, s.eq(never, s.integer(1))));
    }

    @Test
    void aBoundThatIsNoIntegerIsRoundedInwards() {
        int x = element(ElementType.S32, Rational.of(-1, 2), Rational.of(7, 2));
        assertInstanceOf(Decision.Proved.class, decide(s.zero(), product(x)));
    }

    @Test
    void aConditionThatNoValueMeetsIsImpossible() {
        int x = upTo(255);
        int square = s.mul(x, x);
        assertTrue(Reachability.isImpossible(s, s.eq(square, s.integer(7))));
        assertFalse(Reachability.isImpossible(s, s.eq(square, s.integer(49))));
    }

    private boolean isProved(int reference, int candidate) {
        return decide(reference, candidate) instanceof Decision.Proved;
    }
}
