package io.heddle.anyinput.bits;

import io.heddle.anyinput.bits.BitTerm.Parts;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Between which numbers without a sign the bits of a term lie. */
final class Ranges {
    private final Map<String, Range> declared = new HashMap<>();

    /**
     * A range.
     *
     * @param low least number
     * @param high greatest number
     */
    record Range(BigInteger low, BigInteger high) {}

    /** The greatest number of a width. */
    static BigInteger greatest(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }

    void declare(String name, BigInteger low, BigInteger high) {
        declared.put(name, new Range(low, high));
    }

    Range of(Parts p) {
        List<BitTerm> o = p.operands();
        Range all = new Range(BigInteger.ZERO, greatest(p.width()));
        return switch (p.op()) {
            case CONSTANT -> new Range(p.value(), p.value());
            case VARIABLE, APPLY -> declared.getOrDefault(p.name(), all);
            case ADD -> sum(o, all);
            case MUL ->
                    within(
                            o.get(0).low().multiply(o.get(1).low()),
                            o.get(0).high().multiply(o.get(1).high()),
                            all);
            case UDIV ->
                    o.get(1).low().signum() > 0
                            ? new Range(
                                    o.get(0).low().divide(o.get(1).high()),
                                    o.get(0).high().divide(o.get(1).low()))
                            : all;
            case UREM ->
                    o.get(1).low().signum() > 0
                            ? new Range(
                                    BigInteger.ZERO,
                                    o.get(0).high().min(o.get(1).high().subtract(BigInteger.ONE)))
                            : all;
            case LSHR -> {
                int width = p.width();
                int least = o.get(1).low().min(BigInteger.valueOf(width)).intValue();
                int most = o.get(1).high().min(BigInteger.valueOf(width)).intValue();
                yield new Range(o.get(0).low().shiftRight(most), o.get(0).high().shiftRight(least));
            }
            case BITAND -> new Range(BigInteger.ZERO, o.get(0).high().min(o.get(1).high()));
            case BITOR, BITXOR ->
                    new Range(
                            BigInteger.ZERO,
                            greatest(
                                    Math.max(
                                            o.get(0).high().bitLength(),
                                            o.get(1).high().bitLength())));
            case ZEXT -> new Range(o.get(0).low(), o.get(0).high());
            case LOW ->
                    o.get(0).high().compareTo(all.high()) <= 0
                            ? new Range(o.get(0).low(), o.get(0).high())
                            : all;
            case ITE ->
                    new Range(
                            o.get(1).low().min(o.get(2).low()),
                            o.get(1).high().max(o.get(2).high()));
            default -> all;
        };
    }

    /** The range of a sum: multiples by great factors are those by negative ones. */
    private static Range sum(List<BitTerm> operands, Range all) {
        BigInteger low = BigInteger.ZERO;
        BigInteger high = BigInteger.ZERO;
        BigInteger modulus = all.high().add(BigInteger.ONE);
        for (BitTerm t : operands) {
            BitTerm of = t;
            BigInteger factor = BigInteger.ONE;
            if (t.op() == BitOp.MUL && t.operand(1).isConstant()) {
                of = t.operand(0);
                factor = t.operand(1).low();
            } else if (t.isConstant()) {
                BigInteger value =
                        t.low().shiftLeft(1).compareTo(modulus) >= 0
                                ? t.low().subtract(modulus)
                                : t.low();
                low = low.add(value);
                high = high.add(value);
                continue;
            }
            if (factor.shiftLeft(1).compareTo(modulus) >= 0) {
                factor = factor.subtract(modulus);
            }
            boolean up = factor.signum() >= 0;
            low = low.add(factor.multiply(up ? of.low() : of.high()));
            high = high.add(factor.multiply(up ? of.high() : of.low()));
        }
        return within(low, high, all);
    }

    /** The range if no number of it leaves the width, else all. */
    private static Range within(BigInteger low, BigInteger high, Range all) {
        return low.signum() >= 0 && high.compareTo(all.high()) <= 0 ? new Range(low, high) : all;
    }
}
