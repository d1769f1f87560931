package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.term.Rational;
import org.junit.jupiter.api.Test;

class ExactTextTest {
    @Test
    void dyadicNumbersAreExactDecimals() {
        assertEquals("-3", ExactText.of(Rational.of(-3)));
        assertEquals("0.125", ExactText.of(Rational.of(1, 8)));
        assertEquals(
                "0.100000001490116119384765625", ExactText.of(Rational.ofExact((double) 0.1f)));
    }

    @Test
    void othersAreFractions() {
        assertEquals("1/3", ExactText.of(Rational.of(1, 3)));
        Rational tiny = Rational.powerOfTwo(-149);
        assertEquals(tiny.toString(), ExactText.of(tiny));
    }
}
