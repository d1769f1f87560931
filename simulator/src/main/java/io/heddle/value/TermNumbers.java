package io.heddle.value;

import java.util.function.IntConsumer;

/** An int for each of some terms: a hash table without an object an entry. */
final class TermNumbers {
    private static final int HASH = 0x9E3779B9;

    private int[] terms = new int[64]; // 0 is no term
    private int[] numbers = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    boolean contains(int t) {
        return size > 0 && terms[slot(t)] != 0;
    }

    /** The number of {@code t}; 0 if it has none. */
    int get(int t) {
        return size == 0 ? 0 : numbers[slot(t)];
    }

    /** Gives {@code t} a number, instead of the one that it may have. */
    void put(int t, int number) {
        int at = slot(t);
        numbers[at] = number;
        if (terms[at] == 0) {
            terms[at] = t;
            size++;
            if (size > terms.length / 2) {
                grow();
            }
        }
    }

    /** Calls {@code seen} with each term, in no order. */
    void forEachTerm(IntConsumer seen) {
        for (int t : terms) {
            if (t != 0) {
                seen.accept(t);
            }
        }
    }

    private int slot(int t) {
        int mask = terms.length - 1;
        int h = t * HASH;
        int at = (h ^ h >>> 15) & mask;
        while (terms[at] != 0 && terms[at] != t) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        int[] oldTerms = terms;
        int[] oldNumbers = numbers;
        terms = new int[oldTerms.length * 2];
        numbers = new int[terms.length];
        for (int i = 0; i < oldTerms.length; i++) {
            if (oldTerms[i] != 0) {
                int at = slot(oldTerms[i]);
                terms[at] = oldTerms[i];
                numbers[at] = oldNumbers[i];
            }
        }
    }
}
