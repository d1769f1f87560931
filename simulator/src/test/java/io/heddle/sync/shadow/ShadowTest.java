package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What races and what does not, access by access. */
class ShadowTest {
    private static final int ADD = 3;
    private static final int MAX = 4;

    private HappensBefore clocks = new HappensBefore(64, 64);
    private Shadow shadow = new Shadow(clocks, 1024);

    private void launch(int threads, int threadsPerCta, boolean partial) {
        clocks =
                new HappensBefore(
                        threads,
                        threadsPerCta,
                        100,
                        partial ? Synchronisation.ACROSS_CTAS : Synchronisation.WHOLE_CTAS);
        shadow = new Shadow(clocks, 1 << 20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoReadsDoNotRace(boolean partial) {
        launch(64, 64, partial);
        assertNull(shadow.read(0, 1, 8, 4));
        assertNull(shadow.read(1, 2, 8, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUnorderedWriteRacesWithAnEarlierRead(boolean partial) {
        launch(64, 64, partial);
        shadow.read(5, 1, 8, 4);
        assertEquals(
                new Conflict(6, 5, 1, false, false, false, false, 8, false),
                shadow.write(6, 2, 8, 4, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUnorderedReadRacesWithAnEarlierWrite(boolean partial) {
        launch(64, 64, partial);
        shadow.write(5, 1, 8, 4, null);
        assertEquals(
                new Conflict(6, 5, 1, true, false, false, false, 8, false),
                shadow.read(6, 2, 8, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBarrierOverTheCtaOrdersItsThreads(boolean partial) {
        launch(64, 64, partial);
        shadow.write(5, 1, 8, 4, null);
        clocks.fullBarrier(0);
        assertNull(shadow.read(6, 2, 8, 4));
        clocks.fullBarrier(0);
        assertNull(shadow.write(7, 3, 8, 4, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBarrierOrdersNothingInOtherCtas(boolean partial) {
        launch(128, 64, partial);
        shadow.write(5, 1, 8, 4, null);
        clocks.fullBarrier(0);
        clocks.fullBarrier(1);
        assertNotNull(shadow.read(64, 2, 8, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWriteMeetsEveryReaderSinceTheBarrier(boolean partial) {
        launch(64, 64, partial);
        for (int t = 0; t < 64; t++) {
            assertNull(shadow.read(t, 1, 8, 4));
        }
        assertNotNull(shadow.write(0, 2, 8, 4, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aByteInsideAVectorLoadRaces(boolean partial) {
        launch(64, 64, partial);
        shadow.read(0, 1, 32, 16);
        assertEquals(
                new Conflict(1, 0, 1, false, false, false, false, 39, false),
                shadow.write(1, 2, 39, 1, null));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neighbouringBytesDoNotRace(boolean partial) {
        launch(64, 64, partial);
        for (int t = 0; t < 4; t++) {
            assertNull(shadow.write(t, 1, 32 + t, 1, null));
        }
        assertNull(shadow.write(4, 2, 36, 2, null));
        assertNull(shadow.write(5, 2, 38, 2, null));
        assertNotNull(shadow.read(5, 3, 36, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAccessAcrossAChunkBorderIsSeenOnBothSides(boolean partial) {
        launch(64, 64, partial);
        shadow.write(0, 1, 16376, 16, null);
        assertNotNull(shadow.read(1, 2, 16372, 8));
        assertNotNull(shadow.read(1, 3, 16388, 4));
        assertNull(shadow.read(1, 4, 16392, 4));
    }

    @Test
    void orderIsTransitiveAcrossBarriers() {
        shadow.write(0, 1, 0, 4, null);
        generation(0, 1);
        generation(1, 2);
        assertNull(shadow.read(2, 2, 0, 4));
        assertNotNull(shadow.read(3, 3, 0, 4));
    }

    @Test
    void anArrivalReleasesButDoesNotAcquire() {
        shadow.write(0, 1, 0, 4, null);
        shadow.write(1, 2, 4, 4, null);
        clocks.generation(new int[] {0, 1}, 2, new int[] {1}, 1);
        assertNull(shadow.read(1, 3, 0, 4));
        assertNotNull(shadow.read(0, 4, 4, 4));
    }

    @Test
    void whatFollowsAnArrivalIsNotReleasedByIt() {
        clocks.generation(new int[] {0, 1}, 2, new int[] {1}, 1);
        shadow.write(0, 1, 0, 4, null);
        assertNotNull(shadow.read(1, 2, 0, 4));
    }

    @Test
    void releaseAndAcquireOrderThreadsOfDifferentCtas() {
        launch(128, 64, true);
        int flag = clocks.newObject();
        shadow.write(3, 1, 0, 4, null);
        clocks.fullBarrier(0);
        clocks.release(0, flag);
        clocks.acquire(64, flag);
        assertNull(shadow.read(64, 2, 0, 4));
        assertNotNull(shadow.read(65, 3, 0, 4));
        clocks.fullBarrier(1);
        assertNull(shadow.read(66, 4, 0, 4));
    }

    @Test
    void writesOfOneValueAreSaidToBe() {
        shadow.write(0, 1, 0, 4, value(77));
        Conflict same = shadow.write(1, 2, 0, 4, value(77));
        assertTrue(same.sameValue());
        Conflict different = shadow.write(2, 3, 0, 4, value(78));
        assertFalse(different.sameValue());
        Conflict mixed = shadow.write(3, 4, 0, 4, value(78));
        assertFalse(mixed.sameValue());
    }

    @Test
    void writesOfUnknownValuesAreNotTheSame() {
        shadow.write(0, 1, 0, 4, null);
        assertFalse(shadow.write(1, 2, 0, 4, null).sameValue());
    }

    @Test
    void aReaderMustBeOrderedAfterAllWritersOfOneValue() {
        shadow.write(0, 1, 0, 4, value(77));
        shadow.write(1, 1, 0, 4, value(77));
        shadow.write(2, 1, 0, 4, value(77));
        generation(2, 3);
        assertNotNull(shadow.read(3, 2, 0, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void accumulationsOfOneKindCommute(boolean partial) {
        launch(64, 64, partial);
        for (int t = 0; t < 64; t++) {
            assertNull(shadow.atomic(t, 1, 0, 4, ADD, false));
        }
        assertTrue(shadow.atomic(0, 2, 0, 4, MAX, false).bothAtomic());
        assertNotNull(shadow.read(0, 3, 0, 4));
        clocks.fullBarrier(0);
        assertNull(shadow.read(1, 4, 0, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAccumulationRacesWithAReadBeforeAnotherOfItsKind(boolean partial) {
        launch(64, 64, partial);
        shadow.read(0, 1, 0, 4);
        shadow.atomic(0, 2, 0, 4, ADD, false);
        Conflict conflict = shadow.atomic(1, 3, 0, 4, ADD, false);
        assertEquals(1, conflict.otherInstruction());
        assertFalse(conflict.bothAtomic());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theKindOfAccumulationsMayChangeAtABarrier(boolean partial) {
        launch(128, 64, partial);
        shadow.atomic(0, 1, 0, 4, ADD, false);
        clocks.fullBarrier(0);
        assertNull(shadow.atomic(1, 2, 0, 4, MAX, false));
        assertNull(shadow.atomic(2, 2, 0, 4, MAX, false));
        assertNotNull(shadow.atomic(64, 3, 0, 4, MAX, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void atomicsOfCtaScopeRaceAcrossCtasOnly(boolean partial) {
        launch(128, 64, partial);
        assertNull(shadow.atomic(0, 1, 0, 4, ADD, true));
        assertNull(shadow.atomic(1, 2, 0, 4, ADD, false));
        assertNotNull(shadow.atomic(64, 3, 0, 4, ADD, false));
    }

    @Test
    void atomicsOfTwoKindsAreReportedOnceInEitherOrder() {
        shadow.atomic(0, 1, 0, 4, ADD, false);
        assertTrue(shadow.atomic(1, 2, 0, 4, MAX, false).bothAtomic());
        assertNull(shadow.atomic(2, 2, 0, 4, MAX, false), "the pair is reported once");
        assertTrue(shadow.atomic(3, 1, 0, 4, ADD, false).bothAtomic());
        assertFalse(shadow.read(4, 3, 0, 4).bothAtomic());
    }

    @Test
    void aNonCoherentReadRacesWithAnyWriteOfTheLaunch() {
        shadow.write(0, 1, 0, 4, null);
        clocks.fullBarrier(0);
        assertNotNull(shadow.readNonCoherent(0, 2, 0, 4));
        assertNull(shadow.readNonCoherent(0, 3, 4, 4));
        clocks.fullBarrier(0);
        assertNotNull(shadow.write(0, 4, 4, 4, null));
    }

    @Test
    void countsAreThoseOfAPairwiseChecker() {
        Shadow counted = new Shadow(clocks, 1022, true);
        long[] offsets = new long[32];
        counted.readWarp(0, -1, 1, offsets, 4);
        counted.write(40, 2, 0, 16, null);
        counted.atomic(41, 3, 1020, 2, ADD, false);
        counted.write(42, 4, 1021, 1, null);
        long pairs = 33 * 32 / 2 + 1;
        assertEquals(new AccessCounts(35, 5, pairs), counted.counts());
        assertEquals(AccessCounts.NONE, shadow.counts());
    }

    private void generation(int... threads) {
        clocks.generation(threads, threads.length, threads, threads.length);
    }

    /** Whatever the lane, all bytes of one symbolic value. */
    private static WrittenBytes value(int number) {
        return (lane, displacement, bytes) -> WrittenBytes.symbolic(0, number, displacement);
    }

    @Test
    void whatIsReleasedIntoAnObjectAndTransferredIsAcquiredFromTheOther() {
        launch(128, 64, true);
        int own = clocks.newObject();
        int shared = clocks.newObject();
        shadow.write(3, 1, 8, 4, null);
        clocks.release(3, own);
        shadow.write(3, 1, 12, 4, null); // after the release
        clocks.transfer(own, shared);
        clocks.acquire(64, shared);
        assertNull(shadow.read(64, 2, 8, 4));
        assertNotNull(shadow.read(64, 2, 12, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void forgottenAtomicsMeetNothingAndOtherAccessesStay(boolean partial) {
        launch(128, 64, partial);
        shadow.atomic(0, 1, 8, 4, ADD, false);
        shadow.atomic(1, 1, 8, 4, ADD, false);
        shadow.read(2, 2, 12, 4);
        shadow.forgetAtomics(8, 8);
        assertNull(shadow.write(64, 3, 8, 4, null));
        assertNotNull(shadow.write(64, 3, 12, 4, null));
    }
}
