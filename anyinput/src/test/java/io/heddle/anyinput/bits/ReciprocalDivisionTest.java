package io.heddle.anyinput.bits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A product and a shift are a division where they are, and nowhere else. */
class ReciprocalDivisionTest {
    private final BitTerms terms = new BitTerms();
    private final ReciprocalDivision reciprocals = new ReciprocalDivision(terms);
    private final BitTerm x = terms.variable("x", 32, Level.GRID);

    private BitTerm product(BitTerm of, long m) {
        return terms.mul(terms.zext(of, 64), terms.constant(64, m));
    }

    private static BitTerm byThree(BitTerms terms, BitTerm of) {
        return terms.divide(BitOp.UDIV, terms.zext(of, 64), terms.constant(64, 3));
    }

    @Test
    void nvccDividesByThreeSo() {
        BitTerm shifted = terms.lshr(product(x, 2863311531L), terms.constant(64, 33));
        assertEquals(byThree(terms, x), shifted);
    }

    @Test
    void theUpperHalfMayBeShiftedAfterwards() {
        BitTerm half = terms.low(terms.lshr(product(x, 3435973837L), terms.constant(64, 32)), 32);
        BitTerm fifth = terms.divide(BitOp.UDIV, terms.zext(x, 64), terms.constant(64, 5));
        assertEquals(terms.low(fifth, 32), terms.lshr(half, terms.constant(32, 2)));
    }

    @Test
    void theDividendMayBeASum() {
        BitTerm small = terms.variable("small", 64, Level.GRID, BigInteger.ZERO, big(1L << 31));
        BitTerm next = terms.add(small, terms.constant(64, 2));
        BitTerm p = terms.mul(next, terms.constant(64, 2863311531L));
        assertEquals(
                terms.divide(BitOp.UDIV, next, terms.constant(64, 3)),
                terms.lshr(p, terms.constant(64, 33)));
    }

    @Test
    void anotherFactorIsNoReciprocal() {
        assertNull(reciprocals.of(product(x, 2863311530L), 33));
        assertNull(reciprocals.of(product(x, 2863311532L), 33));
        BitTerm wide = terms.variable("wide", 64, Level.GRID);
        assertNull(reciprocals.of(terms.mul(wide, terms.constant(64, 2863311531L)), 33));
    }

    @Test
    void quotientsAreTheShiftedProducts() {
        Random random = new Random(5);
        int found = 0;
        for (int k = 0; k < 2_000; k++) {
            int bits = 2 + random.nextInt(14);
            int shift = 1 + random.nextInt(24);
            long d = 3L + random.nextInt(200);
            long m = (1L << shift) / d + random.nextInt(3);
            BigInteger most = big((1L << bits) - 1);
            BitTerm u = terms.variable("u" + bits, 32, Level.GRID, BigInteger.ZERO, most);
            BitTerm p = terms.mul(u, terms.constant(32, m));
            BitTerm quotient = m < 3 ? null : reciprocals.of(p, shift);
            if (quotient == null) {
                continue;
            }
            found++;
            for (int n = 0; n < 50; n++) {
                long v = n == 0 ? most.longValue() : random.nextLong(most.longValue() + 1);
                BitTerm at = terms.substitute(quotient, Map.of(u, terms.constant(32, v)));
                assertTrue(at.is(v * m >> shift), List.of(u, m, shift, v)::toString);
            }
        }
        assertTrue(found > 100, "found " + found);
    }

    @Test
    void aPowerOfTwoIsNoneOfThese() {
        assertNull(reciprocals.of(product(x, 4), 3));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
