package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranges of integers. */
final class ElementTypeTest {
    @Test
    void aRangeIsCutToTheIntegersOfTheType() {
        Symbol s =
                new Symbol(
                        "a", ElementType.U8, List.of(4), Rational.of(-1, 2), Rational.of(601, 2));
        assertEquals(Rational.ZERO, s.low());
        assertEquals(Rational.of(255), s.high());
        assertEquals(Rational.of(3), ElementType.S8.least(Rational.of(5, 2)));
        assertEquals(Rational.of(2), ElementType.S8.greatest(Rational.of(5, 2)));
        assertEquals(Rational.of(-128), ElementType.S8.least(Rational.of(-300)));
        assertNull(ElementType.S8.least(null));
        assertNull(ElementType.S8.greatest(null));
    }
}
