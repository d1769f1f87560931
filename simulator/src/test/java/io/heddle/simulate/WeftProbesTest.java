package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.machine.SimulationOptions;
import io.heddle.term.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What WEFT (PLDI 2015) was found to get wrong on small probes: each in a correct and in a racy
 * form.
 */
final class WeftProbesTest {
    private static final List<String> NOTHING = List.of();

    /** r0 = tid, r9 = address of s, r8 = address of the thread's own word of s. */
    private static final String OWN =
            ".shared .align 16 .b8 s[1024]; mov.u32 r0, %tid.x; mov.u32 r9, s; shl.b32 r8, r0, 2;"
                    + " add.u32 r8, r9, r8;";

    /** r5 = the right neighbour's word, that of thread 63 being the first one's. */
    private static final String LOAD_NEIGHBOUR =
            "add.u32 r7, r0, 1; rem.u32 r7, r7, 64; shl.b32 r7, r7, 2; add.u32 r7, r9, r7;"
                    + " ld.shared.u32 r5, [r7];";

    private static List<String> of(int threads, String... statements) {
        return Kernel.of(statements).threads(threads).findings();
    }

    private static void assertRace(List<String> findings) {
        assertFalse(findings.isEmpty(), "no finding");
        assertTrue(findings.stream().allMatch(f -> f.startsWith("RACE@")), findings.toString());
    }

    /** A race at {@code line}; others under conditions that the search no longer tried. */
    private static void assertRaceOnData(int line, List<String> findings) {
        assertTrue(findings.contains("RACE@" + line), findings.toString());
        assertTrue(
                findings.stream()
                        .allMatch(f -> f.startsWith("RACE@") || f.startsWith("UNDECIDED@")),
                findings.toString());
    }

    /** Races only, and one whose later access, in the order of execution, is at {@code line}. */
    private static void assertRace(int line, List<String> findings) {
        assertRace(findings);
        assertTrue(findings.contains("RACE@" + line), findings.toString());
    }

    @Test
    void accessesAfterTheLastBarrierAreCompared() {
        String share = "st.shared.u32 [r8], r0; bar.sync 0; " + LOAD_NEIGHBOUR;
        assertEquals(NOTHING, of(64, OWN, share, "bar.sync 0; st.shared.u32 [r8], r5; ret;"));
        assertRace(9, of(64, OWN, share, "st.shared.u32 [r8], r5; ret;"));
    }

    @Test
    void aKernelWithoutAnyBarrierIsCompared() {
        assertEquals(NOTHING, of(64, OWN, "st.shared.u32 [r8], r0; ld.shared.u32 r5, [r8]; ret;"));
        assertRace(of(64, OWN, "st.shared.u32 [r8], r0; " + LOAD_NEIGHBOUR + " ret;"));
    }

    @Test
    void aVectorStoreMeetsAScalarLoadInsideIt() {
        String store =
                "setp.eq.u32 p0, r0, 0; @p0 st.shared.v4.u32 [r9+16], {r0, r0, r0, r0};"
                        + " setp.eq.u32 p1, r0, 40;";
        assertRace(of(64, OWN, store, "@p1 ld.shared.u32 r5, [r9+28]; ret;"));
        assertRace(of(64, OWN, store, "@p1 ld.shared.u8 r5, [r9+31]; ret;"));
        assertEquals(
                NOTHING, of(64, OWN, store, "bar.sync 0; @p1 ld.shared.u32 r5, [r9+28]; ret;"));
        assertEquals(NOTHING, of(64, OWN, store, "@p1 st.shared.u32 [r9+32], r0; ret;"));
        assertEquals(NOTHING, of(64, OWN, store, "@p1 st.shared.u8 [r9+15], r0; ret;"));
    }

    @Test
    void twoHalvesOfAWordAreTwoCells() {
        String address = "add.u32 r8, r9, r0; add.u32 r8, r8, r0; cvt.u16.u32 h0, r0;";
        assertEquals(NOTHING, of(64, OWN, address, "st.shared.u16 [r8], h0; ret;"));
        assertRace(of(64, OWN, address, "and.b32 r8, r8, -4; st.shared.u32 [r8], r0; ret;"));
    }

    private static List<String> onData(String... statements) {
        return Kernel.of(
                        OWN,
                        "ld.param.u64 d0, [x]; mul.wide.u32 d1, r0, 4; add.u64 d1, d0, d1;",
                        "ld.global.f32 f0, [d1]; setp.gt.f32 p0, f0, 0f00000000;",
                        String.join("\n", statements))
                .in("x", ElementType.F32, 64)
                .threads(64)
                .findings();
    }

    @Test
    void anAccessUnderADataDependentGuardIsNotDropped() {
        String clear = "mov.u32 r1, 0; st.shared.u32 [r8], r1; bar.sync 0;";
        assertEquals(
                NOTHING,
                onData(clear, "@p0 st.shared.u32 [r8], r0;", "ld.shared.u32 r5, [r8]; ret;"));
        assertRaceOnData(
                12, onData(clear, "@p0 st.shared.u32 [r8], r0;", LOAD_NEIGHBOUR + " ret;"));
        assertEquals(
                NOTHING,
                onData(
                        clear,
                        "@p0 st.shared.u32 [r8], r0;",
                        "bar.sync 0;",
                        LOAD_NEIGHBOUR + " ret;"));
    }

    @Test
    void anAccessBehindADataDependentBranchIsNotDropped() {
        String clear = "mov.u32 r1, 0; st.shared.u32 [r8], r1; bar.sync 0;";
        String branch = "@!p0 bra J; add.u32 r2, r0, r0; st.shared.u32 [r8], r2;";
        assertEquals(NOTHING, onData(clear, branch, "J: ld.shared.u32 r5, [r8]; ret;"));
        assertRaceOnData(12, onData(clear, branch, "J: " + LOAD_NEIGHBOUR + " ret;"));
    }

    @Test
    void anAddressThatARoundedFloatDecidesIsRefusedWithItsLine() {
        String index =
                "mul.f32 f0, f0, 0f3F333333; cvt.rzi.u32.f32 r1, f0; and.b32 r1, r1, 63; shl.b32"
                        + " r1, r1, 2; add.u32 r1, r9, r1;";
        assertEquals(List.of("UNSUPPORTED@11"), onData(index, "st.shared.u32 [r1], r0; ret;"));
        assertEquals(List.of("UNSUPPORTED@11"), onData(index, "ld.shared.u32 r5, [r1]; ret;"));
    }

    @Test
    void anAddressThatAFloatDecidesIsFollowed() {
        String index =
                "cvt.rzi.u32.f32 r1, f0; and.b32 r1, r1, 63; shl.b32 r1, r1, 2; add.u32 r1, r9,"
                        + " r1;";
        assertEquals(List.of("RACE@11"), onData(index, "st.shared.u32 [r1], r0; ret;"));
    }

    @Test
    void anAddressThatWasReadFromMemoryIsFollowed() {
        String permute = "xor.b32 r1, r0, 1; st.shared.u32 [r8], r1; ld.shared.u32 r2, [r8];";
        String store = "shl.b32 r2, r2, 2; add.u32 r2, r9, r2; st.shared.u32 [r2], r0; ret;";
        assertEquals(NOTHING, of(64, OWN, permute, "bar.sync 0;", store));
        assertRace(of(64, OWN, permute, store));
    }

    /** Each thread stores to word r1 of s; {@code r0} is its number. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rem.u32 r1, r0, 64;                        | rem.u32 r1, r0, 63;",
                "rem.s32 r1, r0, 64;                        | rem.s32 r1, r0, 32;",
                "mul.lo.u32 r1, r0, 3; div.u32 r1, r1, 3;   | div.u32 r1, r0, 2;",
                "mul.lo.s32 r1, r0, -3; div.s32 r1, r1, -3; | div.s32 r1, r0, 63;",
                "min.u32 r1, r0, 63;                        | min.u32 r1, r0, 62;",
                "max.s32 r1, r0, -5;                        | max.s32 r1, r0, 1;",
                "bfi.b32 r1, r0, 0, 0, 6;                   | bfi.b32 r1, r0, 0, 0, 5;",
                "bfe.u32 r1, r0, 0, 6;                      | bfe.u32 r1, r0, 1, 5;",
                "lop3.b32 r1, r0, 21, 0, 0x3c;              | lop3.b32 r1, r0, 21, 0, 0xc0;",
                "prmt.b32 r1, r0, 0, 0x4440;                | prmt.b32 r1, r0, 0, 0x4441;",
                "not.b32 r1, r0; and.b32 r1, r1, 63;        | not.b32 r1, r0; and.b32 r1, r1, 31;",
                "shf.l.wrap.b32 r1, r0, r0, 0;              | shf.r.wrap.b32 r1, r0, 0, 1;",
                "brev.b32 r1, r0; shr.u32 r1, r1, 26;       | brev.b32 r1, r0; shr.u32 r1, r1, 27;",
                "sub.u32 r1, 63, r0;                        | popc.b32 r1, r0;",
                "abs.s32 r1, r0;                    | sub.s32 r1, r0, 32; abs.s32 r1, r1;",
                "mad.lo.u32 r1, r0, 2, 7;           | mad.lo.u32 r1, r0, 0, 7;"
            })
    void integerInstructionsInAddressesAreComputed(String apart, String together) {
        String store = "shl.b32 r1, r1, 2; add.u32 r1, r9, r1; st.shared.u32 [r1], r0; ret;";
        assertEquals(NOTHING, of(64, OWN, apart, store));
        assertRace(9, of(64, OWN, together, store));
    }

    @Test
    void addressesWrapAroundAt32Bits() {
        String own = "add.u32 r1, r0, 0x40000000; shl.b32 r1, r1, 2; add.u32 r1, r9, r1;";
        String neighbour = "add.u32 r1, r0, 0x3fffffff; shl.b32 r1, r1, 2; add.u32 r1, r9, r1;";
        assertEquals(
                NOTHING,
                of(64, OWN, "st.shared.u32 [r8], r0;", own, "ld.shared.u32 r5, [r1]; ret;"));
        assertRace(
                11,
                of(
                        64,
                        OWN,
                        "st.shared.u32 [r8], r0;",
                        "setp.eq.u32 p0, r0, 0; @p0 ret;",
                        neighbour,
                        "ld.shared.u32 r5, [r1]; ret;"));
    }

    @Test
    void comparisonsKnowWhetherTheyAreSigned() {
        String number = "sub.u32 r1, r0, 1;"; // of thread 0: -1, or the largest
        String store = "@p0 st.shared.u32 [r9], r0; ret;";
        assertEquals(NOTHING, of(64, OWN, number, "setp.lt.u32 p0, r1, 1;", store));
        assertRace(10, of(64, OWN, number, "setp.lt.s32 p0, r1, 1;", store));
        assertEquals(NOTHING, of(64, OWN, number, "setp.hi.u32 p0, r1, 62;", store));
        assertRace(10, of(64, OWN, number, "setp.ge.s32 p0, r1, 61;", store));
    }

    @ParameterizedTest
    @CsvSource({
        "bar.sync 0;",
        "bar.sync 5;",
        "'bar.sync 0, 64;'",
        "barrier.sync 0;",
        "'barrier.sync 3, 64;'",
        "barrier.sync.aligned 0;",
        "barrier.cta.sync 0;",
        "barrier.cta.sync.aligned 0;",
        "'setp.eq.u32 p0, r0, 0; bar.red.popc.u32 r1, 0, p0;'"
    })
    void everySpellingOfABarrierOrders(String barrier) {
        String store = "st.shared.u32 [r8], r0;";
        assertEquals(NOTHING, of(64, OWN, store, barrier, LOAD_NEIGHBOUR + " ret;"));
        assertRace(10, of(64, OWN, store, "", LOAD_NEIGHBOUR + " ret;"));
    }

    @Test
    void aWarpBarrierOrdersItsWarpOnly() {
        String store = "st.shared.u32 [r8], r0; bar.warp.sync -1;";
        String near = "xor.b32 r1, r8, 4; ld.shared.u32 r5, [r1]; ret;";
        String far = "xor.b32 r1, r8, 128; ld.shared.u32 r5, [r1]; ret;";
        assertEquals(NOTHING, of(64, OWN, store, near));
        assertRace(9, of(64, OWN, store, far));
        assertRace(9, of(64, OWN, "st.shared.u32 [r8], r0;", near));
    }

    @Test
    void predicatesAreCombined() {
        String compare = "setp.ge.u32 p0, r0, 3; setp.le.u32 p1, r0, 3; setp.ne.u32 p2, r0, 3;";
        String store = "@p3 st.shared.u32 [r9], r0; ret;";
        assertEquals(NOTHING, of(64, OWN, compare, "and.pred p3, p0, p1;", store));
        assertRace(10, of(64, OWN, compare, "or.pred p3, p0, p1;", store));
        assertEquals(NOTHING, of(64, OWN, compare, "not.pred p3, p2;", store));
        assertRace(10, of(64, OWN, compare, "xor.pred p3, p0, p1;", store));
        assertEquals(NOTHING, of(64, OWN, compare, "setp.eq.and.u32 p3, r0, 3, p0;", store));
        assertRace(10, of(64, OWN, compare, "setp.eq.or.u32 p3, r0, 3, p0;", store));
    }

    @Test
    void sharedArraysWithEqualOffsetsAreApart() {
        String arrays =
                ".shared .align 4 .b8 a[256]; .shared .align 4 .b8 b[256]; mov.u32 r1, a;"
                        + " mov.u32 r2, b; setp.lt.u32 p0, r0, 32; and.b32 r3, r0, 31;"
                        + " shl.b32 r3, r3, 2; add.u32 r1, r1, r3; add.u32 r2, r2, r3;";
        assertEquals(
                NOTHING,
                of(
                        64,
                        OWN,
                        arrays,
                        "@p0 st.shared.u32 [r1], r0; @!p0 st.shared.u32 [r2], r0; ret;"));
        assertRace(
                9,
                of(
                        64,
                        OWN,
                        arrays,
                        "@p0 st.shared.u32 [r1], r0; @!p0 st.shared.u32 [r1], r0; ret;"));
    }

    @Test
    void atomicsMeetEachOtherButNoPlainAccess() {
        String clear =
                "setp.eq.u32 p0, r0, 0; mov.u32 r1, 0; @p0 st.shared.u32 [r9], r1; bar.sync 0;";
        String add = "atom.shared.add.u32 r2, [r9], 1;";
        assertEquals(NOTHING, of(64, OWN, clear, add, "bar.sync 0; ld.shared.u32 r5, [r9]; ret;"));
        assertEquals(NOTHING, of(64, OWN, clear, "red.shared.max.u32 [r9], r0; bar.sync 0; ret;"));
        assertRace(10, of(64, OWN, clear, add, "ld.shared.u32 r5, [r9]; ret;"));
        assertRace(10, of(64, OWN, clear, add, "@p0 st.shared.u32 [r9], r1; ret;"));
        assertRace(of(64, OWN, clear, add, "atom.shared.max.u32 r2, [r9], r0; ret;"));
    }

    @Test
    void threadsThatExitAreNotWaitedForAndWhatTheyDidIsOrdered() {
        String half = "setp.ge.u32 p0, r0, 32; st.shared.u32 [r8], r0; @p0 ret;";
        String load = "ld.shared.u32 r5, [r8+128]; ret;";
        assertEquals(NOTHING, of(64, OWN, half, "bar.sync 0;", load));
        assertRace(8, of(64, OWN, half, load));
        assertEquals(List.of("DEADLOCK@9"), of(64, OWN, half, "bar.sync 0, 64;", load));
    }

    @Test
    void lanesThatExitAreNotWaitedForByTheirWarp() {
        String odd = "and.b32 r1, r0, 1; setp.eq.u32 p0, r1, 1; st.shared.u32 [r8], r0; @p0 ret;";
        String load = "ld.shared.u32 r5, [r8+4]; ret;";
        assertEquals(NOTHING, of(64, OWN, odd, "bar.sync 0;", load));
        assertRace(9, of(64, OWN, odd, load));
    }

    @ParameterizedTest
    @CsvSource({
        "'shfl.sync.bfly.b32 r6, r0, 1, 31, -1;'",
        "'vote.sync.ballot.b32 r6, p9, -1;'",
        "'match.any.sync.b32 r6, r0, -1;'",
        "'redux.sync.add.u32 r6, r0, -1;'"
    })
    void whatBringsLanesTogetherDoesNotOrderMemory(String collective) {
        String store = "setp.eq.u32 p9, r0, 0; st.shared.u32 [r8], r0;";
        String load = "xor.b32 r1, r8, 4; ld.shared.u32 r5, [r1]; ret;";
        assertRace(10, of(32, OWN, store, collective, load));
        assertEquals(NOTHING, of(32, OWN, store, "bar.warp.sync -1; " + collective, load));
        SimulationOptions lockStep =
                new SimulationOptions(false, true, false, false, 1_000_000, Long.MAX_VALUE);
        assertEquals(
                NOTHING,
                Kernel.of(OWN, store, collective, load).threads(32).options(lockStep).findings());
    }

    @Test
    void lockStepOrdersNothingForLanesThatWait() {
        // lanes 0-15 wait with lanes 32-47, and lane 16 stores twice meanwhile
        String split =
                "setp.ge.u32 p0, r0, 48; @p0 ret; and.b32 r1, r0, 16; setp.ne.u32 p1, r1, 0;"
                        + " @p1 bra STORES; barrier.sync 1, 32;";
        String load = "setp.eq.u32 p2, r0, 0; @p2 ld.shared.u32 r5, [r9]; ret;";
        String stores =
                "STORES: setp.eq.u32 p3, r0, 16; @p3 st.shared.u32 [r9], r0;"
                        + " @p3 st.shared.u32 [r9+512], r0; ret;";
        SimulationOptions lockStep =
                new SimulationOptions(false, true, false, false, 1_000_000, Long.MAX_VALUE);
        assertEquals(
                List.of("RACE@9"),
                Kernel.of(OWN, split, load, stores).threads(64).options(lockStep).findings());
    }

    @Test
    void lockStepDoesNotOrderTheSidesOfABranch() {
        String sides =
                "setp.ne.u32 p1, r0, 0; setp.ne.u32 p2, r0, 1; @p1 bra L1; st.shared.u32 [r9], r0;"
                        + " bra L2; L1: @p2 bra L2; ld.shared.u32 r5, [r9];";
        String after = "L2: ret;";
        String later = "L2: setp.eq.u32 p3, r0, 2; @p3 ld.shared.u32 r5, [r9]; ret;";
        SimulationOptions lockStep =
                new SimulationOptions(false, true, false, false, 1_000_000, Long.MAX_VALUE);
        assertEquals(
                List.of("RACE@8"),
                Kernel.of(OWN, sides, after).threads(32).options(lockStep).findings());
        String store = "setp.ne.u32 p1, r0, 0; @p1 bra L2; st.shared.u32 [r9], r0;";
        assertEquals(
                NOTHING, Kernel.of(OWN, store, later).threads(32).options(lockStep).findings());
    }

    @Test
    void aCountBeyondAllThreadsIsNoBarrierOfAll() {
        assertEquals(
                List.of("BARRIER_MISUSE@8"), of(64, OWN, "mov.u32 r1, -1; bar.sync 1, r1; ret;"));
    }

    @Test
    void aShuffleAnywhereDoesNotOrderWhatIsBehindIt() {
        String shuffle = "shfl.sync.bfly.b32 r6, r0, 1, 31, -1;";
        String exchange = "st.shared.u32 [r8], r0; xor.b32 r1, r8, 4; ld.shared.u32 r5, [r1];";
        assertRace(9, of(32, OWN, shuffle, exchange + " ret;"));
        assertRace(8, of(32, OWN, exchange, shuffle + " ret;"));
    }

    @Test
    void aValueThatIsShuffledNeedsNoMemory() {
        assertEquals(
                NOTHING,
                of(
                        32,
                        OWN,
                        "shfl.sync.bfly.b32 r6, r0, 1, 31, -1;",
                        "st.shared.u32 [r8], r6; ret;"));
    }
}
