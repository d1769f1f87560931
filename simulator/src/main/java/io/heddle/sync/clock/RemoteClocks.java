package io.heddle.sync.clock;

import java.util.Arrays;

/** What a thread knows of other CTAs' pasts: clocks by CTA. Immutable. */
final class RemoteClocks {
    static final RemoteClocks NONE = new RemoteClocks(new int[0], new CtaClock[0]);

    /** Ascending. */
    final int[] ctas;

    final CtaClock[] clocks;

    private RemoteClocks(int[] ctas, CtaClock[] clocks) {
        this.ctas = ctas;
        this.clocks = clocks;
    }

    /** The clock of {@code cta}, or null if nothing is known of it. */
    CtaClock get(int cta) {
        int at = Arrays.binarySearch(ctas, cta);
        return at < 0 ? null : clocks[at];
    }

    /** These clocks with {@code clock} added to what is known of {@code cta}. */
    RemoteClocks with(int cta, CtaClock clock, int warpCount) {
        int at = Arrays.binarySearch(ctas, cta);
        if (at >= 0) {
            if (clocks[at] == clock) {
                return this;
            }
            CtaClock.Join join = new CtaClock.Join(clock.floor, warpCount);
            join.add(clocks[at]);
            join.add(clock);
            CtaClock[] joined = clocks.clone();
            joined[at] = join.toClock();
            return new RemoteClocks(ctas, joined);
        }
        int to = -at - 1;
        int[] moreCtas = new int[ctas.length + 1];
        CtaClock[] moreClocks = new CtaClock[ctas.length + 1];
        System.arraycopy(ctas, 0, moreCtas, 0, to);
        System.arraycopy(clocks, 0, moreClocks, 0, to);
        moreCtas[to] = cta;
        moreClocks[to] = clock;
        System.arraycopy(ctas, to, moreCtas, to + 1, ctas.length - to);
        System.arraycopy(clocks, to, moreClocks, to + 1, ctas.length - to);
        return new RemoteClocks(moreCtas, moreClocks);
    }

    /** These clocks without that of {@code cta}. */
    RemoteClocks without(int cta) {
        int at = Arrays.binarySearch(ctas, cta);
        if (at < 0) {
            return this;
        }
        if (ctas.length == 1) {
            return NONE;
        }
        int[] fewerCtas = new int[ctas.length - 1];
        CtaClock[] fewerClocks = new CtaClock[ctas.length - 1];
        System.arraycopy(ctas, 0, fewerCtas, 0, at);
        System.arraycopy(clocks, 0, fewerClocks, 0, at);
        System.arraycopy(ctas, at + 1, fewerCtas, at, fewerCtas.length - at);
        System.arraycopy(clocks, at + 1, fewerClocks, at, fewerCtas.length - at);
        return new RemoteClocks(fewerCtas, fewerClocks);
    }

    /** The union. */
    RemoteClocks join(RemoteClocks other, int warpCount) {
        if (this == other || other.ctas.length == 0) {
            return this;
        }
        if (ctas.length == 0) {
            return other;
        }
        RemoteClocks result = this;
        for (int i = 0; i < other.ctas.length; i++) {
            result = result.with(other.ctas[i], other.clocks[i], warpCount);
        }
        return result;
    }
}
