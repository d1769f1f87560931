package io.heddle.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** mbarrier: what it orders, its faults, and which polls are waits. */
final class MbarrierTest {
    /**
     * r6: 4 t in the tile; q2: d + 4 t; r7: the word of the thread 32 further on (mod 64); q3: a +
     * 4 t. Barriers lie at s + 4096 and s + 4104.
     */
    private static final String PLACES =
            "shl.b32 r5, r0, 2; add.u32 r6, s, r5; cvt.u64.u32 q0, r5; add.u64 q2, d, q0;"
                    + " add.u64 q3, a, q0; xor.b32 r7, r5, 128; add.u32 r7, s, r7;"
                    + " setp.eq.u32 p0, r0, 0; setp.lt.u32 p1, r0, 32; mov.u32 r1, 7;\n";

    private static final String FULL = "[s+4096]";
    private static final String EMPTY = "[s+4104]";
    private static int label;

    private static String initialise(String barrier, int count) {
        return "@p0 mbarrier.init.shared.b64 " + barrier + ", " + count + ";";
    }

    private static String arrive(String barrier) {
        return "mbarrier.arrive.shared.b64 _, " + barrier + ";";
    }

    /** Polls as CUTLASS does. */
    private static String await(String barrier, String parity) {
        int n = label++;
        return "W"
                + n
                + ": mbarrier.try_wait.parity.shared.b64 p9, "
                + barrier
                + ", "
                + parity
                + "; @p9 bra D"
                + n
                + "; bra W"
                + n
                + "; D"
                + n
                + ":";
    }

    private static List<Finding> results(int threads, String... lines) {
        return BothInterpreters.results(PLACES + String.join("\n", lines), threads).findings();
    }

    private static List<String> found(int threads, String... lines) {
        return results(threads, lines).stream()
                .map(f -> f.kind() + "@" + (f.location().position().line() - 9))
                .toList();
    }

    private static List<String> found(String... lines) {
        return found(64, lines);
    }

    private static void agree(String... lines) {
        BothInterpreters.agree(PLACES + String.join("\n", lines), 64, 1024, 64);
    }

    private static final String BARRIER = "bar.sync 0;";
    private static final String STORE = "st.shared.u32 [r6], r0;";
    private static final String LOAD = "ld.shared.u32 r2, [r7];";
    private static final String OUT = "st.global.u32 [q2], r2;";
    private static final String COPY = "cp.async.ca.shared.global [r6], [q3], 4;";

    // ---------------------------------------------------------------- order

    @Test
    void anArrivalIsOrderedBeforeTheEndOfAWait() {
        agree(initialise(FULL, 64), BARRIER, STORE, arrive(FULL), await(FULL, "0"), LOAD, OUT);
    }

    @Test
    void withoutTheWaitTheAccessesRace() {
        assertEquals(
                List.of("RACE@3", "RACE@5"),
                found(initialise(FULL, 64), BARRIER, STORE, arrive(FULL), LOAD));
    }

    @Test
    void aWaitOrdersWhatComesAfterItOnly() {
        assertEquals(
                List.of("RACE@5"),
                found(initialise(FULL, 64), BARRIER, arrive(FULL), STORE, await(FULL, "0") + LOAD));
    }

    @Test
    void statesNameTheirPhase() {
        int n = label++;
        agree(
                initialise(FULL, 64),
                BARRIER,
                STORE,
                "mbarrier.arrive.shared.b64 q5, [s+4096];",
                "W" + n + ": mbarrier.test_wait.shared.b64 p9, [s+4096], q5; @!p9 bra W" + n + ";",
                LOAD,
                OUT);
    }

    @Test
    void oneThreadMayArriveForSeveral() {
        agree(
                initialise(FULL, 96),
                BARRIER,
                STORE,
                "@p1 mbarrier.arrive.shared.b64 _, [s+4096], 2;",
                "@!p1 mbarrier.arrive.shared.b64 _, [s+4096];",
                await(FULL, "0"),
                LOAD,
                OUT);
    }

    /** Warp 1 sends words to warp 0 through one buffer, as often as there are phases. */
    private static String[] handOver(String beforeFill, String beforeUse) {
        int n = label++;
        return new String[] {
            initialise(FULL, 32) + initialise(EMPTY, 32),
            BARRIER,
            "and.b32 r8, r5, 127; add.u32 r8, s, r8; mov.u32 r9, 0; mov.u32 r2, 0; @p1 bra C"
                    + n
                    + ";",
            "P" + n + ": and.b32 r10, r9, 1; xor.b32 r10, r10, 1;",
            beforeFill,
            "mad.lo.u32 r11, r9, 100, r0; st.shared.u32 [r8], r11;",
            arrive(FULL),
            "add.u32 r9, r9, 1; setp.lt.u32 p2, r9, 5; @p2 bra P" + n + "; bra E" + n + ";",
            "C" + n + ": and.b32 r10, r9, 1;",
            beforeUse,
            "ld.shared.u32 r11, [r8]; mad.lo.u32 r2, r2, 3, r11;",
            arrive(EMPTY),
            "add.u32 r9, r9, 1; setp.lt.u32 p2, r9, 5; @p2 bra C" + n + ";",
            "E" + n + ":",
            OUT
        };
    }

    @Test
    void producersAndConsumersTakeTurns() {
        agree(handOver(await(EMPTY, "r10"), await(FULL, "r10")));
    }

    @Test
    void aConsumerThatDoesNotWaitRaces() {
        List<Finding> all = results(64, handOver(await(EMPTY, "r10"), ""));
        assertTrue(all.stream().anyMatch(f -> f.kind() == Finding.Kind.RACE), () -> all.toString());
    }

    @Test
    void aProducerThatDoesNotWaitRecyclesThePhase() {
        List<Finding> all = results(64, handOver("", await(FULL, "r10")));
        assertEquals(Finding.Kind.BARRIER_MISUSE, all.get(0).kind(), all::toString);
    }

    // ---------------------------------------------------------------- copies

    @Test
    void theCompletionOfCopiesArrives() {
        agree(
                initialise(FULL, 64),
                BARRIER,
                COPY,
                "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                await(FULL, "0"),
                LOAD,
                OUT);
        agree(
                initialise(FULL, 64),
                BARRIER,
                COPY,
                "cp.async.mbarrier.arrive.shared.b64 [s+4096];",
                arrive(FULL),
                await(FULL, "0"),
                LOAD,
                OUT);
    }

    @Test
    void whoDoesNotWaitReadsACopyInFlight() {
        assertEquals(
                List.of("RACE@5"),
                found(
                        32,
                        initialise(FULL, 32),
                        BARRIER,
                        COPY,
                        "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                        "ld.shared.u32 r2, [r6];"));
    }

    @Test
    void theWaitOfOthersDoesNotCount() {
        List<Finding> all =
                results(
                        64,
                        initialise(FULL, 64),
                        BARRIER,
                        COPY,
                        "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                        "@!p1 bra N;",
                        await(FULL, "0"),
                        "N: ld.shared.u32 r2, [r6];");
        assertEquals(List.of(Finding.Kind.RACE), all.stream().map(Finding::kind).toList());
    }

    @Test
    void aBarrierAfterAWaitOfOneOrdersAll() {
        assertEquals(
                List.of(),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        COPY,
                        "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                        "@!p1 bra N2;",
                        await(FULL, "0"),
                        "N2: bar.sync 0;",
                        LOAD));
    }

    @Test
    void anArrivalOfCopiesDoesNotReleaseWhatTheThreadDid() {
        assertEquals(
                List.of("RACE@5"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        STORE,
                        "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                        await(FULL, "0") + LOAD));
    }

    @Test
    void anUncountedArrivalNeedsAnArrivalAfterIt() {
        assertEquals(
                List.of("BARRIER_MISUSE@4"),
                found(
                        32,
                        initialise(FULL, 1),
                        BARRIER + COPY,
                        "cp.async.mbarrier.arrive.shared.b64 [s+4096];",
                        "@p0 mbarrier.arrive.shared.b64 _, [s+4096];"));
    }

    // ---------------------------------------------------------------- faults

    @Test
    void theInitialisationMustBeOrderedBeforeTheUse() {
        assertEquals(List.of("RACE@2"), found(initialise(FULL, 64), arrive(FULL)));
    }

    @Test
    void theEndOfABarrierMustBeOrderedAfterItsUse() {
        assertEquals(
                "RACE@4",
                found(
                                initialise(FULL, 64),
                                BARRIER,
                                arrive(FULL) + await(FULL, "0"),
                                "@p0 mbarrier.inval.shared.b64 [s+4096];")
                        .get(0));
        assertEquals(
                List.of(),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        arrive(FULL) + await(FULL, "0") + BARRIER,
                        "@p0 mbarrier.inval.shared.b64 [s+4096];",
                        BARRIER + "st.shared.u32 [r6+4096], r1;"));
    }

    @Test
    void anMbarrierAtWhichCopiesMayStillArriveDoesNotEnd() {
        assertEquals(
                List.of("UNSUPPORTED@6"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        COPY,
                        "cp.async.mbarrier.arrive.noinc.shared.b64 [s+4096];",
                        BARRIER,
                        "@p0 mbarrier.inval.shared.b64 [s+4096];"));
    }

    @Test
    void aRelaxedArrivalIsNoRelease() {
        assertEquals(
                List.of("UNSUPPORTED@3"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        "mbarrier.arrive.expect_tx.relaxed.cta.shared.b64 _, [s+4096], 0;"));
    }

    @Test
    void theStateOfAnotherMbarrierIsNoPhaseOfThis() {
        int n = label++;
        assertEquals(
                List.of("UNSUPPORTED@4"),
                found(
                        initialise(FULL, 64) + initialise(EMPTY, 64),
                        BARRIER,
                        arrive(EMPTY) + "mbarrier.arrive.shared.b64 q5, [s+4096];",
                        "W"
                                + n
                                + ": mbarrier.test_wait.shared.b64 p9, [s+4104], q5; @!p9 bra W"
                                + n
                                + ";"));
    }

    @Test
    void arrivalsBeyondTheCountAreAFault() {
        assertEquals(
                List.of("BARRIER_MISUSE@3"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        "@p0 mbarrier.arrive.shared.b64 _, [s+4096], 65;"));
    }

    @Test
    void anArrivalThatCouldFallInThePhaseBeforeIsAFault() {
        assertEquals(
                List.of("BARRIER_MISUSE@3"), found(initialise(FULL, 32), BARRIER, arrive(FULL)));
    }

    @Test
    void aWaitThatCouldMissItsPhaseIsAFault() {
        assertEquals(
                List.of("BARRIER_MISUSE@5"),
                found(
                        initialise(FULL, 32) + initialise(EMPTY, 32),
                        BARRIER + "@!p1 bra N3;",
                        arrive(FULL),
                        await(EMPTY, "0"),
                        arrive(FULL) + "bra E3;",
                        "N3: " + arrive(EMPTY) + await(FULL, "0"),
                        "E3:"));
    }

    @Test
    void aPhaseThatNeverCompletesIsADeadlock() {
        List<Finding> all =
                results(64, initialise(FULL, 65), BARRIER, arrive(FULL), await(FULL, "0"));
        assertEquals(List.of(Finding.Kind.DEADLOCK), all.stream().map(Finding::kind).toList());
        String message = all.get(0).message();
        assertTrue(message.contains("1 of 65 arrivals are missing"), message);
        assertTrue(message.contains("63 others wait"), message);
    }

    @Test
    void bytesThatNobodyCopiesAreADeadlock() {
        assertEquals(
                List.of("DEADLOCK@4"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        "mbarrier.arrive.expect_tx.shared.b64 _, [s+4096], 16;",
                        await(FULL, "0")));
    }

    @Test
    void onlyMbarrierOperationsMayAccessAnMbarrier() {
        assertEquals(
                List.of("BARRIER_MISUSE@3"),
                found(
                        initialise(FULL, 64),
                        BARRIER,
                        "@p0 st.shared.u32 [s+4096], r1; bar.sync 0;",
                        arrive(FULL)));
        assertEquals(List.of("BARRIER_MISUSE@1"), found(arrive(FULL)));
    }

    // ---------------------------------------------------------------- polls

    private static List<String> polled(String... loop) {
        return found(
                initialise(FULL, 64),
                BARRIER,
                "mov.u32 r8, 0; mov.u32 r9, 0; mov.u64 q8, 0; " + arrive(FULL),
                String.join(" ", loop),
                "st.global.u32 [q2], r9;");
    }

    private static final String POLL = "L: mbarrier.test_wait.parity.shared.b64 p9, [s+4096], 0;";

    @Test
    void aLoopThatCountsAndSleepsOnlyWaits() {
        assertEquals(
                List.of(),
                polled(
                        POLL,
                        "selp.b32 r3, 1, 0, p9; setp.eq.s32 p8, r3, 0; @p8 bra F; bra G;",
                        "F: add.u32 r8, r8, 1; setp.lt.u32 p7, r8, 16; @p7 bra L;",
                        "mov.u64 q8, %globaltimer; nanosleep.u32 20; bra L;",
                        "G:"));
    }

    @Test
    void aLoopWhoseCountIsReadLaterIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@4"), polled(POLL, "@p9 bra G; add.u32 r9, r9, 1; bra L; G:"));
    }

    @Test
    void aLoopThatWritesMemoryIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@4"),
                polled(POLL, "@p9 bra G; st.global.u32 [q2], r8; bra L; G:"));
    }

    @Test
    void aLoopThatMovesToAnotherBarrierIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@4"),
                polled(
                        "mov.u32 r8, s;",
                        "L: mbarrier.test_wait.parity.shared.b64 p9, [r8+4096], 0;",
                        "@p9 bra G; add.u32 r8, r8, 8; bra L; G:"));
    }

    @Test
    void aLoopThatGivesUpIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@4"),
                polled(POLL, "@p9 bra G; add.u32 r8, r8, 1; setp.lt.u32 p7, r8, 9; @p7 bra L; G:"));
    }

    @Test
    void anAnswerThatIsDataIsUnsupported() {
        assertEquals(List.of("UNSUPPORTED@4"), polled(POLL, "selp.b32 r9, 1, 0, p9;"));
    }
}
