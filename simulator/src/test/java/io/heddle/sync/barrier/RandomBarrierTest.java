package io.heddle.sync.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.barrier.Barriers.Call;
import io.heddle.sync.barrier.Barriers.Operation;
import io.heddle.sync.clock.ClockInvariants;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.RaceOracle;
import io.heddle.sync.shadow.Shadow;
import io.heddle.sync.shadow.ShadowInvariants;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Barriers, clocks and shadow together against WEFT's operational semantics (section 3.3), thread
 * by thread, on random programs of half warps in random schedules.
 */
class RandomBarrierTest {
    private static final int WARPS = 3;
    private static final int THREADS = 32 * WARPS;
    private static final int HALVES = 2 * WARPS;
    private static final int STEPS = 80;
    private static final int IDS = 3;

    @Test
    void barriersReleaseAndOrderAsTheSemanticsSay() {
        int generations = 0;
        int races = 0;
        int clean = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            Run run = new Run(seed);
            for (int i = 0; i < STEPS && !run.over; i++) {
                run.step();
            }
            generations += run.model.generations;
            races += run.races;
            clean += run.clean;
        }
        assertTrue(
                generations > 2_000 && races > 2_000 && clean > 10_000,
                generations + " generations, " + races + " races, " + clean + " accesses without");
    }

    private static int lanes(int half) {
        return half % 2 == 0 ? 0xffff : 0xffff0000;
    }

    /** Named and warp barriers as lists of threads. */
    private static final class Model {
        final RaceOracle oracle = new RaceOracle(THREADS, THREADS);
        final BitSet live = new BitSet();
        final BitSet waiting = new BitSet();
        final int[] counts = new int[IDS];
        final int[] arrivals = new int[IDS]; // a thread that goes on may arrive again
        final List<BitSet> blocked = new ArrayList<>();
        final List<WarpWait> warpWaits = new ArrayList<>();
        int generations;

        private record WarpWait(int warp, int mask, BitSet threads) {}

        Model() {
            live.set(0, THREADS);
            for (int id = 0; id < IDS; id++) {
                blocked.add(new BitSet());
                oracle.newObject();
            }
        }

        private static BitSet threads(int warp, int lanes) {
            BitSet result = new BitSet();
            for (int lane = 0; lane < 32; lane++) {
                if ((lanes >>> lane & 1) != 0) {
                    result.set(warp * 32 + lane);
                }
            }
            return result;
        }

        /** False if that is misuse. */
        boolean arrive(int half, int id, int count, boolean waits) {
            if (arrivals[id] > 0 && counts[id] != count) {
                return false;
            }
            counts[id] = count;
            BitSet who = threads(half / 2, lanes(half));
            arrivals[id] += who.cardinality();
            who.stream().forEach(t -> oracle.release(t, id));
            if (waits) {
                blocked.get(id).or(who);
                waiting.or(who);
            }
            complete(id);
            return count < 0 || arrivals[id] < count;
        }

        private void complete(int id) {
            int expected = counts[id] < 0 ? live.cardinality() : counts[id];
            if (arrivals[id] == 0 || arrivals[id] != expected) {
                return;
            }
            if (counts[id] < 0) {
                exited().forEach(t -> oracle.release(t, id));
            }
            blocked.get(id).stream().forEach(t -> oracle.acquire(t, id));
            oracle.clear(id);
            waiting.andNot(blocked.get(id));
            blocked.get(id).clear();
            arrivals[id] = 0;
            generations++;
        }

        private List<Integer> exited() {
            List<Integer> result = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                if (!live.get(t)) {
                    result.add(t);
                }
            }
            return result;
        }

        void warpSync(int half, int mask) {
            BitSet who = threads(half / 2, lanes(half));
            waiting.or(who);
            WarpWait wait =
                    warpWaits.stream()
                            .filter(w -> w.warp() == half / 2 && w.mask() == mask)
                            .findAny()
                            .orElse(null);
            if (wait == null) {
                wait = new WarpWait(half / 2, mask, new BitSet());
                warpWaits.add(wait);
            }
            wait.threads().or(who);
            warpWaits.removeIf(this::completes);
        }

        private boolean completes(WarpWait wait) {
            BitSet missing = threads(wait.warp(), wait.mask());
            int[] all = missing.stream().toArray();
            missing.and(live);
            missing.andNot(wait.threads());
            if (!missing.isEmpty()) {
                return false;
            }
            oracle.generation(all, wait.threads().stream().toArray());
            waiting.andNot(wait.threads());
            generations++;
            return true;
        }

        void exit(int half) {
            live.andNot(threads(half / 2, lanes(half)));
            warpWaits.removeIf(this::completes);
            for (int id = 0; id < IDS; id++) {
                if (counts[id] < 0) {
                    complete(id);
                }
            }
        }
    }

    /** One program in one schedule. */
    private static final class Run {
        private final int seed;
        private final Random random;
        private final int[] counts;
        private final HappensBefore clocks =
                new HappensBefore(THREADS, THREADS, STEPS + 1, Synchronisation.WITHIN_CTAS);
        private final Barriers barriers = new Barriers(clocks, 0);
        private final Shadow shadow = new Shadow(clocks, 256);
        final Model model = new Model();
        private int instruction;
        int races;
        int clean;
        boolean over;

        Run(int seed) {
            this.seed = seed;
            random = new Random(seed);
            counts = new int[] {-1, random.nextBoolean() ? 64 : 32, random.nextBoolean() ? 96 : 64};
        }

        void step() {
            int half = random.nextInt(HALVES);
            int first = half / 2 * 32 + Integer.numberOfTrailingZeros(lanes(half));
            if (!model.live.get(first) || model.waiting.get(first)) {
                return;
            }
            instruction++;
            int dice = random.nextInt(100);
            if (dice < 55) {
                access(first + random.nextInt(16));
            } else if (dice < 85) {
                arrive(half);
            } else if (dice < 97) {
                int mask = random.nextInt(3) == 0 ? lanes(half) : -1;
                barriers.warpSync(half / 2, lanes(half), mask, instruction);
                model.warpSync(half, mask);
            } else {
                barriers.exit(half / 2, lanes(half));
                model.exit(half);
            }
            if (seed % 4 == 0) {
                assertEquals(
                        Optional.empty(), ClockInvariants.violation(clocks), () -> "seed " + seed);
                assertEquals(
                        Optional.empty(), ShadowInvariants.violation(shadow), () -> "seed " + seed);
            }
            assertEquals(model.waiting, waiting(), "seed " + seed + ", step " + instruction);
        }

        private BitSet waiting() {
            BitSet result = new BitSet();
            for (int w = 0; w < WARPS; w++) {
                result.or(Model.threads(w, barriers.waiting(w)));
            }
            return result;
        }

        private void arrive(int half) {
            int id = random.nextInt(IDS);
            boolean waits = counts[id] < 0 || random.nextInt(3) > 0;
            Call call =
                    new Call(
                            waits ? Operation.SYNC : Operation.ARRIVE,
                            false,
                            id,
                            counts[id],
                            instruction);
            BarrierFault fault = barriers.arrive(half / 2, lanes(half), call, 0);
            boolean fine = model.arrive(half, id, counts[id], waits);
            assertEquals(fine, fault == null, "seed " + seed + ": " + fault);
            over = !fine;
        }

        private void access(int thread) {
            boolean write = random.nextInt(3) == 0;
            int offset = 4 * random.nextInt(24);
            Conflict conflict =
                    write
                            ? shadow.write(thread, instruction, offset, 4, null)
                            : shadow.read(thread, instruction, offset, 4);
            RaceOracle.Access access =
                    model.oracle.access(
                            write ? RaceOracle.Sort.WRITE : RaceOracle.Sort.READ,
                            thread,
                            instruction,
                            offset,
                            4,
                            0,
                            0,
                            false);
            List<RaceOracle.Access> expected = model.oracle.races(access);
            assertEquals(
                    !expected.isEmpty(),
                    conflict != null,
                    "seed " + seed + ": " + access + " with " + expected + " but " + conflict);
            races += expected.isEmpty() ? 0 : 1;
            clean += expected.isEmpty() ? 1 : 0;
        }
    }
}
