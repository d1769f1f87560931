package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Accesses under conditions against {@link RaceOracle} on random programs. A condition is the set
 * of the inputs, of eight, that it holds on; an access races on an input if and only if it races
 * there with an access that is made there.
 */
class ConditionalAccessTest {
    private static final int ALL = 0xff;
    private static final int EVENTS = 80;
    private static final int OBJECTS = 2;

    @Test
    void anAccessRacesOnExactlyTheInputsThatTheDefinitionNames() {
        int some = 0;
        for (int seed = 0; seed < 4_000; seed++) {
            Program program = new Program(seed);
            for (int i = 0; i < EVENTS; i++) {
                some += program.step(i) ? 1 : 0;
            }
        }
        assertTrue(some > 5_000, some + " accesses that race on some inputs only");
    }

    @Test
    void beyondTheLimitConflictsAreUnexamined() {
        HappensBefore clocks = new HappensBefore(512, 512, 8, Synchronisation.WHOLE_CTAS);
        Shadow shadow = new Shadow(clocks, 64);
        for (int t = 0; t < 400; t++) {
            Access a = Access.atomic(1, t, 1, 0, 4, 7, false);
            assertEquals(null, shadow.accessUnder(List.of(a)));
        }
        Conflict c = shadow.read(500, 2, 0, 4);
        int examined = 0;
        int unexamined = 0;
        for (; c != null; c = c.next()) {
            examined += c.unexamined() ? 0 : 1;
            unexamined += c.unexamined() ? 1 : 0;
        }
        assertEquals(ConditionalAccesses.LIMIT, examined);
        assertEquals(1, unexamined);
        clocks.fullBarrier(0);
        assertEquals(null, shadow.read(501, 3, 0, 4));
    }

    @Test
    void whatIsSettledIsNotReturnedAgain() {
        Shadow shadow = new Shadow(new HappensBefore(4, 4, 8, Synchronisation.WHOLE_CTAS), 64);
        shadow.accessUnder(List.of(Access.write(3, 0, 1, 0, 4)));
        Conflict c = shadow.accessUnder(List.of(Access.write(5, 1, 2, 0, 4)));
        assertEquals(3, c.otherCondition());
        shadow.settle(c);
        assertEquals(null, shadow.accessUnder(List.of(Access.write(6, 2, 2, 0, 4))).next());
    }

    /** A random program. */
    private static final class Program {
        private final int seed;
        private final Random random;
        private final int threads;
        private final int threadsPerCta;
        private final Synchronisation synchronisation;
        private final int[] actors;
        private final HappensBefore clocks;
        private final Shadow shadow;
        private final RaceOracle oracle;
        private final List<Integer> masks = new ArrayList<>();

        Program(int seed) {
            this.seed = seed;
            random = new Random(seed);
            threadsPerCta = random.nextBoolean() ? 5 : 40;
            threads = threadsPerCta * (1 + random.nextInt(2));
            synchronisation =
                    Synchronisation.values()[random.nextInt(Synchronisation.values().length)];
            actors = new int[3 + random.nextInt(3)];
            Arrays.setAll(actors, i -> random.nextInt(threads));
            clocks = new HappensBefore(threads, threadsPerCta, EVENTS + 1, synchronisation);
            shadow = new Shadow(clocks, 64);
            oracle = new RaceOracle(threads, threadsPerCta);
            for (int i = 0; i < OBJECTS && synchronisation != Synchronisation.WHOLE_CTAS; i++) {
                clocks.newObject();
                oracle.newObject();
            }
        }

        private int actor() {
            return actors[random.nextInt(actors.length)];
        }

        /** True if the event raced on some inputs, but not on all. */
        boolean step(int instruction) {
            int dice = random.nextInt(20);
            if (dice < 3) {
                int cta = actor() / threadsPerCta;
                clocks.fullBarrier(cta);
                oracle.fullBarrier(cta);
                return false;
            }
            if (dice < 7 && synchronisation == Synchronisation.ACROSS_CTAS) {
                int thread = actor();
                int object = random.nextInt(OBJECTS);
                if (random.nextBoolean()) {
                    clocks.release(thread, object);
                    oracle.release(thread, object);
                } else {
                    clocks.acquire(thread, object);
                    oracle.acquire(thread, object);
                }
                return false;
            }
            return random.nextInt(6) == 0 ? warp(instruction) : access(instruction);
        }

        private int someInputs() {
            int some = random.nextInt(ALL + 1);
            return random.nextBoolean() ? some : some & 0x5a;
        }

        private boolean access(int instruction) {
            boolean certain = random.nextInt(3) == 0;
            int mask = certain ? ALL : someInputs();
            RaceOracle.Sort sort =
                    RaceOracle.Sort.values()[random.nextInt(RaceOracle.Sort.values().length)];
            boolean atomic = sort == RaceOracle.Sort.ATOMIC;
            int bytes = atomic ? 4 : 1 << random.nextInt(5);
            long offset = (long) random.nextInt(32 / bytes) * bytes;
            int kind = atomic && !certain ? random.nextInt(2) : 0;
            boolean ctaScope = atomic && (certain ? seed % 2 == 0 : random.nextInt(3) == 0);
            int thread = actor();
            Conflict c =
                    certain
                            ? certainly(sort, thread, instruction, offset, bytes, ctaScope)
                            : shadow.accessUnder(
                                    List.of(
                                            new Access(
                                                    Access.Sort.valueOf(sort.name()),
                                                    mask,
                                                    thread,
                                                    instruction,
                                                    offset,
                                                    bytes,
                                                    kind,
                                                    ctaScope,
                                                    null,
                                                    0)));
            int expected = expected(sort, mask, thread, instruction, offset, bytes, kind, ctaScope);
            assertEquals(expected, found(c, mask, -1), () -> "seed " + seed + " at " + instruction);
            return expected != 0 && expected != ALL;
        }

        private Conflict certainly(
                RaceOracle.Sort sort,
                int thread,
                int instruction,
                long offset,
                int bytes,
                boolean ctaScope) {
            return switch (sort) {
                case READ -> shadow.read(thread, instruction, offset, bytes);
                case NON_COHERENT_READ ->
                        shadow.readNonCoherent(thread, instruction, offset, bytes);
                case WRITE -> shadow.write(thread, instruction, offset, bytes, null);
                case ATOMIC -> shadow.atomic(thread, instruction, offset, bytes, 0, ctaScope);
            };
        }

        private int expected(
                RaceOracle.Sort sort,
                int mask,
                int thread,
                int instruction,
                long offset,
                int bytes,
                int kind,
                boolean ctaScope) {
            RaceOracle.Access access =
                    oracle.access(sort, thread, instruction, offset, bytes, 0, kind, ctaScope);
            masks.add(mask);
            int expected = 0;
            for (RaceOracle.Access other : oracle.races(access)) {
                expected |= mask & masks.get(other.index());
            }
            return expected;
        }

        /** The inputs on which an access under {@code mask} by a thread, or by any, races. */
        private static int found(Conflict conflicts, int mask, int thread) {
            int found = 0;
            for (Conflict c = conflicts; c != null; c = c.next()) {
                boolean always = c.otherCondition() == Access.ALWAYS;
                if (thread < 0 || c.thread() == thread) {
                    found |= mask & (always ? ALL : c.otherCondition());
                }
            }
            return found;
        }

        /** Several lanes access neighbouring words, or all of them one. */
        private boolean warp(int instruction) {
            int base = actor() / threadsPerCta * threadsPerCta;
            int lanes = random.nextBoolean() ? 0x1f : 1 << random.nextInt(5);
            int stride = random.nextBoolean() ? 4 : 0;
            long[] offsets = new long[32];
            Arrays.setAll(offsets, l -> (long) l * stride);
            boolean write = random.nextBoolean();
            List<Conflict> conflicts =
                    write
                            ? shadow.writeWarp(base, lanes, instruction, offsets, 4, null)
                            : shadow.readWarp(base, lanes, instruction, offsets, 4);
            boolean some = false;
            for (int l = 0; l < 5; l++) {
                if ((lanes >> l & 1) == 0) {
                    continue;
                }
                int thread = base + l;
                RaceOracle.Sort sort = write ? RaceOracle.Sort.WRITE : RaceOracle.Sort.READ;
                int expected = expected(sort, ALL, thread, instruction, offsets[l], 4, 0, false);
                int found = 0;
                for (Conflict c : conflicts) {
                    found |= found(c, ALL, thread);
                }
                if (expected != ALL) { // one certain race of the warp is enough
                    assertEquals(expected, found, () -> "seed " + seed + " at " + instruction);
                }
                some |= expected != 0 && expected != ALL;
            }
            return some;
        }
    }
}
