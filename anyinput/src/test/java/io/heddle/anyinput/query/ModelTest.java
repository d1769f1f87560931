package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelTest {
    private final BitTerms terms = new BitTerms();
    private final BitTerm n = terms.variable("n", 32, Level.GRID);
    private final BitTerm m = terms.variable("m", 32, Level.GRID);

    @Test
    void valuesAreReadInTheirOrder() {
        Model model = Model.read("((|n| (- 5))\n (|m 1| #x0000000a))\n", List.of(n, m));
        assertEquals(BigInteger.ONE.shiftLeft(32).subtract(BigInteger.valueOf(5)), model.value(n));
        assertEquals(BigInteger.TEN, model.value(m));
    }

    @Test
    void whereNothingWasAskedForNothingHasAValue() {
        Model model = Model.read("", List.of());
        assertEquals(Map.of(), model.values());
        assertNull(model.value(n));
    }
}
