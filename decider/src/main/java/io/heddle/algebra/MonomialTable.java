package io.heddle.algebra;

import java.util.Arrays;

/**
 * Interned monomials: sequences of atom, power, atom, power, … in one pool, found by open
 * addressing. The words of monomial i are {@code pool[start[i]] .. pool[start[i + 1] - 1]}.
 */
final class MonomialTable {
    private int[] pool = new int[1 << 8];
    private int[] start = new int[1 << 6];
    private int size;
    private long[] table = new long[1 << 7]; // hash in the high word, monomial + 1 in the low, or 0
    private int mask = table.length - 1;

    int size() {
        return size;
    }

    int[] get(int id) {
        return Arrays.copyOfRange(pool, start[id & 0x7fffffff], start[(id & 0x7fffffff) + 1]);
    }

    int intern(int[] words, int n) {
        int hash = hash(words, 0, n);
        int slot = hash & mask;
        while (table[slot] != 0) {
            if ((int) (table[slot] >>> 32) == hash && holds((int) table[slot] - 1, words, n)) {
                return (int) table[slot] - 1;
            }
            slot = (slot + 1) & mask;
        }
        return append(words, n, slot, hash);
    }

    private boolean holds(int id, int[] words, int n) {
        int from = start[id];
        if (start[id + 1] - from != n) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            if (pool[from + i] != words[i]) {
                return false;
            }
        }
        return true;
    }

    private int append(int[] words, int n, int slot, int hash) {
        if (size + 2 > start.length) {
            start = Arrays.copyOf(start, start.length * 2);
        }
        int from = start[size];
        if (from + n > pool.length) {
            pool = Arrays.copyOf(pool, Math.max(pool.length * 2, from + n));
        }
        System.arraycopy(words, 0, pool, from, n);
        int id = size++;
        start[size] = from + n;
        table[slot] = (long) hash << 32 | (id + 1);
        if (size > table.length >> 1) {
            grow();
        }
        return id;
    }

    private void grow() {
        long[] old = table;
        table = new long[old.length * 2];
        mask = table.length - 1;
        for (long entry : old) {
            if (entry != 0) {
                int slot = (int) (entry >>> 32) & mask;
                while (table[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                table[slot] = entry;
            }
        }
    }

    private static int hash(int[] words, int from, int to) {
        int h = to - from;
        for (int i = from; i < to; i++) {
            h = (h ^ words[i]) * 0x9E3779B1;
            h ^= h >>> 15;
        }
        h *= 0x85EBCA77;
        return h ^ h >>> 13;
    }
}
