package io.heddle.replay.machine;

import io.heddle.replay.number.Bits;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Finds races in a run whose threads meet only at barriers of whole CTAs: two accesses to a byte of
 * which one writes, by threads of different CTAs, or by different threads of one CTA between the
 * same two barriers. Whatever else orders threads is not known here: such programs are not watched.
 */
public final class AccessWatch {
    private static final int LARGEST = 1 << 22;
    private static final long NOBODY = -1;
    private static final int THREADS = 11; // bits of a thread's number in its CTA
    private static final int EPOCHS = 20;

    private final IdentityHashMap<Region, Shadow> shadows = new IdentityHashMap<>();

    /** The last accesses to each byte: CTA, epoch and thread in one number. */
    private static final class Shadow {
        private final long[] writer;
        private final long[] reader;
        private final boolean[] otherReader; // another thread has read in the reader's epoch
        private final boolean[] otherCta; // another CTA has read

        Shadow(int size) {
            writer = new long[size];
            reader = new long[size];
            otherReader = new boolean[size];
            otherCta = new boolean[size];
            Arrays.fill(writer, NOBODY);
            Arrays.fill(reader, NOBODY);
        }
    }

    private Shadow shadow(Region region) {
        return region.size() > LARGEST
                ? null
                : shadows.computeIfAbsent(region, r -> new Shadow((int) r.size()));
    }

    private static long now(Lane lane) {
        long cta = lane.cta.number();
        return (cta << EPOCHS | lane.cta.epoch()) << THREADS | lane.thread;
    }

    /** True if nothing orders the access {@code before} and the one {@code now}. */
    private static boolean unordered(long before, long now) {
        if (before == NOBODY || before == now) {
            return false;
        }
        boolean sameCta = before >>> (THREADS + EPOCHS) == now >>> (THREADS + EPOCHS);
        boolean sameEpoch = before >>> THREADS == now >>> THREADS;
        return !sameCta || sameEpoch;
    }

    public void read(Lane lane, Region region, long offset, int size) {
        Shadow s = shadow(region);
        if (s == null) {
            return;
        }
        int at = (int) offset;
        long now = now(lane);
        for (int k = at; k < at + size; k++) {
            if (unordered(s.writer[k], now)) {
                throw race(region, k, lane, "reads", s.writer[k], "writes");
            }
            long before = s.reader[k];
            if (before != now) {
                boolean sameEpoch = before != NOBODY && before >>> THREADS == now >>> THREADS;
                s.otherReader[k] = sameEpoch;
                s.otherCta[k] |=
                        before != NOBODY
                                && before >>> (THREADS + EPOCHS) != now >>> (THREADS + EPOCHS);
                s.reader[k] = now;
            }
        }
    }

    public void write(Lane lane, Region region, long offset, int size) {
        Shadow s = shadow(region);
        if (s == null) {
            return;
        }
        int at = (int) offset;
        long now = now(lane);
        for (int k = at; k < at + size; k++) {
            if (unordered(s.writer[k], now)) {
                throw race(region, k, lane, "writes", s.writer[k], "writes");
            }
            boolean othersRead = s.otherReader[k] && s.reader[k] >>> THREADS == now >>> THREADS;
            if (s.otherCta[k] || othersRead || unordered(s.reader[k], now)) {
                throw race(region, k, lane, "writes", s.reader[k], "reads");
            }
            s.writer[k] = now;
        }
    }

    private static StopException race(
            Region region, int offset, Lane lane, String does, long other, String did) {
        return new StopException(
                ReplayResult.Reason.RACE,
                String.format(
                        "thread %d %s %s+%d, which thread %d %s",
                        lane.thread, does, region.name(), offset, other & Bits.mask(THREADS), did));
    }
}
