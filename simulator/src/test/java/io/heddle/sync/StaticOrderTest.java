package io.heddle.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The two slow checkers on WEFT's worked examples and on one program for each rule. */
class StaticOrderTest {
    private static final int STATES = 100_000;

    /** Figure 3: the thread programs of Listing 2. */
    private static final CtaProgram FIGURE_3 =
            CtaProgram.ofWarps(
                    "sync 0 64; write 0 8; arrive 1 64; sync 0 64; sync 1 64; read 0 8",
                    "sync 0 64; sync 1 64; read 0 8; sync 0 64; write 0 8; arrive 1 64");

    /** Checks Figure 4 on some traces against all traces. */
    private static AllTraces both(CtaProgram cta) {
        AllTraces all = new AllTraces(cta, STATES);
        AllTraces lanes = new AllTraces(cta.split(), STATES);
        assertTrue(all.isComplete() && lanes.isComplete());
        assertEquals(lanes.isWellSynchronised(), all.isWellSynchronised());
        for (int seed = 0; seed < 20; seed++) {
            StaticOrder order = new StaticOrder(Trace.record(cta, new Random(seed)));
            assertEquals(lanes.isWellSynchronised(), order.isWellSynchronised(), cta.toString());
            if (order.isWellSynchronised()) {
                assertEquals(all.races(), order.races(cta.conflicts()));
            }
        }
        return all;
    }

    private static void assertSafe(CtaProgram cta) {
        AllTraces all = both(cta);
        assertTrue(all.isWellSynchronised(), cta.toString());
        assertEquals(Set.of(), all.races());
    }

    private static void assertRaces(int races, CtaProgram cta) {
        AllTraces all = both(cta);
        assertTrue(all.isWellSynchronised(), cta.toString());
        assertEquals(races, all.races().size(), all.races().toString());
    }

    private static void assertUnsafe(CtaProgram cta) {
        AllTraces all = both(cta);
        assertTrue(all.generationsDiffer());
        assertFalse(all.isWellSynchronised());
    }

    private static void assertEnds(Execution.Outcome outcome, CtaProgram cta) {
        assertTrue(both(cta).ends().contains(outcome));
    }

    @Test
    void figure3IsWellSynchronisedAndFreeOfRaces() {
        assertSafe(FIGURE_3);
    }

    @Test
    void figure3HasTheGenerationsThatThePaperGives() {
        Trace trace = Trace.record(FIGURE_3, new Random(1));
        int[][] expected = {{1, 0, 1, 2, 2, 0}, {1, 1, 0, 2, 0, 2}};
        for (int t = 0; t < 2; t++) {
            for (int i = 0; i < 6; i++) {
                assertEquals(expected[t][i], trace.generation(t, i));
            }
        }
    }

    @Test
    void figure3WithoutItsSecondSyncRecyclesBarrier1TooEarly() {
        assertUnsafe(
                CtaProgram.ofWarps(
                        "sync 0 64; write 0 8; arrive 1 64; sync 1 64; read 0 8",
                        "sync 0 64; sync 1 64; read 0 8; write 0 8; arrive 1 64"));
    }

    @Test
    void listing1Deadlocks() {
        assertEnds(
                Execution.Outcome.DEADLOCK,
                CtaProgram.ofWarps("sync 0 64; arrive 1 64", "sync 1 64; arrive 0 64"));
    }

    /** The hand-offs of Figure 2: A to D, B to F, D to E, E to F, I to G. */
    @Test
    void figure2RecyclesBarrier2Safely() {
        assertSafe(
                CtaProgram.ofWarps(
                        "write 0 8; arrive 2 64; write 8 8; arrive 0 64",
                        "sync 3 64; read 24 8; sync 0 64; read 8 8; write 32 8; arrive 2 64",
                        "sync 1 64; read 16 8; write 24 8; arrive 3 64; sync 2 64; read 32 8",
                        "sync 2 64; read 0 8; write 16 8; arrive 1 64"));
    }

    @Test
    void figure2WithoutThePathFromDToFDoesNot() {
        assertUnsafe(
                CtaProgram.ofWarps(
                        "write 0 8; arrive 2 64; write 8 8; arrive 0 64",
                        "sync 0 64; read 8 8; write 32 8; arrive 2 64",
                        "sync 1 64; read 16 8; write 24 8; sync 2 64; read 32 8",
                        "sync 2 64; read 0 8; write 16 8; arrive 1 64"));
    }

    @Test
    void anArrivalOrdersOnlyWhatWasBeforeIt() {
        assertSafe(CtaProgram.ofWarps("write 0 4; arrive 1 64", "sync 1 64; read 0 4"));
        assertRaces(1, CtaProgram.ofWarps("arrive 1 64; write 0 4", "sync 1 64; read 0 4"));
        assertRaces(1, CtaProgram.ofWarps("arrive 1 64; read 0 4", "write 0 4; sync 1 64"));
    }

    @Test
    void orderIsTransitiveThroughAThirdThread() {
        assertSafe(
                CtaProgram.ofWarps(
                        "write 0 4; arrive 1 64", "sync 1 64; arrive 2 64", "sync 2 64; read 0 4"));
    }

    @Test
    void accessesAfterTheLastBarrierRace() {
        assertRaces(1, CtaProgram.ofWarps("sync 0; write 0 4", "sync 0; write 0 4"));
    }

    @Test
    void overlapIsByteExact() {
        assertRaces(1, CtaProgram.ofWarps("write 0 16", "read 12 4"));
        assertRaces(1, CtaProgram.ofWarps("write 3 1", "read 0 4"));
        assertRaces(0, CtaProgram.ofWarps("write 4 4", "read 0 4"));
    }

    @Test
    void additionsOfOneExtentCommute() {
        assertRaces(0, CtaProgram.ofWarps("add 0 4", "add 0 4"));
        assertRaces(1, CtaProgram.ofWarps("add 0 4", "add 0 8"));
        assertRaces(1, CtaProgram.ofWarps("add 0 4", "read 0 4"));
    }

    @Test
    void anExitCountsAtABarrierWithoutACountAndOrders() {
        assertSafe(CtaProgram.ofWarps("write 0 4", "sync 0; read 0 4", "sync 0"));
        assertRaces(1, CtaProgram.ofWarps("write 0 4", "read 0 4; sync 0", "sync 0"));
    }

    @Test
    void oneWhoGivesAllThreadsAsTheCountWaitsForAll() {
        assertSafe(CtaProgram.ofWarps("write 0 4; sync 0", "sync 0 64; read 0 4"));
        assertEnds(Execution.Outcome.DEADLOCK, CtaProgram.ofWarps("sync 0", "sync 0 96", ""));
    }

    @Test
    void anExitDoesNotCountAtABarrierWithACount() {
        assertEnds(Execution.Outcome.DEADLOCK, CtaProgram.ofWarps("write 0 4", "sync 0 64"));
    }

    @Test
    void aWarpBarrierOrdersTheLanesOfItsMask() {
        assertSafe(
                CtaProgram.ofHalfWarps(
                        "write 0 4; warp ffffffff", "warp ffffffff; read 0 4", "write 8 4"));
        assertRaces(
                1,
                CtaProgram.ofHalfWarps("write 0 4; warp ffff", "warp ffff0000; read 0 4", "", ""));
        assertEnds(
                Execution.Outcome.DEADLOCK,
                CtaProgram.ofHalfWarps("warp ffffffff", "sync 0", "sync 0", "sync 0"));
        assertEnds(Execution.Outcome.INVALID, CtaProgram.ofHalfWarps("warp ffff0000", ""));
    }

    @Test
    void aGenerationOfArrivalsIsCompleteOnlyWhenAllHaveArrived() {
        assertSafe(CtaProgram.ofWarps("arrive 1 64; sync 0", "arrive 1 64; sync 0; arrive 1 32"));
        assertFalse(
                both(CtaProgram.ofWarps("arrive 1 64", "arrive 1 64; sync 1 32"))
                        .isWellSynchronised());
    }

    @Test
    void theLanesOfAWarpArriveOneByOne() {
        CtaProgram twice = CtaProgram.ofWarps("arrive 1 32; arrive 1 32");
        assertFalse(new AllTraces(twice.split(), STATES).isWellSynchronised());
        Trace trace = Trace.record(twice, new Random(1));
        assertEquals(Set.of(1), new StaticOrder(trace).unsafeSteps());
        Trace aligned = Trace.record(twice.toAligned(), new Random(1));
        assertTrue(new StaticOrder(aligned).isWellSynchronised());
    }

    @Test
    void aWarpComesTogetherToAnAlignedBarrier() {
        assertSafe(
                CtaProgram.ofHalfWarps(
                        "write 0 4; sync@1 0 64",
                        "sync@1 0 64",
                        "sync@2 0 64; read 0 4",
                        "sync@2 0 64"));
        assertEnds(
                Execution.Outcome.DIVERGENCE, CtaProgram.ofHalfWarps("sync@1 0 32", "sync@2 0 32"));
        assertEnds(
                Execution.Outcome.STUCK_APART, CtaProgram.ofHalfWarps("sync@1 0 32", "sync 1 32"));
        assertSafe(CtaProgram.ofHalfWarps("write 0 4; sync@1 0; write 8 4", "read 4 4"));
    }

    @Test
    void whatOneThreadWaitedForIsOverForAllAtAnAlignedBarrier() {
        String[] aligned = {
            "sync 1 32; sync@1 1 64", "sync@1 1 64", "sync 1 32; sync@2 1 64", "sync@2 1 64"
        };
        assertSafe(CtaProgram.ofHalfWarps(aligned));
        String[] unaligned = {
            "sync 1 32; sync 1 64", "sync 1 64", "sync 1 32; sync 1 64", "sync 1 64"
        };
        assertUnsafe(CtaProgram.ofHalfWarps(unaligned));
    }

    @Test
    void errorsAreFound() {
        assertEnds(Execution.Outcome.MISMATCH, CtaProgram.ofWarps("sync 1 64", "sync 1 96", ""));
        assertEnds(Execution.Outcome.MISMATCH, CtaProgram.ofWarps("sync 1 64", "sync 1", ""));
        assertEnds(Execution.Outcome.MISMATCH, CtaProgram.ofWarps("red 1 64", "arrive 1 64"));
        assertEnds(Execution.Outcome.LEFT_OVER, CtaProgram.ofWarps("arrive 1 64", "write 0 4"));
        assertEnds(Execution.Outcome.INVALID, CtaProgram.ofWarps("sync 1 48"));
        assertEnds(Execution.Outcome.INVALID, CtaProgram.ofWarps("arrive 1"));
    }

    @Test
    void tooManyArrivalsAreAnErrorWhereTheyComeTogether() {
        List<CtaProgram.ThreadProgram> halves = CtaProgram.ofHalfWarps("sync 1 32", "").threads();
        CtaProgram.ThreadProgram warp = CtaProgram.ofWarps("", "arrive 1 32").threads().get(1);
        CtaProgram cta = new CtaProgram(List.of(halves.get(0), halves.get(1), warp));
        assertEquals(
                EnumSet.of(Execution.Outcome.TOO_MANY, Execution.Outcome.DEADLOCK),
                new AllTraces(cta, STATES).ends());
    }

    @Test
    void aLastWarpThatIsNotFullCountsAsAWarp() {
        assertSafe(
                CtaProgram.ofHalfWarps("sync 1 64; read 0 4", "sync 1 64", "write 0 4; sync 1 64"));
        assertSafe(
                CtaProgram.ofHalfWarps(
                        "sync 1 64; read 0 4", "sync 1 64", "write 0 4; arrive 1 64"));
        assertSafe(CtaProgram.ofHalfWarps("", "", "sync 1 32; sync 1 32; sync 1 32"));
        assertSafe(CtaProgram.ofHalfWarps("sync 1", "sync 1 64", "sync 1"));
        assertEnds(Execution.Outcome.DEADLOCK, CtaProgram.ofHalfWarps("", "", "sync 1 64"));
        assertEnds(Execution.Outcome.LEFT_OVER, CtaProgram.ofHalfWarps("", "", "arrive 1 64"));
        assertEnds(Execution.Outcome.MISMATCH, CtaProgram.ofHalfWarps("sync 1 32", "", "sync 1"));
        assertEnds(Execution.Outcome.INVALID, CtaProgram.ofHalfWarps("", "", "sync 1 16"));
    }

    @Test
    void aWarpThatIsNotFullHasArrivedWhenAllItsLanesHave() {
        CtaProgram twice = CtaProgram.ofHalfWarps("sync 1 64", "", "arrive 1 64");
        assertEnds(Execution.Outcome.DEADLOCK, twice);
        CtaProgram.ThreadProgram low = new CtaProgram.ThreadProgram(0, 0xff, sync());
        CtaProgram.ThreadProgram high = new CtaProgram.ThreadProgram(0, 0xff00, sync());
        assertSafe(new CtaProgram(List.of(low, high)));
        assertEnds(Execution.Outcome.DEADLOCK, new CtaProgram(List.of(low, high.with(List.of()))));
    }

    private static List<Command> sync() {
        return List.of(new Command.Register(Command.Verb.SYNC, Command.Place.named(1), 32));
    }

    @Test
    void anAlignedArrivalIsKnownByOneOfItsLanes() {
        String again = "arrive@1 1 64; arrive@3 1 32";
        String knowing = "arrive@1 1 64; sync 2 32; arrive@3 1 32";
        assertSafe(
                CtaProgram.ofHalfWarps(
                        knowing, again, "arrive@2 1 64; sync 2 32", "arrive@2 1 64"));
        CtaProgram unaligned =
                CtaProgram.ofHalfWarps(knowing, again, "arrive 1 64; sync 2 32", "arrive 1 64");
        assertFalse(both(unaligned).isWellSynchronised());
        CtaProgram early =
                CtaProgram.ofHalfWarps(knowing, again, "sync 2 32; arrive@2 1 64", "arrive@2 1 64");
        assertFalse(both(early).isWellSynchronised());
    }

    @Test
    void lanesOfOneThreadAreOrderedByWaitsOnly() {
        assertRacesOfLanes(0, "write 0 4 4; read 0 4 4");
        assertRacesOfLanes(1, "write 0 4 4; read 4 4 4");
        assertRacesOfLanes(1, "write 0 4 4; arrive 1 32; read 4 4 4");
        assertRacesOfLanes(0, "write 0 4 4; warp ffffffff; read 4 4 4");
        assertRacesOfLanes(0, "write 0 4 4; sync 1 32; read 4 4 4");
        assertRacesOfLanes(1, "write 0 4 0");
        assertRacesOfLanes(0, "add 0 4 0; add 0 4 0");
    }

    private static void assertRacesOfLanes(int races, String program) {
        CtaProgram cta = CtaProgram.ofWarps(program);
        StaticOrder order = new StaticOrder(Trace.record(cta, new Random(1)));
        assertTrue(order.isWellSynchronised());
        assertEquals(races, order.races(cta.conflicts()).size(), program);
    }

    @Test
    void lanesOfDifferentWarpsConflictWhereTheirBytesMeet() {
        assertRaces(1, CtaProgram.ofWarps("write 0 4 4", "read 124 4"));
        assertRaces(0, CtaProgram.ofWarps("write 0 4 4", "read 128 4"));
        assertRaces(0, CtaProgram.ofWarps("write 0 4 8", "read 4 4 8"));
        assertRaces(1, CtaProgram.ofWarps("write 0 8 8", "read 4 4 8"));
    }

    @Test
    void thirdGenerationsAreChecked() {
        assertSafe(
                CtaProgram.ofWarps(
                        "sync 1 64; sync 1 64; sync 1 64", "sync 1 64; sync 1 64; sync 1 64"));
        assertUnsafe(
                CtaProgram.ofWarps(
                        "sync 1 64; sync 1 64; arrive 1 64", "sync 1 64; sync 1 64", "sync 1 64"));
    }
}
