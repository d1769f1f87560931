package io.heddle.term;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Walks over the terms that some terms reach, each once, without recursion.
 *
 * <p>Downwards {@link #next} gives a term, and the caller says with {@link #open} what is to be
 * visited below it: the last that was opened comes first. Upwards see {@link #complete}.
 */
public final class TermWalk {
    private static final int USUAL_SIZE = 64;
    private static final int HASH = 0x9E3779B9;

    private int[] open;
    private int size;
    private int[] seen = new int[USUAL_SIZE]; // a hash set; 0 is no term
    private int count;

    /** A walk from some terms. */
    public TermWalk(int... roots) {
        open = Arrays.copyOf(roots, Math.max(USUAL_SIZE, roots.length));
        size = roots.length;
    }

    /** The next term, or 0 at the end. */
    public int next() {
        while (size > 0) {
            int t = open[--size];
            if (see(t)) {
                return t;
            }
        }
        return 0;
    }

    /** How many terms {@link #next} has given. */
    public int count() {
        return count;
    }

    /** Calls {@code to} with each term that {@link #next} has given, in no order. */
    public void forEachSeen(IntConsumer to) {
        for (int t : seen) {
            if (t != 0) {
                to.accept(t);
            }
        }
    }

    /** Terms are to be visited, unless they have been. */
    public void open(int... terms) {
        if (size + terms.length > open.length) {
            open = Arrays.copyOf(open, Math.max(2 * open.length, size + terms.length));
        }
        System.arraycopy(terms, 0, open, size, terms.length);
        size += terms.length;
    }

    /** Adds a term to those seen; false if it was one. */
    private boolean see(int t) {
        int mask = seen.length - 1;
        int at = slot(t, mask);
        while (seen[at] != 0) {
            if (seen[at] == t) {
                return false;
            }
            at = (at + 1) & mask;
        }
        seen[at] = t;
        if (++count > seen.length / 2) {
            grow();
        }
        return true;
    }

    private void grow() {
        int[] larger = new int[seen.length * 2];
        int mask = larger.length - 1;
        for (int t : seen) {
            if (t != 0) {
                int at = slot(t, mask);
                while (larger[at] != 0) {
                    at = (at + 1) & mask;
                }
                larger[at] = t;
            }
        }
        seen = larger;
    }

    private static int slot(int t, int mask) {
        int h = t * HASH;
        return (h ^ h >>> 15) & mask;
    }

    /**
     * Makes something known of each term that {@code root} depends on, operands first.
     *
     * @param isKnown whether it is known of a term
     * @param operands the terms of which it must be known before
     * @param make makes it known of a term
     */
    public static void complete(
            int root, IntPredicate isKnown, IntFunction<int[]> operands, IntConsumer make) {
        int[] stack = new int[USUAL_SIZE];
        int n = 0;
        stack[n++] = root;
        while (n > 0) {
            int t = stack[n - 1];
            int before = n;
            if (!isKnown.test(t)) {
                for (int operand : operands.apply(t)) {
                    if (!isKnown.test(operand)) {
                        if (n == stack.length) {
                            stack = Arrays.copyOf(stack, n * 2);
                        }
                        stack[n++] = operand;
                    }
                }
                if (n == before) {
                    make.accept(t);
                }
            }
            if (n == before) {
                n--;
            }
        }
    }
}
