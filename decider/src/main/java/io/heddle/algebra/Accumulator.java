package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.Arrays;

/**
 * A sum of monomials under construction: an open-addressing table from key to coefficient. Integer
 * coefficients that fit live in {@code whole}; a slot whose {@code wide} entry is set has that
 * rational as its coefficient. Reusable after {@link #clear()}.
 */
final class Accumulator {
    private static final long EMPTY = Long.MAX_VALUE; // no monomial has this key

    private long[] keys;
    private long[] whole;
    private Rational[] wide; // null until the first coefficient that is no long
    private int mask;
    private int used;

    Accumulator() {
        allocate(64);
    }

    private void allocate(int capacity) {
        keys = new long[capacity];
        Arrays.fill(keys, EMPTY);
        whole = new long[capacity];
        wide = null;
        mask = capacity - 1;
        used = 0;
    }

    /** Forgets everything; keeps the table unless it is far too large for what it held. */
    void clear() {
        if (used == 0) {
            return;
        }
        if (keys.length > 64 && used < keys.length >> 6) {
            allocate(Math.max(64, Integer.highestOneBit(used) << 3));
            return;
        }
        Arrays.fill(keys, EMPTY);
        wide = null;
        used = 0;
    }

    /**
     * The number of distinct monomials added so far, including those whose coefficients have
     * cancelled to zero.
     */
    int used() {
        return used;
    }

    private int slot(long key) {
        long h = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (h >>> 32 ^ h >>> 47) & mask;
        while (keys[slot] != key) {
            if (keys[slot] == EMPTY) {
                if (used >= keys.length - (keys.length >> 2)) {
                    grow();
                    return slot(key);
                }
                keys[slot] = key;
                whole[slot] = 0;
                used++;
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Adds {@code c} times the monomial. */
    @SuppressWarnings("ReferenceEquality")
    void add(long key, Rational c) {
        if (c == Rational.ONE) {
            addWhole(key, 1);
        } else if (c == Rational.MINUS_ONE) {
            addWhole(key, -1);
        } else if (c.isSmall() && c.smallDenominator() == 1) {
            addWhole(key, c.smallNumerator());
        } else {
            int s = slot(key);
            addWide(s, c);
        }
    }

    /** Adds the integer {@code c} times the monomial. */
    void addWhole(long key, long c) {
        int s = slot(key);
        if (wide != null && wide[s] != null) {
            addWide(s, Rational.of(c));
            return;
        }
        long sum = whole[s] + c;
        if (((whole[s] ^ sum) & (c ^ sum)) < 0 || sum == Long.MIN_VALUE) {
            addWide(s, Rational.of(java.math.BigInteger.valueOf(c)));
        } else {
            whole[s] = sum;
        }
    }

    private void addWide(int s, Rational c) {
        if (wide == null) {
            wide = new Rational[keys.length];
        }
        Rational before =
                wide[s] != null ? wide[s] : whole[s] == 0 ? Rational.ZERO : Rational.of(whole[s]);
        Rational sum = before.isZero() ? c : before.add(c);
        if (sum.isSmall() && sum.smallDenominator() == 1) {
            wide[s] = null;
            whole[s] = sum.smallNumerator();
        } else {
            wide[s] = sum;
            whole[s] = 1;
        }
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldWhole = whole;
        Rational[] oldWide = wide;
        allocate(oldKeys.length * 2);
        if (oldWide != null) {
            wide = new Rational[keys.length];
        }
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY
                    && (oldWhole[i] != 0 || oldWide != null && oldWide[i] != null)) {
                int s = slot(oldKeys[i]);
                whole[s] = oldWhole[i];
                if (oldWide != null) {
                    wide[s] = oldWide[i];
                }
            }
        }
    }

    /** True if every coefficient is zero. */
    boolean isZero() {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != EMPTY && whole[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The sum, monomials sorted. */
    Polynomial toPolynomial() {
        long[] sorted = new long[used];
        int n = 0;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != EMPTY && whole[i] != 0) {
                sorted[n++] = keys[i];
            }
        }
        if (n == 0) {
            return Polynomial.ZERO;
        }
        sorted = n == sorted.length ? sorted : Arrays.copyOf(sorted, n);
        Arrays.sort(sorted);
        Rational[] coefficients = new Rational[n];
        for (int i = 0; i < n; i++) {
            int s = slot(sorted[i]);
            coefficients[i] =
                    wide != null && wide[s] != null
                            ? wide[s]
                            : whole[s] == -1 ? Rational.MINUS_ONE : Rational.of(whole[s]);
        }
        return new Polynomial(sorted, coefficients);
    }
}
