package io.heddle.anyinput.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.Rational;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormTest {
    private static Form times(long factor, int variable) {
        return Form.of(Poly.of(variable).times(Rational.of(factor)));
    }

    @Test
    void aQuotientThatDividesHasNoRemainder() {
        Form f = times(8, 0).quotient(4);
        assertTrue(f.isPolynomial());
        assertEquals(times(2, 0), f);
    }

    @Test
    void aQuotientThatDoesNotDivideRepeatsWithItsDivisor() {
        Form f = times(6, 0).quotient(4);
        assertFalse(f.isPolynomial());
        assertEquals(Map.of(0, 2L), f.periods());
        assertEquals(Rational.of(-3, 4), f.low());
    }

    @Test
    void anAddressRepeatsAfterAsManyElementsAsASectorHas() {
        assertEquals(Map.of(0, 8L), times(4, 0).periodsModulo(32));
        assertEquals(Map.of(0, 1L), times(64, 0).periodsModulo(32));
    }

    @Test
    void bothFactorsOfAProductRepeat() {
        Form product = Form.of(Poly.of(0).times(Poly.of(1)).times(Rational.of(4)));
        assertEquals(Map.of(0, 8L, 1, 8L), product.periodsModulo(32));
    }

    @Test
    void whatDataDecideStaysUnknownInSums() {
        assertTrue(Form.DATA.plus(times(3, 0)).isData());
    }

    @Test
    void periodsOfASumAreLeastCommonMultiples() {
        Form a = Form.remainder(Rational.of(3), Map.of(0, 4L));
        Form b = Form.remainder(Rational.of(5), Map.of(0, 6L));
        assertEquals(Map.of(0, 12L), a.plus(b).periods());
    }
}
