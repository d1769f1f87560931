package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.LinearSum;
import io.heddle.anyinput.summary.Access;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Accesses of a list that differ by the constants in their offsets alone, as those of an unrolled
 * loop do: two such bundles meet nowhere if no two of their accesses overlap, which is one question
 * instead of one for each two. Accesses at x + a, of m bytes, and at y + b, of n bytes, overlap if
 * and only if y − x lies between a − b − (n − 1) and a − b + (m − 1), modulo 2<sup>width</sup>.
 */
final class Bundles {
    private static final int LEAST = 4; // pairs, below which each is asked about
    private static final int MOST = 256; // intervals of a question
    private static final BigInteger FARTHEST = BigInteger.ONE.shiftLeft(28);

    private final BitTerms terms;
    private final Bundle[] bundles;
    private final Map<List<Integer>, Boolean> excluded = new HashMap<>();

    /** What the accesses of a bundle have in common. */
    private record Alike(Access access, BitTerm base, Object when) {}

    /**
     * Accesses that are alike.
     *
     * @param number among the bundles
     * @param alike what they have in common; its access has the base as offset
     * @param offsets their constants
     */
    private record Bundle(int number, Alike alike, TreeSet<Long> offsets) {}

    /**
     * Bundles.
     *
     * @param accesses some of which may be null
     * @param when what else must be equal in a bundle, for each access
     */
    Bundles(BitTerms terms, List<Access> accesses, List<?> when) {
        this.terms = terms;
        bundles = new Bundle[accesses.size()];
        Map<Alike, Bundle> known = new HashMap<>();
        for (int k = 0; k < bundles.length; k++) {
            Access a = accesses.get(k);
            if (a == null) {
                continue;
            }
            LinearSum sum = LinearSum.of(a.offset());
            BigInteger constant = signed(sum.constant(), a.offset().width());
            boolean near = constant.abs().compareTo(FARTHEST) <= 0;
            BitTerm base =
                    near
                            ? terms.sum(new LinearSum(sum.width(), sum.factors(), BigInteger.ZERO))
                            : a.offset();
            Alike alike = new Alike(at(a, base), base, when.get(k));
            Bundle bundle =
                    known.computeIfAbsent(alike, x -> new Bundle(known.size(), x, new TreeSet<>()));
            bundle.offsets.add(near ? constant.longValueExact() : 0);
            bundles[k] = bundle;
        }
    }

    /** The access with another offset, nowhere in the source. */
    private static Access at(Access a, BitTerm offset) {
        return new Access(
                a.kind(),
                a.operation(),
                a.addition(),
                a.narrow(),
                a.copies(),
                a.object(),
                offset,
                a.bytes(),
                a.condition(),
                a.loops(),
                null);
    }

    private static BigInteger signed(BigInteger bits, int width) {
        BigInteger low = bits.mod(BigInteger.ONE.shiftLeft(width));
        return low.testBit(width - 1) ? low.subtract(BigInteger.ONE.shiftLeft(width)) : low;
    }

    /**
     * True if it is known that no access of the first one's bundle overlaps one of the second
     * one's, whichever of two threads makes which.
     *
     * @param k the first one, by its place in the list
     * @param m the second one
     * @param one the thread of the first
     * @param two the thread of the second
     * @param cannot whether a condition cannot hold where both accesses are made
     */
    boolean exclude(int k, int m, ThreadCopy one, ThreadCopy two, Predicate<BitTerm> cannot) {
        Bundle a = bundles[k];
        Bundle b = bundles[m];
        if ((long) a.offsets.size() * b.offsets.size() < LEAST
                || a.alike.base.width() != b.alike.base.width()) {
            return false;
        }
        List<Integer> key = List.of(Math.min(a.number, b.number), Math.max(a.number, b.number));
        Boolean known = excluded.get(key);
        if (known == null) {
            BitTerm overlap = overlap(a, one, b, two);
            known = overlap != null && cannot.test(overlap);
            excluded.put(key, known);
        }
        return known;
    }

    /** Some byte is in both of two accesses. */
    static BitTerm overlap(BitTerms terms, Access a, ThreadCopy one, Access b, ThreadCopy two) {
        int width = Math.max(a.offset().width(), b.offset().width());
        BitTerm x = terms.zext(one.of(a.offset()), width);
        BitTerm y = terms.zext(two.of(b.offset()), width);
        boolean whole =
                a.bytes() == b.bytes()
                        && Integer.bitCount(a.bytes()) == 1
                        && 1L << Math.min(a.offset().zeros(), b.offset().zeros()) >= a.bytes();
        if (whole) {
            return terms.eq(x, y);
        }
        return terms.or(
                terms.ult(terms.sub(y, x), terms.constant(width, a.bytes())),
                terms.ult(terms.sub(x, y), terms.constant(width, b.bytes())));
    }

    /** Some byte is in an access of each; null where that takes too long to say. */
    private BitTerm overlap(Bundle a, ThreadCopy one, Bundle b, ThreadCopy two) {
        int m = a.alike.access.bytes();
        int n = b.alike.access.bytes();
        BitTerm x = one.of(a.alike.base);
        BitTerm y = two.of(b.alike.base);
        boolean whole = m == n && isAligned(a, x, m) && isAligned(b, y, n);
        TreeMap<Long, Long> intervals = new TreeMap<>(); // where each begins and ends
        for (long i : a.offsets) {
            for (long j : b.offsets) {
                long before = whole ? 0 : n - 1;
                long after = whole ? 0 : m - 1;
                intervals.merge(i - j - before, i - j + after, Math::max);
            }
        }
        List<BitTerm> apart = new ArrayList<>();
        while (!intervals.isEmpty()) {
            long low = intervals.firstKey();
            long high = intervals.remove(low);
            long next = whole ? m : 1;
            while (!intervals.isEmpty() && intervals.firstKey() <= high + next) {
                high = Math.max(high, intervals.pollFirstEntry().getValue());
            }
            if (apart.size() == MOST) {
                return null;
            }
            apart.add(terms.not(between(y, x, low, high)));
        }
        return terms.not(terms.conjunction(apart));
    }

    /** All offsets are multiples of a power of two, which accesses overlap at only where equal. */
    private static boolean isAligned(Bundle bundle, BitTerm base, int bytes) {
        return Integer.bitCount(bytes) == 1
                && 1L << Math.min(base.zeros(), 62) >= bytes
                && bundle.offsets.stream().allMatch(o -> o % bytes == 0);
    }

    /** y − x lies between two numbers. */
    private BitTerm between(BitTerm y, BitTerm x, long low, long high) {
        int width = x.width();
        BitTerm from = terms.add(x, terms.constant(width, low));
        return low == high
                ? terms.eq(from, y)
                : terms.ult(terms.sub(y, from), terms.constant(width, high - low + 1));
    }
}
