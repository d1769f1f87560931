package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.ClockInvariants;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The clocks and the shadow against {@link RaceOracle} on random programs; accesses by warps also
 * against the same accesses lane by lane in a second shadow.
 */
class RandomRaceTest {
    private static final int[] CTA_SIZES = {2, 5, 32, 40, 96};
    private static final int[] WIDTHS = {1, 2, 4, 4, 4, 8, 16};
    private static final int EVENTS = 60;
    private static final int OBJECTS = 3;

    @Test
    void everyAccessRacesIfAndOnlyIfTheDefinitionSaysSo() {
        int races = 0;
        int free = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            Program program = new Program(seed, EVENTS + 1, false);
            for (int i = 0; i < EVENTS && !program.mixedAtomics; i++) {
                races += program.step() ? 1 : 0;
            }
            free += program.raced ? 0 : 1;
        }
        assertTrue(races > 2_000 && free > 100, races + " races, " + free + " programs without");
    }

    @Test
    void theFirstRaceIsReportedWhereInstructionsRepeat() {
        for (int seed = 0; seed < 1_500; seed++) {
            Program program = new Program(seed, 4, false);
            for (int i = 0; i < EVENTS && !program.raced; i++) {
                program.step();
            }
        }
    }

    @Test
    void harmlessRacesOfEqualValuesAreToldFromOthers() {
        int harmless = 0;
        for (int seed = 0; seed < 2_500; seed++) {
            Program program = new Program(seed, EVENTS + 1, true);
            for (int i = 0; i < EVENTS && !program.harmed; i++) {
                harmless += program.step() ? 1 : 0;
            }
        }
        assertTrue(harmless > 300, harmless + " harmless races");
    }

    /** A random program, executed by the shadow and the oracle step by step. */
    private static final class Program {
        private final int seed;
        private final Random random;
        private final int instructions;
        private final boolean wordsOnly;
        private final int ctas;
        private final int threadsPerCta;
        private final Synchronisation synchronisation;
        private final int[] actors;
        private final long window;
        private final int windowBytes;
        private final int syncPercent;
        private final int warpWise;
        private final HappensBefore clocks;
        private final Shadow shadow;
        private final Shadow laneByLane;
        private final RaceOracle oracle;
        private int next;
        boolean raced;
        boolean harmed;

        /** Atomics that do not commute have raced: from then on the shadow sees writes in them. */
        boolean mixedAtomics;

        Program(int seed, int instructions, boolean wordsOnly) {
            this.seed = seed;
            this.instructions = instructions;
            this.wordsOnly = wordsOnly;
            random = new Random(seed);
            synchronisation =
                    Synchronisation.values()[random.nextInt(Synchronisation.values().length)];
            ctas = 1 + random.nextInt(3);
            threadsPerCta = CTA_SIZES[random.nextInt(CTA_SIZES.length)];
            int threads = ctas * threadsPerCta;
            actors = new int[2 + random.nextInt(6)];
            Arrays.setAll(actors, i -> random.nextInt(threads));
            windowBytes = 16 << random.nextInt(8);
            warpWise = random.nextInt(4) * 3;
            syncPercent = 5 + random.nextInt(75);
            window = random.nextBoolean() ? 0 : (1 << 14) - 16;
            clocks = new HappensBefore(threads, threadsPerCta, EVENTS + 1, synchronisation);
            shadow = new Shadow(clocks, 1 << 16);
            laneByLane = new Shadow(clocks, 1 << 16);
            oracle = new RaceOracle(threads, threadsPerCta);
            for (int i = 0; i < OBJECTS && synchronisation != Synchronisation.WHOLE_CTAS; i++) {
                clocks.newObject();
                oracle.newObject();
            }
        }

        private int actor() {
            return actors[random.nextInt(actors.length)];
        }

        /** Executes an event; true if it was an access that raced. */
        boolean step() {
            boolean raced = event();
            if (seed % 4 == 0) {
                assertEquals(
                        Optional.empty(), ClockInvariants.violation(clocks), () -> "seed " + seed);
                assertEquals(
                        Optional.empty(), ShadowInvariants.violation(shadow), () -> "seed " + seed);
                assertEquals(
                        Optional.empty(),
                        ShadowInvariants.violation(laneByLane),
                        () -> "seed " + seed);
            }
            return raced;
        }

        private boolean event() {
            if (random.nextInt(100) < syncPercent) {
                synchronise(random.nextInt(100));
                return false;
            }
            int dice = random.nextInt(20);
            if (dice < warpWise) {
                return warpAccess();
            }
            return access(
                    dice < 10
                            ? RaceOracle.Sort.READ
                            : dice < 11
                                    ? RaceOracle.Sort.NON_COHERENT_READ
                                    : dice < 16 ? RaceOracle.Sort.WRITE : RaceOracle.Sort.ATOMIC);
        }

        private void synchronise(int dice) {
            if (dice < 30 || synchronisation == Synchronisation.WHOLE_CTAS) {
                int cta = actor() / threadsPerCta;
                clocks.fullBarrier(cta);
                oracle.fullBarrier(cta);
                return;
            }
            if (dice < 70 || synchronisation == Synchronisation.WITHIN_CTAS && ctas > 1) {
                int base = actor() / threadsPerCta * threadsPerCta;
                int[] arriving =
                        Arrays.stream(actors)
                                .filter(t -> t >= base && t < base + threadsPerCta)
                                .filter(t -> random.nextInt(3) > 0)
                                .distinct()
                                .toArray();
                int[] waiting =
                        Arrays.stream(arriving).filter(t -> random.nextInt(4) > 0).toArray();
                clocks.generation(arriving, arriving.length, waiting, waiting.length);
                oracle.generation(arriving, waiting);
                return;
            }
            int thread = actor();
            int object = random.nextInt(OBJECTS);
            if (dice < 85) {
                clocks.release(thread, object);
                oracle.release(thread, object);
            } else {
                clocks.acquire(thread, object);
                oracle.acquire(thread, object);
            }
        }

        /** Several lanes of a warp access memory at once; true if one of them raced. */
        private boolean warpAccess() {
            int actor = actor();
            int lane = actor % threadsPerCta % 32;
            int size = Math.min(32, threadsPerCta - (actor % threadsPerCta - lane));
            int lanes = random.nextInt() & (size == 32 ? -1 : (1 << size) - 1);
            int width = wordsOnly ? 4 : WIDTHS[random.nextInt(WIDTHS.length)];
            int slots = windowBytes / width;
            int stride = random.nextInt(3);
            int run = 1 << random.nextInt(6);
            int shift = random.nextInt(slots);
            long[] offsets = new long[32];
            Arrays.setAll(offsets, l -> window + (shift + l / run * stride) % slots * (long) width);
            int sort = random.nextInt(8);
            boolean write = sort < 3;
            int instruction = next++ % instructions;
            int[] tags = new int[32];
            Arrays.setAll(tags, l -> random.nextInt(3) > 0 ? 1 : 2);
            RaceOracle.Sort kind =
                    write
                            ? RaceOracle.Sort.WRITE
                            : sort < 7 ? RaceOracle.Sort.READ : RaceOracle.Sort.NON_COHERENT_READ;
            int warp = actor - lane;
            List<Conflict> conflicts =
                    switch (kind) {
                        case READ -> shadow.readWarp(warp, lanes, instruction, offsets, width);
                        case NON_COHERENT_READ ->
                                shadow.readNonCoherentWarp(
                                        warp, lanes, instruction, offsets, width);
                        case WRITE, ATOMIC ->
                                shadow.writeWarp(
                                        warp,
                                        lanes,
                                        instruction,
                                        offsets,
                                        width,
                                        written(tags, width));
                    };
            String what = "seed " + seed + ", instruction " + instruction + ": " + conflicts;
            List<Conflict> ofLanes = new ArrayList<>();
            boolean expected = false;
            boolean harmful = false;
            for (int l = 0; l < 32; l++) {
                if ((lanes >>> l & 1) != 0) {
                    int thread = warp + l;
                    Conflict one =
                            plain(
                                    laneByLane,
                                    kind,
                                    thread,
                                    instruction,
                                    offsets[l],
                                    width,
                                    tags[l]);
                    if (one != null) {
                        ofLanes.add(one);
                    }
                    RaceOracle.Access access =
                            oracle.access(
                                    kind,
                                    thread,
                                    instruction,
                                    offsets[l],
                                    width,
                                    tags[l],
                                    0,
                                    false);
                    List<RaceOracle.Access> races = oracle.races(access);
                    expected |= !races.isEmpty();
                    harmful |= !oracle.harmfulRaces(access).isEmpty();
                    for (Conflict c : conflicts) {
                        assertTrue(
                                c.thread() != thread
                                        || races.stream().anyMatch(o -> matches(c, o, access)),
                                what);
                    }
                }
            }
            assertEquals(ofLanes, conflicts, what);
            assertEquals(expected, !conflicts.isEmpty(), what);
            if (wordsOnly && expected) {
                assertEquals(harmful, !conflicts.stream().allMatch(Conflict::sameValue), what);
                harmed |= harmful;
            }
            raced |= expected;
            return expected;
        }

        private static WrittenBytes written(int[] tags, int width) {
            return (lane, displacement, bytes) -> identity(tags[lane], width, displacement);
        }

        private static long identity(int tag, int width, int displacement) {
            return tag == 0
                    ? WrittenBytes.UNKNOWN
                    : WrittenBytes.symbolic(width, tag, displacement);
        }

        private static Conflict plain(
                Shadow shadow,
                RaceOracle.Sort sort,
                int thread,
                int instruction,
                long offset,
                int width,
                int tag) {
            return switch (sort) {
                case READ -> shadow.read(thread, instruction, offset, width);
                case NON_COHERENT_READ ->
                        shadow.readNonCoherent(thread, instruction, offset, width);
                case WRITE ->
                        shadow.write(
                                thread,
                                instruction,
                                offset,
                                width,
                                (l, d, n) -> identity(tag, width, d));
                case ATOMIC -> throw new AssertionError(sort);
            };
        }

        private boolean access(RaceOracle.Sort sort) {
            int thread = actor();
            int bytes = wordsOnly ? 4 : WIDTHS[random.nextInt(WIDTHS.length)];
            int width = Math.min(bytes, windowBytes);
            long offset = window + (long) random.nextInt(windowBytes / width) * width;
            int instruction = next++ % instructions;
            int tag = random.nextInt(3);
            int kind = random.nextInt(3);
            boolean ctaScope = random.nextInt(4) == 0;
            RaceOracle.Access access =
                    oracle.access(
                            sort,
                            thread,
                            instruction,
                            offset,
                            width,
                            tag,
                            kind,
                            ctaScope && sort == RaceOracle.Sort.ATOMIC);
            Conflict conflict =
                    access(shadow, sort, thread, instruction, offset, width, tag, kind, ctaScope);
            assertEquals(
                    conflict,
                    access(
                            laneByLane,
                            sort,
                            thread,
                            instruction,
                            offset,
                            width,
                            tag,
                            kind,
                            ctaScope));
            check(access, conflict);
            raced |= conflict != null;
            return conflict != null;
        }

        private static Conflict access(
                Shadow shadow,
                RaceOracle.Sort sort,
                int thread,
                int instruction,
                long offset,
                int width,
                int tag,
                int kind,
                boolean ctaScope) {
            return sort == RaceOracle.Sort.ATOMIC
                    ? shadow.atomic(thread, instruction, offset, width, kind, ctaScope)
                    : plain(shadow, sort, thread, instruction, offset, width, tag);
        }

        private void check(RaceOracle.Access access, Conflict conflict) {
            List<RaceOracle.Access> races = oracle.races(access);
            String what = "seed " + seed + ", access " + access + ": " + races;
            assertEquals(!races.isEmpty(), conflict != null, what);
            if (conflict == null) {
                return;
            }
            assertTrue(
                    races.stream().anyMatch(other -> matches(conflict, other, access)),
                    what + " but " + conflict);
            mixedAtomics =
                    access.sort() == RaceOracle.Sort.ATOMIC
                            && races.stream().anyMatch(e -> e.sort() == RaceOracle.Sort.ATOMIC);
            if (wordsOnly) {
                harmed = !oracle.harmfulRaces(access).isEmpty();
                assertEquals(harmed, !conflict.sameValue(), what + " but " + conflict);
            }
        }

        private static boolean matches(
                Conflict conflict, RaceOracle.Access other, RaceOracle.Access access) {
            return conflict != null
                    && conflict.thread() == access.thread()
                    && conflict.otherThread() == other.thread()
                    && conflict.otherInstruction() == other.instruction()
                    && conflict.otherWrite() == other.writes()
                    && conflict.offset() + 4 > Math.max(access.offset(), other.offset())
                    && conflict.offset() < access.offset() + access.bytes()
                    && conflict.offset() < other.offset() + other.bytes();
        }
    }
}
