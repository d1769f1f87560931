package io.heddle.value;

import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/**
 * Bit fields of an integer, as terms.
 *
 * <p>A field is linear in ⌊t / 2^n⌋ for a few n and has no case distinction: bits {@code low} up to
 * {@code end} of a two's complement number t, of whatever sign, are ⌊t / 2^low⌋ − 2^(end − low)·⌊t
 * / 2^end⌋. So equal fields are equal polynomials, however a program takes them out.
 */
final class BitFields {
    private final TermStore store;
    private final Bounds bounds;

    /**
     * @param bounds of the numbers: what they tell of the upper bits is used
     */
    BitFields(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /**
     * Bits {@code low} to {@code low + width - 1} of the pattern of {@code t}, which is {@code
     * total} bits wide.
     *
     * @param source true if {@code t} is the pattern read as signed
     * @param signed true if the field is to be read as signed
     */
    int of(int t, int total, boolean source, int low, int width, boolean signed) {
        int base = down(t, low);
        int end = low + width;
        if (end < total) {
            return signed
                    // the unsigned field less 2^width times its upper bit
                    ? store.sub(
                            store.add(base, times(width, down(t, end))),
                            times(width, down(t, end - 1)))
                    : store.sub(base, times(width, down(t, end)));
        }
        // ⌊t / 2^(total − 1)⌋ is the sign bit if t is unsigned, and less it if t is signed
        return signed == source ? base : store.sub(base, times(width, down(t, total - 1)));
    }

    /**
     * ⌊t / 2^n⌋: of a sum, the n-th part of its terms that are multiples of 2^n and, where bounds
     * tell it, the floor of the rest.
     */
    private int down(int t, int n) {
        if (n == 0) {
            return t;
        }
        Rational part = Rational.powerOfTwo(-n);
        LinearSum sum = new LinearSum(store, t);
        LinearSum multiples = sum.multiples(part);
        LinearSum rest = sum.without(multiples);
        Bounds.Interval ends = bounds.of(rest);
        if (ends.low() != null && ends.high() != null) {
            Rational low = Rational.of(ends.low().multiply(part).floor());
            if (low.equals(Rational.of(ends.high().multiply(part).floor()))) {
                return multiples.plus(low.multiply(Rational.powerOfTwo(n))).times(part);
            }
        }
        return store.floor(store.mul(t, store.rational(part)));
    }

    private int times(int n, int t) {
        return store.mul(store.rational(Rational.powerOfTwo(n)), t);
    }
}
