package io.heddle.anyinput.bits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.bits.RandomTerms.Valued;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BitTermsPropertyTest {
    @Property(tries = 5_000)
    void simplifiedTermsHaveTheValuesOfWhatTheyWereMadeOf(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.any(4);
        assertEquals(
                v.value(), new Evaluation(random.variables()).of(v.term()), v.term()::toString);
    }

    @Property(tries = 5_000)
    void simplifiedConditionsHoldWhereTheirPartsSay(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.condition(4);
        assertEquals(
                v.value(), new Evaluation(random.variables()).of(v.term()), v.term()::toString);
    }

    @Property(tries = 5_000)
    void valuesLieInTheRangesAndEndInTheKnownZeros(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.any(4);
        BitTerm t = v.term();
        assertTrue(t.low().compareTo(v.value()) <= 0, t::toString);
        assertTrue(t.high().compareTo(v.value()) >= 0, t::toString);
        BigInteger zeros = BigInteger.ONE.shiftLeft(t.zeros());
        assertEquals(BigInteger.ZERO, v.value().mod(zeros), t::toString);
    }

    @Property(tries = 3_000)
    void substitutingConstantsForVariablesGivesTheValue(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.any(4);
        Map<BitTerm, BitTerm> constants = new HashMap<>();
        random.variables()
                .forEach((t, value) -> constants.put(t, random.terms().constant(t.width(), value)));
        BitTerm substituted = random.terms().substitute(v.term(), constants);
        assertTrue(substituted.isConstant(), substituted::toString);
        assertEquals(v.value(), substituted.low(), v.term()::toString);
    }
}
