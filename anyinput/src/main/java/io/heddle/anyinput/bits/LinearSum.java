package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A sum of multiples of terms and a constant, modulo 2<sup>width</sup>.
 *
 * @param width bits
 * @param factors of each term, none of them 0
 * @param constant the constant
 */
public record LinearSum(int width, Map<BitTerm, BigInteger> factors, BigInteger constant) {
    /** Copies the map. */
    public LinearSum {
        factors = new TreeMap<>(factors);
    }

    /** What a term is a sum of; a term that is no sum is one times itself. */
    public static LinearSum of(BitTerm t) {
        Map<BitTerm, BigInteger> factors = new TreeMap<>();
        BigInteger constant = BigInteger.ZERO;
        for (BitTerm part : t.op() == BitOp.ADD ? t.operands() : List.of(t)) {
            if (part.isConstant()) {
                constant = constant.add(part.low());
            } else if (part.op() == BitOp.MUL && part.operand(1).isConstant()) {
                factors.put(part.operand(0), part.operand(1).low());
            } else {
                factors.put(part, BigInteger.ONE);
            }
        }
        return new LinearSum(t.width(), factors, constant);
    }

    /** This plus {@code factor} times another sum. */
    public LinearSum plus(LinearSum other, BigInteger factor) {
        Map<BitTerm, BigInteger> sum = new TreeMap<>(factors);
        other.factors.forEach((t, f) -> sum.merge(t, f.multiply(factor), BigInteger::add));
        return new LinearSum(width, sum, constant.add(other.constant.multiply(factor)));
    }

    /** This times a constant. */
    public LinearSum times(BigInteger factor) {
        return new LinearSum(width, Map.of(), BigInteger.ZERO).plus(this, factor);
    }
}
