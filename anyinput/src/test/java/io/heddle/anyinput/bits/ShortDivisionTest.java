package io.heddle.anyinput.bits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A division of 64 bits that has a short way is one division, and nothing that looks like it is.
 */
class ShortDivisionTest {
    private static final long[] VALUES = {
        0,
        1,
        2,
        3,
        7,
        0x7fffffffL,
        0x80000000L,
        0xfffffffeL,
        0xffffffffL,
        0x100000000L,
        0x100000001L,
        0x7fffffffffffffffL,
        0x8000000000000000L,
        -2,
        -1
    };

    private final BitTerms terms = new BitTerms();
    private final BitTerm a = terms.variable("a", 64, Level.GRID);
    private final BitTerm b = terms.variable("b", 64, Level.GRID);
    private final BitTerm shortA = terms.low(a, 32);
    private final BitTerm shortB = terms.low(b, 32);

    private BitTerm isShort(long upper) {
        BitTerm masked = terms.and(terms.or(a, b), terms.constant(64, upper));
        return terms.eq(masked, terms.constant(64, 0));
    }

    private BitTerm isShort() {
        return isShort(0xffffffff00000000L);
    }

    private BitTerm rest(BitTerm x, BitTerm quotient, BitTerm y) {
        return terms.sub(x, terms.mul(quotient, y));
    }

    private BitTerm shorter(BitOp op) {
        return terms.divide(op, shortA, shortB);
    }

    @Test
    void quotientsAndRemaindersAreThoseOf64Bits() {
        for (BitOp op : new BitOp[] {BitOp.SDIV, BitOp.UDIV, BitOp.SREM, BitOp.UREM}) {
            boolean quotient = op == BitOp.SDIV || op == BitOp.UDIV;
            BitTerm s = terms.zext(shorter(quotient ? BitOp.UDIV : BitOp.UREM), 64);
            BitTerm t = terms.ite(isShort(), s, terms.divide(op, a, b));
            assertNotEquals(isShort(), t.operand(0), "no choice is left");
            for (long x : VALUES) {
                for (long y : VALUES) {
                    if (y != 0) {
                        assertEquals(divided(op, x, y), at(t, x, y), op + " " + x + " " + y);
                    } else {
                        assertEquals(BitOp.APPLY, at(t, x, y).op());
                    }
                }
            }
        }
    }

    @Test
    void whatIsLeftOfTheDividendIs() {
        for (BitOp op : new BitOp[] {BitOp.SDIV, BitOp.UDIV}) {
            BitTerm s = terms.zext(rest(shortA, shorter(BitOp.UDIV), shortB), 64);
            BitTerm t = terms.ite(isShort(), s, rest(a, terms.divide(op, a, b), b));
            assertEquals(BitOp.ADD, t.op(), "no choice is left");
            BitOp remainder = op == BitOp.SDIV ? BitOp.SREM : BitOp.UREM;
            for (long x : VALUES) {
                for (long y : VALUES) {
                    BitTerm is = y == 0 ? terms.constant(64, x) : divided(remainder, x, y);
                    assertEquals(is, at(t, x, y), op + " " + x + " " + y);
                }
            }
        }
    }

    @Test
    void whatLooksAlikeIsNoDivision() {
        BitTerm s = terms.zext(shorter(BitOp.UDIV), 64);
        BitTerm d = terms.divide(BitOp.SDIV, a, b);
        assertChoice(isShort(0xfffffffe00000000L), s, d);
        assertChoice(isShort(0x7fffffff00000000L), s, d);
        assertChoice(terms.not(isShort()), s, d);
        BitTerm onlyA = terms.and(a, terms.constant(64, 0xffffffff00000000L));
        assertChoice(terms.eq(onlyA, terms.constant(64, 0)), s, d);
        assertChoice(isShort(), terms.sext(shorter(BitOp.UDIV), 64), d);
        assertChoice(isShort(), terms.zext(shorter(BitOp.SDIV), 64), d);
        assertChoice(isShort(), terms.zext(shorter(BitOp.UREM), 64), d);
        assertChoice(isShort(), terms.zext(terms.divide(BitOp.UDIV, shortB, shortA), 64), d);
        BitTerm left = rest(a, d, b);
        BitTerm shortLeft = terms.zext(rest(shortA, shorter(BitOp.UDIV), shortB), 64);
        assertChoice(isShort(0xfffffffe00000000L), shortLeft, left);
        assertChoice(isShort(), terms.zext(rest(shortB, shorter(BitOp.UDIV), shortA), 64), left);
        assertChoice(isShort(), shortLeft, rest(b, d, a));
        assertChoice(isShort(), shortLeft, rest(a, terms.divide(BitOp.SREM, a, b), b));
        assertChoice(isShort(), shortLeft, terms.add(left, terms.constant(64, 1)));
        assertChoice(isShort(), s, left);
        assertChoice(isShort(), shortLeft, d);
    }

    private void assertChoice(BitTerm condition, BitTerm s, BitTerm d) {
        BitTerm t = terms.ite(condition, s, d);
        assertEquals(BitOp.ITE, t.op());
        BitTerm c = condition.op() == BitOp.NOT ? condition.operand(0) : condition;
        assertEquals(c, t.operand(0));
    }

    private BitTerm divided(BitOp op, long x, long y) {
        BigInteger result =
                BigInteger.valueOf(
                        switch (op) {
                            case SDIV -> x / y;
                            case UDIV -> Long.divideUnsigned(x, y);
                            case SREM -> x % y;
                            default -> Long.remainderUnsigned(x, y);
                        });
        return terms.constant(64, result);
    }

    private BitTerm at(BitTerm t, long x, long y) {
        return terms.substitute(t, Map.of(a, terms.constant(64, x), b, terms.constant(64, y)));
    }
}
