package io.heddle.sync.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.barrier.Barriers.Call;
import io.heddle.sync.barrier.Barriers.Operation;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.Shadow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is released when, what is ordered then, and what is wrong. */
class BarriersTest {
    private static final int LOW = 0xffff;
    private static final int HIGH = 0xffff0000;
    private static final Call ALL_SYNC = sync(0, Barriers.ALL, 1);

    private static final ArrivalForecast NONE = (tid, barrier) -> -1;

    private final HappensBefore clocks = new HappensBefore(64, 64);
    private final Shadow shared = new Shadow(clocks, 256);
    private final Barriers barriers = new Barriers(clocks, 0);

    private static Call sync(int barrier, int count, int instruction) {
        return new Call(Operation.SYNC, true, barrier, count, instruction);
    }

    private static Call arrive(int barrier, int count, int instruction) {
        return new Call(Operation.ARRIVE, true, barrier, count, instruction);
    }

    private static Call arriveUnaligned(int barrier) {
        return new Call(Operation.ARRIVE, false, barrier, 64, 1);
    }

    private static Call unaligned(int barrier, int count, int instruction) {
        return new Call(Operation.SYNC, false, barrier, count, instruction);
    }

    private static void assertFault(BarrierFault.Kind kind, String words, BarrierFault fault) {
        assertNotNull(fault, words);
        assertEquals(kind, fault.kind());
        String text = fault.message() + ": " + fault.waits();
        assertTrue(text.contains(words), text);
    }

    @Test
    void aBarrierReleasesNobodyBeforeTheLastThread() {
        assertNull(barriers.arrive(0, -1, ALL_SYNC, 0));
        assertEquals(-1, barriers.waiting(0));
        assertNull(barriers.arrive(1, -1, ALL_SYNC, 0));
        assertEquals(0, barriers.waiting(0));
        assertEquals(0, barriers.waiting(1));
    }

    @Test
    void aBarrierOrdersWhatWasBeforeIt() {
        shared.write(3, 7, 0, 4, null);
        barriers.arrive(0, -1, ALL_SYNC, 0);
        barriers.arrive(1, -1, ALL_SYNC, 0);
        assertNull(shared.read(40, 8, 0, 4));
    }

    @Test
    void exitedThreadsCountAsArrivedAtABarrierWithoutACount() {
        shared.write(0, 7, 0, 4, null);
        assertNull(barriers.exit(0, LOW));
        assertNull(barriers.arrive(0, HIGH, ALL_SYNC, 0));
        assertNull(barriers.arrive(1, -1, ALL_SYNC, 0));
        assertEquals(0, barriers.waiting(1));
        assertNull(shared.read(40, 8, 0, 4), "an exit releases");
    }

    @Test
    void anExitCompletesABarrierThatWaitedForItOnly() {
        barriers.arrive(1, -1, ALL_SYNC, 0);
        assertEquals(-1, barriers.waiting(1));
        assertNull(barriers.exit(0, -1));
        assertEquals(0, barriers.waiting(1));
        barriers.exit(1, -1);
        assertEquals(0, barriers.live(0) | barriers.live(1));
        assertNull(barriers.atEnd(NONE));
    }

    @Test
    void exitedThreadsNeverCountAtCountedBarriers() {
        barriers.exit(0, -1);
        barriers.arrive(1, -1, sync(0, 64, 5), 0);
        assertEquals(-1, barriers.waiting(1));
        BarrierFault fault = barriers.atEnd(NONE);
        assertFault(
                BarrierFault.Kind.DEADLOCK,
                "threads 32-63 wait at barrier 0, generation 1 (32 of 64",
                fault);
        assertEquals(5, fault.instruction());
        assertEquals(List.of(32, 33, 34, 35), fault.threads());
    }

    @Test
    void aCountOfAllThreadsNeedsNoProof() {
        barriers.arrive(0, -1, sync(3, 64, 1), 0);
        barriers.arrive(1, -1, sync(3, 64, 1), 0);
        assertEquals(0, barriers.waiting(0));
    }

    @Test
    void aBarrierOfOneWarpLeavesTheOtherUnordered() {
        shared.write(0, 7, 0, 4, null);
        assertNull(barriers.arrive(0, -1, sync(1, 32, 1), 0));
        assertEquals(0, barriers.waiting(0));
        assertNull(shared.read(1, 8, 0, 4));
        assertNotNull(shared.read(32, 9, 0, 4));
    }

    @Test
    void anArrivalDoesNotWaitAndReleasesWhoWaits() {
        shared.write(0, 7, 0, 4, null);
        assertNull(barriers.arrive(0, -1, arrive(1, 64, 1), 0));
        assertEquals(0, barriers.waiting(0));
        shared.write(0, 8, 4, 4, null);
        assertNull(barriers.arrive(1, -1, sync(1, 64, 2), 0));
        assertEquals(0, barriers.waiting(1));
        assertNull(shared.read(32, 9, 0, 4));
        assertNotNull(shared.read(32, 10, 4, 4), "written after the arrival");
    }

    @Test
    void wefTsListingOneIsADeadlock() {
        barriers.arrive(0, -1, sync(0, 64, 1), 0);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        BarrierFault fault = barriers.atEnd((tid, barrier) -> barrier == 0 ? 4 : 2);
        assertEquals(BarrierFault.Kind.DEADLOCK, fault.kind());
        assertEquals("threads wait in a cycle", fault.message());
        assertEquals(
                List.of(
                        new BarrierFault.Wait(
                                1,
                                "threads 0-31 wait at barrier 0, generation 1 (32 of 64 arrived)",
                                "for threads 32-63, which can reach it only at",
                                4),
                        new BarrierFault.Wait(
                                3,
                                "threads 32-63 wait at barrier 1, generation 1 (32 of 64 arrived)",
                                "for threads 0-31, which can reach it only at",
                                2)),
                fault.waits());
    }

    @Test
    void aDeadlockTellsWhoCameBeforeAndHasExited() {
        barriers.arrive(0, -1, arrive(1, 64, 1), 0);
        barriers.arrive(1, -1, sync(1, 64, 2), 0);
        barriers.exit(0, -1);
        barriers.arrive(1, -1, sync(1, 64, 2), 0);
        assertFault(
                BarrierFault.Kind.DEADLOCK,
                "generation 2 (32 of 64 arrived; threads 0-31 came to generation 1 and have"
                        + " exited)",
                barriers.atEnd((tid, barrier) -> -1));
    }

    @Test
    void whoHasArrivedBeforeItsExitIsNotMissed() {
        barriers.arrive(0, LOW, arriveUnaligned(1), 0);
        barriers.arrive(0, HIGH, arriveUnaligned(1), 0);
        barriers.arrive(1, -1, sync(1, 64, 2), 0);
        barriers.arrive(0, LOW, arriveUnaligned(1), 0);
        barriers.exit(0, -1);
        barriers.arrive(1, -1, sync(1, 64, 2), 0);
        assertFault(
                BarrierFault.Kind.DEADLOCK,
                "generation 2 (48 of 64 arrived; threads 16-31 came to generation 1 and have"
                        + " exited)",
                barriers.atEnd((tid, barrier) -> -1));
    }

    @Test
    void aDeadlockTellsItsCycleBeforeThoseWhoWaitForIt() {
        HappensBefore many = new HappensBefore(96, 96);
        Barriers three = new Barriers(many, 0);
        three.arrive(0, -1, sync(0, Barriers.ALL, 1), 0);
        three.arrive(1, -1, sync(2, 64, 2), 0);
        three.arrive(2, -1, sync(3, 64, 3), 0);
        BarrierFault fault = three.atEnd((tid, barrier) -> tid >= 32 && barrier >= 2 ? 9 : -1);
        assertEquals(List.of(2, 3, 1), fault.waits().stream().map(w -> w.instruction()).toList());
        assertEquals(
                "for threads 32-95, which cannot reach it",
                fault.waits().get(2).lack(),
                "all threads are wanted there");
    }

    @Test
    void aDeadlockForWantOfThreadsHasNoCycle() {
        barriers.exit(0, -1);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        BarrierFault fault = barriers.atEnd(NONE);
        assertEquals("threads are blocked", fault.message());
        assertEquals("for arrivals that no thread can still make", fault.waits().get(0).lack());
    }

    @Test
    void aBarrierWithoutACountMeetsOneThatCountsAllThreads() {
        assertNull(barriers.arrive(0, -1, ALL_SYNC, 0));
        assertNull(barriers.arrive(1, -1, sync(0, 64, 2), 0));
        assertEquals(0, barriers.waiting(0));
        assertEquals(0, barriers.waiting(1));
    }

    @Test
    void wefTsListingTwoIsWellSynchronised() {
        for (int warp = 0; warp < 2; warp++) {
            assertNull(barriers.arrive(warp, -1, sync(0, 64, 1), 0));
        }
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        for (int warp = 0; warp < 2; warp++) {
            assertNull(barriers.arrive(warp, -1, sync(0, 64, 4), 0));
        }
        barriers.arrive(1, -1, arrive(1, 64, 6), 0);
        barriers.arrive(0, -1, sync(1, 64, 5), 0);
        assertEquals(List.of(), barriers.takeRecyclings());
        assertEquals(4, barriers.generations());
    }

    @Test
    void aBarrierArrivedAtTwiceWithoutAnOrderIsRecycledUnsafely() {
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        barriers.arrive(0, -1, arrive(1, 64, 4), 0);
        List<BarrierFault> recyclings = barriers.takeRecyclings();
        assertEquals(1, recyclings.size());
        BarrierFault fault = recyclings.get(0);
        assertFault(
                BarrierFault.Kind.MISUSE,
                "threads 0-31 arrive for generation 2 of barrier 1, but nothing orders that after"
                        + " the end of generation 1, for which threads 32-63 waited",
                fault);
        assertEquals(4, fault.instruction());
        assertEquals(3, fault.otherInstruction());
        assertEquals(List.of(), barriers.takeRecyclings());
    }

    @Test
    void anArrivalAloneDoesNotTellThatTheGenerationEnded() {
        // WEFT, figure 2: the path over an arrival at barrier 2 itself is not enough
        HappensBefore many = new HappensBefore(96, 96);
        Barriers three = new Barriers(many, 0);
        three.arrive(0, -1, arrive(2, 64, 1), 0);
        three.arrive(0, -1, arrive(3, 64, 2), 0);
        three.arrive(1, -1, sync(2, 64, 3), 0);
        three.arrive(2, -1, sync(3, 64, 4), 0);
        three.arrive(2, -1, arrive(2, 64, 5), 0);
        assertEquals(1, three.takeRecyclings().size());
    }

    @Test
    void aPathFromAWaiterOrdersTheNextGeneration() {
        HappensBefore many = new HappensBefore(96, 96);
        Barriers three = new Barriers(many, 0);
        three.arrive(0, -1, arrive(2, 64, 1), 0);
        three.arrive(1, -1, sync(2, 64, 3), 0);
        three.arrive(1, -1, arrive(3, 64, 2), 0);
        three.arrive(2, -1, sync(3, 64, 4), 0);
        three.arrive(2, -1, arrive(2, 64, 5), 0);
        assertEquals(List.of(), three.takeRecyclings());
    }

    @Test
    void aBarrierOverAllThreadsOrdersEveryGeneration() {
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        barriers.arrive(0, -1, ALL_SYNC, 0);
        barriers.arrive(1, -1, ALL_SYNC, 0);
        barriers.arrive(0, -1, arrive(1, 64, 4), 0);
        assertEquals(List.of(), barriers.takeRecyclings());
    }

    @Test
    void aGenerationThatNobodyWaitsForEndsWithItsLastArrival() {
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, arrive(1, 64, 2), 0);
        barriers.arrive(0, -1, arrive(1, 64, 3), 0);
        assertFault(
                BarrierFault.Kind.MISUSE,
                "the end of generation 1, for which nobody waited",
                barriers.takeRecyclings().get(0));
    }

    @Test
    void aGenerationThatNobodyWaitsForIsOrderedByAnotherBarrier() {
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, arrive(2, 64, 3), 0);
        barriers.arrive(0, -1, sync(2, 64, 4), 0);
        barriers.arrive(0, -1, arrive(1, 64, 5), 0);
        assertEquals(List.of(), barriers.takeRecyclings());
        barriers.arrive(1, -1, arrive(1, 64, 5), 0);
        assertEquals(1, barriers.takeRecyclings().size(), "warp 1 has not heard of warp 0");
    }

    @Test
    void theLanesOfAWarpArriveOneByOneWhereTheyAreNotAligned() {
        Call first = new Call(Operation.ARRIVE, false, 1, 32, 2);
        barriers.arrive(0, -1, first, 0);
        barriers.arrive(0, -1, new Call(Operation.ARRIVE, false, 1, 32, 3), 0);
        assertEquals(1, barriers.takeRecyclings().size(), "a lane may arrive twice at first");
    }

    @Test
    void alignedLanesHaveAllArrivedWhenTheyArriveAgain() {
        barriers.arrive(0, -1, arrive(1, 32, 2), 0);
        barriers.arrive(0, -1, arrive(1, 32, 3), 0);
        assertEquals(List.of(), barriers.takeRecyclings());
    }

    @Test
    void whatOneAlignedLaneHasWaitedForIsOverForAll() {
        barriers.arrive(0, LOW, unaligned(1, 32, 2), 0);
        barriers.arrive(1, LOW, unaligned(1, 32, 2), 0);
        barriers.arrive(0, -1, sync(1, 64, 3), 0);
        assertEquals(List.of(), barriers.takeRecyclings());
        barriers.arrive(1, -1, unaligned(1, 64, 4), 0);
        assertEquals(List.of(48, 49, 50, 51), barriers.takeRecyclings().get(0).threads());
    }

    @Test
    void everyCompletedGenerationIsObserved() {
        List<Generation> seen = new ArrayList<>();
        barriers.observe(seen::add);
        barriers.arrive(0, -1, arrive(1, 64, 2), 0);
        barriers.arrive(1, -1, sync(1, 64, 3), 0);
        barriers.arrive(0, -1, sync(1, 32, 4), 0);
        assertEquals(
                List.of(
                        new Generation(0, 1, 1, List.of(-1, -1), List.of(0, -1), List.of(1, 1), 3),
                        new Generation(0, 1, 2, List.of(-1, 0), List.of(-1, 0), List.of(2, 0), 4)),
                seen);
    }

    @Test
    void countsMustBeMultiplesOf32() {
        assertFault(
                BarrierFault.Kind.MISUSE, "count 48", barriers.arrive(0, -1, sync(1, 48, 1), 0));
        assertFault(BarrierFault.Kind.MISUSE, "count 0", barriers.arrive(0, -1, sync(1, 0, 1), 0));
        assertFault(
                BarrierFault.Kind.MISUSE,
                "no barrier 16",
                barriers.arrive(0, -1, sync(16, 32, 1), 0));
        assertFault(
                BarrierFault.Kind.MISUSE,
                "needs a count",
                barriers.arrive(0, -1, arrive(1, Barriers.ALL, 1), 0));
    }

    @Test
    void countsMustAgree() {
        barriers.arrive(0, -1, sync(1, 64, 1), 0);
        BarrierFault fault = barriers.arrive(1, -1, sync(1, 96, 2), 0);
        assertFault(BarrierFault.Kind.MISUSE, "different counts: 64 and 96", fault);
        assertEquals(1, fault.otherInstruction());
    }

    @Test
    void tooManyArrivalsAreMisuse() {
        barriers.arrive(0, LOW, unaligned(1, 32, 1), 0);
        assertFault(
                BarrierFault.Kind.MISUSE,
                "48 threads arrive",
                barriers.arrive(1, -1, sync(1, 32, 2), 0));
    }

    @Test
    void arrivalsLeftAtExitAreMisuse() {
        barriers.arrive(0, -1, arrive(1, 64, 1), 0);
        barriers.exit(0, -1);
        barriers.exit(1, -1);
        assertFault(BarrierFault.Kind.MISUSE, "only 32 of 64 arrivals", barriers.atEnd(NONE));
    }

    @Test
    void lanesAtDifferentAlignedBarriersDiverge() {
        assertNull(barriers.arrive(0, LOW, ALL_SYNC, 0));
        BarrierFault fault = barriers.arrive(0, HIGH, sync(0, Barriers.ALL, 2), 0);
        assertFault(BarrierFault.Kind.DIVERGENCE, "threads 0-15 at barrier 0", fault);
        assertEquals(2, fault.instruction());
        assertEquals(1, fault.otherInstruction());
        assertEquals(List.of(0, 16), fault.threads());
    }

    @Test
    void lanesMayMeetAtUnalignedBarriersFromDifferentPlaces() {
        assertNull(barriers.arrive(0, LOW, unaligned(0, Barriers.ALL, 1), 0));
        assertNull(barriers.arrive(0, HIGH, unaligned(0, Barriers.ALL, 2), 0));
        assertNull(barriers.arrive(1, -1, unaligned(0, Barriers.ALL, 3), 0));
        assertEquals(0, barriers.waiting(0));
    }

    @Test
    void anAlignedBarrierThatSomeLanesNeverReachDiverges() {
        barriers.arrive(1, -1, ALL_SYNC, 0);
        barriers.arrive(0, LOW, ALL_SYNC, 0);
        barriers.warpSync(0, HIGH, -1, 9);
        assertFault(
                BarrierFault.Kind.DIVERGENCE,
                "threads 0-15 wait at aligned barrier 0 for threads 16-31",
                barriers.atEnd(NONE));
    }

    @Test
    void anAlignedBarrierIsNotCompletedByPartsOfWarps() {
        barriers.arrive(0, LOW, sync(1, 32, 1), 0);
        barriers.arrive(1, LOW, sync(1, 32, 1), 0);
        assertEquals(LOW, barriers.waiting(0));
        assertEquals(BarrierFault.Kind.DIVERGENCE, barriers.atEnd(NONE).kind());
    }

    @Test
    void theRestOfAWarpEntersAnAlignedBarrierWhenItsOtherLanesExit() {
        barriers.arrive(1, -1, ALL_SYNC, 0);
        barriers.arrive(0, LOW, ALL_SYNC, 0);
        assertEquals(LOW, barriers.waiting(0));
        assertNull(barriers.exit(0, HIGH));
        assertEquals(0, barriers.waiting(0));
        assertEquals(0, barriers.waiting(1));
    }

    @Test
    void manyRangesOfThreadsAreCutShort() {
        barriers.arrive(0, 0x55555555, ALL_SYNC, 0);
        assertFault(
                BarrierFault.Kind.DIVERGENCE,
                "threads 0, 2, 4, 6, … 30 (16 threads) at barrier 0",
                barriers.arrive(0, 0xaaaaaaaa, sync(0, Barriers.ALL, 2), 0));
    }

    @Test
    void aReductionCountsTruePredicates() {
        Call red = new Call(Operation.RED, true, 0, Barriers.ALL, 1);
        barriers.exit(0, 1);
        barriers.arrive(0, -2, red, 0b1110);
        barriers.arrive(1, -1, red, 0b1);
        assertEquals(4, barriers.trueVotes(40));
        assertEquals(63, barriers.votes(1));
    }

    @Test
    void aReductionDoesNotMixWithPlainArrivals() {
        barriers.arrive(0, -1, ALL_SYNC, 0);
        Call red = new Call(Operation.RED, true, 0, Barriers.ALL, 2);
        assertFault(
                BarrierFault.Kind.MISUSE,
                "a reduction and a plain arrival",
                barriers.arrive(1, -1, red, 0));
    }

    @Test
    void aPartialWarpHasOnlyItsLanes() {
        HappensBefore small = new HappensBefore(40, 40, 10, Synchronisation.WITHIN_CTAS);
        Barriers few = new Barriers(small, 0);
        assertEquals(0xff, few.live(1));
        assertNull(few.warpSync(1, 0xff, -1, 1));
        assertEquals(0, few.waiting(1));
        few.arrive(0, -1, ALL_SYNC, 0);
        few.arrive(1, 0xff, ALL_SYNC, 0);
        assertEquals(0, few.waiting(0));
    }
}
