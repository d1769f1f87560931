package io.heddle.decide;

import io.heddle.algebra.Sign;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What merging found out of merged terms, and when: the sides that they are of, whether they
 * matter, their heights, and signs that lemmas lend them. Terms of the source are merged in their
 * order; a proof of a lemma about term {@code t} asks for what was known before {@code t}, so that
 * it rests on earlier lemmas only, and is the same whenever it is made.
 *
 * <p>Read by several threads once it is written.
 */
final class MergedHistory {
    /** Later than every term. */
    static final int END = Integer.MAX_VALUE;

    private static final int MATTERS = 4; // above the sides
    private static final int HEIGHT = 3; // shift: above both
    private static final int FIELDS = 3; // value, since, number of the entry before

    // By merged term: height << 3 | matters | sides; the source term whose merging made it so; the
    // entry of what it was before, 0 if nothing was known.
    private int[] value = new int[1024];
    private int[] since = new int[1024];
    private int[] before = new int[1024];

    private int[] entries = new int[64 * FIELDS];
    private int count = 1; // entry 0 is none
    private final Map<Integer, Lent> lent = new HashMap<>(); // the last sign lent to a merged term

    private record Lent(Sign sign, int since, Lent before) {}

    /**
     * Notes that a term of the source is this merged term now.
     *
     * @param m the merged term
     * @param t the term of the source
     * @param of the sides that it is of
     * @param height the greatest height of the operands, and one more if it counts
     */
    void note(int m, int t, int of, boolean matters, int height) {
        if (m >= value.length) {
            int size = Math.max(m + 1, 2 * value.length);
            value = Arrays.copyOf(value, size);
            since = Arrays.copyOf(since, size);
            before = Arrays.copyOf(before, size);
        }
        int old = value[m];
        int most = Math.max(old >>> HEIGHT, height);
        int now = most << HEIGHT | (old | of | (matters ? MATTERS : 0)) & (1 << HEIGHT) - 1;
        if (now == old) {
            return;
        }
        if (old != 0) {
            push(m);
        }
        value[m] = now;
        since[m] = t;
    }

    private void push(int m) {
        int at = count * FIELDS;
        if (at == entries.length) {
            entries = Arrays.copyOf(entries, 2 * at);
        }
        entries[at] = value[m];
        entries[at + 1] = since[m];
        entries[at + 2] = before[m];
        before[m] = count++;
    }

    /** Notes that a lemma about term {@code t} of the source lends a sign to a merged term. */
    void lend(int m, int t, Sign sign) {
        lent.put(m, new Lent(sign, t, lent.get(m)));
    }

    private int value(int m, int until) {
        if (m >= value.length || value[m] == 0) {
            return 0;
        }
        if (since[m] < until) {
            return value[m];
        }
        int entry = before[m];
        while (entry != 0 && entries[entry * FIELDS + 1] >= until) {
            entry = entries[entry * FIELDS + 2];
        }
        return entry == 0 ? 0 : entries[entry * FIELDS];
    }

    /** The sides that a merged term was of before term {@code until} of the source was merged. */
    int sides(int m, int until) {
        return value(m, until) & TwoSides.BOTH;
    }

    /** Whether it mattered then. */
    boolean matters(int m, int until) {
        return (value(m, until) & MATTERS) != 0;
    }

    /** How many terms that matter lay above one another below it and with it. */
    int height(int m, int until) {
        return value(m, until) >>> HEIGHT;
    }

    /** The sign that a lemma had lent it by then, or null. */
    Sign lent(int m, int until) {
        Lent last = lent.get(m);
        while (last != null && last.since() >= until) {
            last = last.before();
        }
        return last == null ? null : last.sign();
    }
}
