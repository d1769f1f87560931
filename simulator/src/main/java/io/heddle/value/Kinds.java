package io.heddle.value;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * How some terms are made: for each a number that is the same for the same arithmetic. There may be
 * millions, hence two arrays.
 */
public final class Kinds {
    /** No terms. */
    public static final Kinds NONE = new Kinds(new int[0], new long[0]);

    private final int[] terms; // ascending
    private final long[] kinds;

    private Kinds(int[] terms, long[] kinds) {
        this.terms = terms;
        this.kinds = kinds;
    }

    /** The kinds of these terms. */
    static Kinds of(BitSet terms, IntToLongFunction kind) {
        int[] all = terms.stream().toArray();
        long[] kinds = new long[all.length];
        Arrays.setAll(kinds, i -> kind.applyAsLong(all[i]));
        return new Kinds(all, kinds);
    }

    /** The kinds of these terms. */
    public static Kinds of(Map<Integer, Long> kinds) {
        Map<Integer, Long> sorted = new TreeMap<>(kinds);
        return new Kinds(
                sorted.keySet().stream().mapToInt(t -> t).toArray(),
                sorted.values().stream().mapToLong(k -> k).toArray());
    }

    /** How many terms there are. */
    public int size() {
        return terms.length;
    }

    /** The i-th term; they ascend. */
    public int term(int i) {
        return terms[i];
    }

    /** The kind of the i-th term. */
    public long kind(int i) {
        return kinds[i];
    }

    /** How {@code t} is made; 0 for the plain instruction of its operation. */
    public long of(int t) {
        int at = Arrays.binarySearch(terms, t);
        return at < 0 ? 0 : kinds[at];
    }

    /** These and others: a term that is made in two ways has both. */
    Kinds and(Kinds others) {
        if (terms.length == 0) {
            return others;
        }
        if (others.terms.length == 0) {
            return this;
        }
        int[] both = new int[terms.length + others.terms.length];
        long[] how = new long[both.length];
        int n = 0;
        int i = 0;
        int k = 0;
        while (i < terms.length || k < others.terms.length) {
            int own = i < terms.length ? terms[i] : Integer.MAX_VALUE;
            int other = k < others.terms.length ? others.terms[k] : Integer.MAX_VALUE;
            both[n] = Math.min(own, other);
            how[n] = (own <= other ? kinds[i++] : 0) | (other <= own ? others.kinds[k++] : 0);
            n++;
        }
        return new Kinds(Arrays.copyOf(both, n), Arrays.copyOf(how, n));
    }
}
