package io.heddle.algebra;

/**
 * Monomials that fit into one word. 0 is 1; an atom is its id (below 2^31); the product of atoms a
 * ≤ b is {@code a << 31 | b}. Products of up to three different atoms below 2^20, at most one of
 * them to the power −1 and the others to the power 1, have bit 62 set (numerator, denominator and
 * weight of a softmax: the monomials of attention). Keys are equal exactly when the monomials are,
 * and none is negative.
 */
final class PackedMonomial {
    static final int PAIR_SHIFT = 31;
    static final long PAIR_MASK = (1L << PAIR_SHIFT) - 1;
    static final long TRIPLE = 1L << 62;
    private static final int TRIPLE_SHIFT = 20;
    private static final int TRIPLE_MASK = (1 << TRIPLE_SHIFT) - 1;

    private PackedMonomial() {}

    /** The atom of a key that is a single atom to the power 1, else 0. */
    static int singleAtom(long key) {
        return key >= 0 && key <= PAIR_MASK ? (int) key : 0;
    }

    /** Atoms and powers of a key: a1, p1, a2, p2, … with ascending atoms. */
    static int[] unpack(long key) {
        if ((key & TRIPLE) != 0) {
            return unpackTriple(key);
        }
        int low = (int) (key & PAIR_MASK);
        int high = (int) (key >>> PAIR_SHIFT);
        if (high == 0) {
            return low == 0 ? new int[0] : new int[] {low, 1};
        }
        return high == low ? new int[] {low, 2} : new int[] {high, 1, low, 1};
    }

    private static int[] unpackTriple(long key) {
        int inverse = (int) (key >>> 60) & 3; // 1, 2, 3: that atom has the power −1; 0: none
        int a = (int) (key >>> 2 * TRIPLE_SHIFT) & TRIPLE_MASK;
        int b = (int) (key >>> TRIPLE_SHIFT) & TRIPLE_MASK;
        int c = (int) key & TRIPLE_MASK;
        if (a != 0) {
            return new int[] {
                a, inverse == 1 ? -1 : 1, b, inverse == 2 ? -1 : 1, c, inverse == 3 ? -1 : 1
            };
        }
        return b != 0
                ? new int[] {b, inverse == 2 ? -1 : 1, c, inverse == 3 ? -1 : 1}
                : new int[] {c, inverse == 3 ? -1 : 1};
    }

    /** The key of atoms and powers (ascending, powers ≠ 0), n ints; −1 where it does not fit. */
    static long pack(int[] powers, int n) {
        if (n == 0) {
            return 0;
        }
        if (n == 2 && powers[1] == 1) {
            return powers[0];
        }
        if (n == 2 && powers[1] == 2) {
            return (long) powers[0] << PAIR_SHIFT | powers[0];
        }
        if (n == 4 && powers[1] == 1 && powers[3] == 1) {
            return (long) powers[0] << PAIR_SHIFT | powers[2];
        }
        return n <= 6 ? packTriple(powers, n) : -1;
    }

    /** The packed key of up to three atoms, or −1 where it does not fit. */
    private static long packTriple(int[] powers, int n) {
        long key = TRIPLE;
        int position = 3 - n / 2;
        for (int i = 0; i < n; i += 2) {
            position++;
            if (powers[i] > TRIPLE_MASK) {
                return -1;
            }
            if (powers[i + 1] == -1) {
                if ((key >>> 60 & 3) != 0) {
                    return -1;
                }
                key |= (long) position << 60;
            } else if (powers[i + 1] != 1) {
                return -1;
            }
            key |= (long) powers[i] << (3 - position) * TRIPLE_SHIFT;
        }
        return key;
    }
}
