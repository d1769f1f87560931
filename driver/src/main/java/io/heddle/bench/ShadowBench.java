package io.heddle.bench;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What the race detector takes for an access of shared memory. */
final class ShadowBench {
    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int WORDS = 1024;
    private static final int ROUNDS = 3_000;

    /** How 256 threads of a CTA write 1,024 words, meet, read as many, and meet again. */
    enum Mode {
        /** All write and read; barriers over the CTA. */
        WHOLE_CTA("barriers over the CTA"),
        /** As before, reads by broadcast: each word by all lanes of a warp. */
        BROADCAST("barriers over the CTA, broadcast reads"),
        /** Four warps write, four read; named barriers. */
        NAMED("named barriers"),
        /** As before, reads by broadcast. */
        NAMED_BROADCAST("named barriers, broadcast reads");

        private final String words;

        Mode(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        private boolean isNamed() {
            return this == NAMED || this == NAMED_BROADCAST;
        }

        private boolean isBroadcast() {
            return this == BROADCAST || this == NAMED_BROADCAST;
        }
    }

    private ShadowBench() {}

    /** Nanoseconds of this thread's CPU time an access, barriers included; the best of five. */
    static double nanos(Mode mode) {
        ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            HappensBefore clocks =
                    new HappensBefore(
                            THREADS,
                            THREADS,
                            16,
                            mode.isNamed()
                                    ? Synchronisation.WITHIN_CTAS
                                    : Synchronisation.WHOLE_CTAS);
            Shadow shadow = new Shadow(clocks, 4 * WORDS, true);
            long start = cpu.getCurrentThreadCpuTime();
            rounds(mode, clocks, shadow);
            double nanos = cpu.getCurrentThreadCpuTime() - start;
            best = Math.min(best, nanos / shadow.counts().accesses());
        }
        return best;
    }

    private static void rounds(Mode mode, HappensBefore clocks, Shadow shadow) {
        int[] all = IntStream.range(0, THREADS).toArray();
        int half = THREADS / 2;
        int[] writers = mode.isNamed() ? Arrays.copyOf(all, half) : all;
        int[] readers = mode.isNamed() ? Arrays.copyOfRange(all, half, THREADS) : all;
        long[] offsets = new long[WARP];
        for (int round = 0; round < ROUNDS; round++) {
            for (int first = 0; first < WORDS; first += WARP) {
                neighbours(offsets, first);
                clean(shadow.writeWarp(first % writers.length, -1, 1, offsets, 4, null));
            }
            barrier(mode, clocks, all, readers);
            for (int k = 0; k < WORDS / WARP; k++) {
                int warp = readers[k * WARP % readers.length];
                if (mode.isBroadcast()) {
                    Arrays.fill(offsets, 4L * ((61 * k + round) % WORDS));
                } else {
                    neighbours(offsets, (WORDS - WARP) - k * WARP);
                }
                clean(shadow.readWarp(warp, -1, 2, offsets, 4));
            }
            barrier(mode, clocks, all, writers);
        }
    }

    private static void barrier(Mode mode, HappensBefore clocks, int[] all, int[] waiting) {
        if (mode.isNamed()) {
            clocks.generation(all, all.length, waiting, waiting.length);
        } else {
            clocks.fullBarrier(0);
        }
    }

    private static void neighbours(long[] offsets, int word) {
        for (int lane = 0; lane < WARP; lane++) {
            offsets[lane] = 4L * (word + lane);
        }
    }

    private static void clean(List<Conflict> conflicts) {
        if (!conflicts.isEmpty()) {
            throw new IllegalStateException("a race in the benchmark: " + conflicts);
        }
    }
}
