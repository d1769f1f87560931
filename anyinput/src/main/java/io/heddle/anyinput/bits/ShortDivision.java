package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.List;

/**
 * The division of 64 bits that nvcc writes as two: where neither number has a bit above the lowest
 * 32, it divides these as numbers without a sign, since that takes less time. Both quotients are
 * then the same, as are both remainders, so that the choice between them is the division of 64
 * bits.
 *
 * <p>By 0 a division gives anything (PTX ISA, div: "Division by zero yields an unspecified,
 * machine-specific value"), and not the same in both ways: it is a function of its own here, of the
 * dividend.
 */
final class ShortDivision {
    private static final int SHORT = 32;

    private final BitTerms terms;

    ShortDivision(BitTerms terms) {
        this.terms = terms;
    }

    /**
     * The division that a choice is; null if it is none.
     *
     * @param isShort when the numbers are short
     * @param s the result where they are
     * @param d the result where they are not
     */
    BitTerm of(BitTerm isShort, BitTerm s, BitTerm d) {
        if (d.width() != 2 * SHORT || isShort.op() != BitOp.EQ) {
            return null;
        }
        BitTerm division = division(d);
        if (division != null) {
            return matches(isShort, division) && s == ofShort(division) ? either(division) : null;
        }
        // a − a / b · b, which is the remainder where b is not 0, and a where it is
        for (BitTerm product : LinearSum.of(d).factors().keySet()) {
            List<BitTerm> factors = product.op() == BitOp.MUL ? product.operands() : List.of();
            for (BitTerm factor : factors) {
                BitTerm quotient = division(factor);
                if (quotient == null
                        || quotient.op() == BitOp.SREM
                        || quotient.op() == BitOp.UREM) {
                    continue;
                }
                BitTerm a = quotient.operand(0);
                BitTerm b = quotient.operand(1);
                BitTerm shortB = terms.low(b, SHORT);
                BitTerm rest =
                        terms.sub(terms.low(a, SHORT), terms.mul(shortQuotient(quotient), shortB));
                if (d == terms.sub(a, terms.mul(factor, b))
                        && matches(isShort, quotient)
                        && s == terms.zext(rest, d.width())) {
                    return terms.sub(a, terms.mul(either(quotient), b));
                }
            }
        }
        return null;
    }

    /** The division proper of what {@link BitTerms#divide} makes; null if a term is none. */
    private BitTerm division(BitTerm t) {
        BitTerm division = t.op() == BitOp.ITE ? t.operand(2) : t;
        boolean divides =
                switch (division.op()) {
                    case SDIV, UDIV, SREM, UREM -> true;
                    default -> false;
                };
        if (!divides || division == t) {
            return divides ? division : null;
        }
        BitTerm b = division.operand(1);
        BitTerm any = terms.byZero(division.op(), division.operand(0));
        boolean same =
                t.operand(1) == any && t.operand(0) == terms.eq(b, terms.constant(b.width(), 0));
        return same ? division : null;
    }

    /** The condition is that the upper halves of both numbers are 0. */
    private boolean matches(BitTerm isShort, BitTerm division) {
        int width = division.width();
        BigInteger upper = Ranges.greatest(width).subtract(Ranges.greatest(SHORT));
        BitTerm both = terms.or(division.operand(0), division.operand(1));
        BitTerm masked = terms.and(both, terms.constant(width, upper));
        return isShort == terms.eq(masked, terms.constant(width, 0));
    }

    private BitTerm ofShort(BitTerm division) {
        return terms.zext(shortQuotient(division), division.width());
    }

    private BitTerm shortQuotient(BitTerm division) {
        boolean quotient = division.op() == BitOp.SDIV || division.op() == BitOp.UDIV;
        return terms.divide(
                quotient ? BitOp.UDIV : BitOp.UREM,
                terms.low(division.operand(0), SHORT),
                terms.low(division.operand(1), SHORT));
    }

    /** The division, whichever way it was made. */
    private BitTerm either(BitTerm division) {
        BitTerm a = division.operand(0);
        BitTerm b = division.operand(1);
        if (b.low().signum() > 0) {
            return division;
        }
        BitTerm any =
                terms.apply(
                        "divided in short or long by zero " + division.op(),
                        a.width(),
                        Level.GRID,
                        List.of(a));
        return terms.ite(terms.eq(b, terms.constant(b.width(), 0)), any, division);
    }
}
