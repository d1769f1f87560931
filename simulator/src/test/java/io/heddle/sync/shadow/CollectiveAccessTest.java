package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Accesses that lanes of a warp make together, against {@link RaceOracle}. */
class CollectiveAccessTest {
    private static final int CTA = 64;
    private static final int THREADS = 2 * CTA;
    private static final int EVENTS = 40;

    @Test
    void anAccessMadeTogetherIsOneByEveryLane() {
        int races = 0;
        int free = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Synchronisation kind = Synchronisation.values()[random.nextInt(2)];
            HappensBefore clocks = new HappensBefore(THREADS, CTA, EVENTS, kind);
            Shadow shadow = new Shadow(clocks, 64);
            RaceOracle oracle = new RaceOracle(THREADS, CTA);
            for (int i = 0; i < EVENTS; i++) {
                int dice = random.nextInt(10);
                if (dice < 3) {
                    barrier(random, clocks, oracle, kind);
                    continue;
                }
                boolean write = random.nextInt(3) == 0;
                int lanes = dice < 7 ? -1 : 1 << random.nextInt(32);
                int warp = 32 * random.nextInt(THREADS / 32);
                long offset = 16L * random.nextInt(4);
                Conflict c =
                        write
                                ? shadow.writeTogether(warp, lanes, i, offset, 16)
                                : shadow.readTogether(warp, lanes, i, offset, 16);
                boolean expected = expected(oracle, write, warp, lanes, i, offset);
                assertEquals(expected, c != null, "seed " + seed + ", event " + i + ": " + c);
                races += expected ? 1 : 0;
                free += expected ? 0 : 1;
            }
        }
        assertTrue(races > 5_000 && free > 5_000, races + " races, " + free + " others");
    }

    private static void barrier(
            Random random, HappensBefore clocks, RaceOracle oracle, Synchronisation kind) {
        if (kind == Synchronisation.WHOLE_CTAS || random.nextBoolean()) {
            int cta = random.nextInt(THREADS / CTA);
            clocks.fullBarrier(cta);
            oracle.fullBarrier(cta);
            return;
        }
        int base = CTA * random.nextInt(THREADS / CTA);
        int size = 2 + random.nextInt(CTA - 2);
        int[] some = random.ints(0, CTA).distinct().limit(size).map(t -> base + t).toArray();
        clocks.generation(some, size, some, size);
        oracle.generation(some, some);
    }

    /** Whether some lane's part races with anything but another lane's part. */
    private static boolean expected(
            RaceOracle oracle, boolean write, int warp, int lanes, int instruction, long offset) {
        boolean result = false;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            RaceOracle.Access access =
                    oracle.access(
                            write ? RaceOracle.Sort.WRITE : RaceOracle.Sort.READ,
                            warp + Integer.numberOfTrailingZeros(rest),
                            instruction,
                            offset,
                            16,
                            0,
                            0,
                            false);
            result |= oracle.races(access).stream().anyMatch(o -> o.instruction() != instruction);
        }
        return result;
    }
}
