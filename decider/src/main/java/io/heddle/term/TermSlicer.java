package io.heddle.term;

import java.util.Arrays;

/**
 * Collects the terms that a growing set of roots reaches, and cuts them out as a {@link TermSlice}.
 *
 * <p>One slicer serves a store for many slices in turn: {@link #add} roots until the set is large
 * enough, then {@link #cut}. Not thread-safe; the store must not grow meanwhile.
 */
public final class TermSlicer {
    private final TermStore store;
    private final long[] reached; // one bit a term of the store
    private int[] stack = new int[256];
    private int lowestWord;
    private int highestWord;
    private int count;

    /** A slicer of {@code store} as it is now. */
    public TermSlicer(TermStore store) {
        this.store = store;
        this.reached = new long[(store.size() + 63) >>> 6];
        forget();
    }

    /** The number of terms reached since the last cut. */
    public int count() {
        return count;
    }

    /** Adds a root, with all that it reaches. */
    public void add(int root) {
        int depth = mark(root, 0);
        while (depth > 0) {
            int t = stack[--depth];
            Op op = store.op(t);
            if (op == Op.APPLY) {
                depth = mark(store.b(t), depth);
                if (store.c(t) != 0) {
                    depth = mark(store.c(t), depth);
                }
                continue;
            }
            switch (op.arity()) {
                case 3:
                    depth = mark(store.c(t), depth);
                    depth = mark(store.b(t), depth);
                    depth = mark(store.a(t), depth);
                    break;
                case 2:
                    depth = mark(store.b(t), depth);
                    depth = mark(store.a(t), depth);
                    break;
                case 1:
                    depth = mark(store.a(t), depth);
                    break;
                default:
                    break;
            }
        }
    }

    /** Marks {@code t} and puts it on the stack if it is new; returns the stack's new depth. */
    private int mark(int t, int depth) {
        int word = t >>> 6;
        long bit = 1L << t;
        if ((reached[word] & bit) != 0) {
            return depth;
        }
        reached[word] |= bit;
        lowestWord = Math.min(lowestWord, word);
        highestWord = Math.max(highestWord, word);
        count++;
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, depth * 2);
        }
        stack[depth] = t;
        return depth + 1;
    }

    /**
     * The slice of all that was reached, and a fresh start.
     *
     * @param roots terms to find again in the slice; each must have been added
     */
    public TermSlice cut(int[] roots) {
        TermSlice slice = new SliceEncoder(store, reached, lowestWord, highestWord).encode(roots);
        if (lowestWord <= highestWord) {
            Arrays.fill(reached, lowestWord, highestWord + 1, 0);
        }
        forget();
        return slice;
    }

    private void forget() {
        lowestWord = Integer.MAX_VALUE;
        highestWord = -1;
        count = 0;
    }
}
