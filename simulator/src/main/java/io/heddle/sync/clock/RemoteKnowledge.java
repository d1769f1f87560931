package io.heddle.sync.clock;

import java.util.Arrays;

/** What each thread of a launch knows of other CTAs' pasts. */
final class RemoteKnowledge {
    private final int threads;
    private final int threadsPerCta;
    private final int rows;

    /** By thread. Null until a release/acquire pair needs it. */
    private RemoteClocks[] known;

    /**
     * @param rows of a {@link CtaClock}
     */
    RemoteKnowledge(int threads, int threadsPerCta, int rows) {
        this.threads = threads;
        this.threadsPerCta = threadsPerCta;
        this.rows = rows;
    }

    /** What a thread knows. */
    RemoteClocks of(int thread) {
        return known == null || known[thread] == null ? RemoteClocks.NONE : known[thread];
    }

    /** True if a thread knows what one of another CTA did at a stamp. */
    boolean knows(int thread, int other, int stamp) {
        if (known == null || known[thread] == null) {
            return false;
        }
        CtaClock clock = known[thread].get(other / threadsPerCta);
        return clock != null && clock.knows(other % threadsPerCta, stamp);
    }

    /** Adds to what some threads know. */
    void learn(int[] some, int count, RemoteClocks clocks) {
        if (known == null) {
            known = new RemoteClocks[threads];
        }
        for (int i = 0; i < count; i++) {
            RemoteClocks before = known[some[i]];
            known[some[i]] = before == null ? clocks : before.join(clocks, rows);
        }
    }

    /** All threads of a CTA know what any of them knows. */
    void share(int cta) {
        if (known == null) {
            return;
        }
        RemoteClocks all = RemoteClocks.NONE;
        int base = cta * threadsPerCta;
        for (int t = base; t < base + threadsPerCta; t++) {
            if (known[t] != null) {
                all = all.join(known[t], rows);
            }
        }
        if (all != RemoteClocks.NONE) {
            Arrays.fill(known, base, base + threadsPerCta, all);
        }
    }
}
