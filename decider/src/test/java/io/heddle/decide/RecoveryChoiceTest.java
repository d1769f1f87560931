package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.algebra.Recovery;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecoveryChoiceTest {
    private static final int LOG2_E = 0x3FB8AA3B;
    private static final int ABOVE = 0x3FB8AA3C;
    private static final int TENTH = 0x3DCCCCCD;
    private static final int HALF_TENTH = 0x2E66;

    private final TermStore s = new TermStore();
    private final int x = s.element(s.declare(new Symbol("x", ElementType.F32, List.of(4))), 0);

    private int f32(int bits) {
        return s.mul(x, s.literal(FloatFormat.F32, bits));
    }

    private int f16(int bits) {
        return s.mul(x, s.literal(FloatFormat.F16, bits));
    }

    private List<Recovery.Literal> exact(int... sides) {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < sides.length; i += 2) {
            conditions.add(new VerificationCondition("y", i, sides[i], sides[i + 1]));
        }
        return RecoveryChoice.of(s, conditions, DecideOptions.defaults()).exact();
    }

    private static Recovery.Literal literal(FloatFormat format, int bits) {
        return new Recovery.Literal(format, bits);
    }

    @Test
    void aNeighbourStaysExactWhereTheNearestPatternIsThere() {
        assertEquals(List.of(), exact(f32(ABOVE), f32(ABOVE)));
        assertEquals(List.of(literal(FloatFormat.F32, ABOVE)), exact(f32(LOG2_E), f32(ABOVE)));
        assertEquals(
                List.of(literal(FloatFormat.F32, ABOVE)), exact(s.add(f32(LOG2_E), f32(ABOVE)), x));
    }

    @Test
    void aSpellingStaysExactWhereTheNearestPatternIsThere() {
        double root = 1 / Math.sqrt(40);
        int stepByStep = Float.floatToIntBits((float) root * 1.442695f);
        int nearest = Float.floatToIntBits((float) (root / Math.log(2)));
        assertNotEquals(nearest, stepByStep);
        assertEquals(List.of(), exact(f32(stepByStep), f32(stepByStep)));
        assertEquals(
                List.of(literal(FloatFormat.F32, stepByStep)),
                exact(f32(stepByStep), f32(nearest)));
        int negated = stepByStep ^ 0x80000000;
        assertEquals(List.of(), exact(f32(stepByStep), f32(negated)));
    }

    @Test
    void formatsMeetAcrossTheSidesOnly() {
        assertEquals(List.of(), exact(f32(TENTH), f16(HALF_TENTH)));
        List<Recovery.Literal> both =
                List.of(literal(FloatFormat.F32, TENTH), literal(FloatFormat.F16, HALF_TENTH));
        assertEquals(both, exact(s.sub(f32(TENTH), f16(HALF_TENTH)), x));
        assertEquals(both, exact(x, s.sub(f32(TENTH), f16(HALF_TENTH))));
    }

    @Test
    void allConditionsOfAPairCount() {
        assertEquals(2, exact(f32(TENTH), x, f16(HALF_TENTH), x).size());
        assertEquals(0, exact(f32(TENTH), x, x, f16(HALF_TENTH)).size());
    }

    @Test
    void formatsDoNotMeetInComparisonsOrRoundings() {
        int left = s.ite(s.lt(x, s.literal(FloatFormat.F32, TENTH)), x, s.zero());
        int right = s.ite(s.lt(x, s.literal(FloatFormat.F16, HALF_TENTH)), x, s.zero());
        assertEquals(2, exact(left, right).size());
        assertEquals(2, exact(s.floor(f32(TENTH)), s.floor(f16(HALF_TENTH))).size());
    }

    @Test
    void multiplesByPowersOfTwoCountAsTheSameConstant() {
        int fifth = Float.floatToIntBits(0.2f);
        assertEquals(2, exact(s.sub(f32(fifth), f16(HALF_TENTH)), x).size());
    }

    @Test
    void aDifferenceOfFormatsIsNotProvedToBeZero() {
        int difference = s.sub(f32(TENTH), f16(HALF_TENTH));
        List<Decision> decisions =
                new Decider(s, DecideOptions.defaults())
                        .decide(List.of(new VerificationCondition("y", 0, difference, s.zero())));
        assertFalse(decisions.get(0) instanceof Decision.Proved);
    }
}
