package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What conditions say of the greatest values of products, as integers that do not wrap. */
final class KnownBounds {
    private final MonomialRanges ranges;
    private final Products products;
    private final Function<BitTerm, Ranged> numbers;

    /**
     * Nothing yet.
     *
     * @param ranges that are narrowed
     * @param products in which sizes are multiplied
     * @param numbers an integer for each term, which is congruent to it
     */
    KnownBounds(MonomialRanges ranges, Products products, Function<BitTerm, Ranged> numbers) {
        this.ranges = ranges;
        this.products = products;
        this.numbers = numbers;
    }

    /** Reads conditions, all of which hold. */
    void read(KnownRanges known, List<BitTerm> conditions) {
        known.products().forEach(this::learn);
        if (ranges.hasBounds()) {
            new KnownLimits(conditions).all().forEach(this::limit);
        }
    }

    /** The numbers that so many bits hold. */
    static IntegerRange all(int width, boolean signed) {
        BigInteger half = BigInteger.ONE.shiftLeft(width - 1);
        BigInteger least = signed ? half.negate() : BigInteger.ZERO;
        BigInteger most = (signed ? half : half.shiftLeft(1)).subtract(BigInteger.ONE);
        return new IntegerRange(least, most);
    }

    /** What is known of a product of variables, if it does not wrap. */
    private void learn(KnownRanges.Product product) {
        Ranged n = numbers.apply(product.term());
        Map<List<String>, BigInteger> parts = n.value().parts();
        if (!n.range().isIn(all(product.term().width(), true)) || parts.size() != 1) {
            return;
        }
        Map.Entry<List<String>, BigInteger> part = parts.entrySet().iterator().next();
        if (part.getValue().signum() > 0) {
            ranges.bound(part.getKey(), product.range().high().divide(part.getValue()));
            if (part.getKey().stream().allMatch(ranges::isPositive)) {
                products.ofSizes(part.getKey());
            }
        }
    }

    /** What is known of an index that is less than a product of variables. */
    private void limit(KnownLimits.Limit limit) {
        Ranged less = numbers.apply(limit.less());
        Ranged greater = numbers.apply(limit.greater());
        IntegerRange all = all(limit.less().width(), limit.signed());
        if (!less.range().isIn(all) || !greater.range().isIn(all)) {
            return; // they are not the numbers that are compared
        }
        if (limit.only() == null) {
            ranges.limit(less.value(), greater.value(), limit.strict(), null);
            return;
        }
        Map<List<String>, BigInteger> only = numbers.apply(limit.only()).value().parts();
        if (only.size() == 1 && only.keySet().iterator().next().size() == 1) {
            String name = only.keySet().iterator().next().get(0);
            ranges.limit(less.value(), greater.value(), limit.strict(), name);
        }
    }
}
