package io.heddle.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** cp.async: what is copied, and each way to touch a copy in flight. */
final class AsynchronousCopyTest {
    /** Thread t: r6 and q1 are the 16 bytes at 16 t of the tile and of a; r9 is of the next one. */
    private static final String PLACES =
            "shl.b32 r5, r0, 4; add.u32 r6, s, r5; cvt.u64.u32 q0, r5; add.u64 q1, a, q0;"
                    + " add.u64 q2, d, q0; add.u32 r9, r6, 16; mov.u32 r1, 7; mov.b64 q7, 0;\n";

    private static final String COPY = "cp.async.cg.shared.global [r6], [q1], 16;";
    private static final String COMMIT = "cp.async.commit_group;";
    private static final String WAIT = "cp.async.wait_group 0;";
    private static final String WAIT_ALL = "cp.async.wait_all;";
    private static final String BARRIER = "bar.sync 0;";
    private static final String READ = "ld.shared.u32 r2, [r6];";
    private static final String READ_NEXT = "ld.shared.u32 r2, [r9];";
    private static final String WRITE = "st.shared.u32 [r6], r1;";

    /** The findings with lines counted from 1 for the first of {@code lines}. */
    private static List<String> found(int threads, String... lines) {
        return BothInterpreters.results(PLACES + String.join("\n", lines), threads)
                .findings()
                .stream()
                .map(f -> f.kind() + "@" + (f.location().position().line() - 9))
                .toList();
    }

    private static List<String> found(String... lines) {
        return found(64, lines);
    }

    /** The message of the only finding. */
    private static String message(String... lines) {
        List<Finding> all =
                BothInterpreters.results(PLACES + String.join("\n", lines), 32).findings();
        assertEquals(1, all.size(), all::toString);
        return all.get(0).message();
    }

    // ---------------------------------------------------------------- values

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp.async.cg.shared.global [r6], [q1], 16;",
                "cp.async.ca.shared::cta.global [r6], [q1], 16;",
                "cp.async.cg.shared.global.L2::128B [r6], [q1], 16, 16;",
                "cp.async.cg.shared.global [r6], [q1], 16, 0;",
                "cp.async.cg.shared.global [r6], [q1], 16, r0;",
                "cp.async.ca.shared.global [r6], [q1], 16, 13;",
                "cp.async.ca.shared.global [r6], [q1], 8;"
                        + " cp.async.ca.shared.global [r6+8], [q1+8], 8, 3;",
                "cp.async.ca.shared.global.L2::64B [r6], [q1+4], 4;"
                        + " cp.async.ca.shared.global [r6+4], [q1], 4;"
                        + " cp.async.ca.shared.global [r6+8], [q1+8], 4, 2;"
                        + " cp.async.ca.shared.global [r6+12], [q1+8], 4, 0;",
                "cp.async.cg.shared.global [r6], [q1], 16, p1;",
                "cp.async.cg.shared.global [r6], [q1], 16, !p1;",
                "cp.async.cg.shared.global [r6], [q1], 16, 16;"
                        + " createpolicy.fractional.L2::evict_last.b64 q7, 1.0;",
                "createpolicy.fractional.L2::evict_first.b64 q7, 1.0;"
                        + " cp.async.cg.shared.global.L2::cache_hint [r6], [q1], 16, q7;",
                "createpolicy.fractional.L2::evict_first.b64 q7, 1.0;"
                        + " cp.async.cg.shared.global.L2::cache_hint [r6], [q1], 16, r0, q7;",
                "@!p1 cp.async.cg.shared.global [r6], [q1], 16;"
                        + " @p1 st.shared.v4.u32 [r6], {r0, r0, r0, r0};"
            })
    void copiesAgreeWithTheReplay(String copy) {
        String body =
                PLACES
                        + "and.b32 r2, r0, 1; setp.eq.u32 p1, r2, 0; min.u32 r0, r0, 16;\n"
                        + copy
                        + COMMIT
                        + WAIT
                        + "ld.shared.v4.u32 {r10, r11, r12, r13}, [r6];"
                        + " st.global.v4.u32 [q2], {r10, r11, r12, r13};";
        BothInterpreters.agree(body, 64, 257, 256);
    }

    @Test
    void aTailOfZerosDoesNotTouchTheSourceBehindTheData() {
        String body =
                PLACES
                        + "setp.lt.u32 p1, r0, 3; selp.u32 r2, 16, 8, p1; setp.lt.u32 p2, r0, 4;"
                        + " selp.u32 r2, r2, 0, p2;\n"
                        + "cp.async.cg.shared.global [r6], [q1], 16, r2; cp.async.wait_all;\n"
                        + "ld.shared.v4.u32 {r10, r11, r12, r13}, [r6];"
                        + " st.global.v4.u32 [q2], {r10, r11, r12, r13};";
        BothInterpreters.agree(body, 8, 14, 32);
    }

    @Test
    void pipelinesOfGroupsAgreeWithTheReplay() {
        StringBuilder body = new StringBuilder(PLACES);
        for (int stage = 0; stage < 3; stage++) {
            body.append("cp.async.cg.shared.global [r6+").append(stage * 1024);
            body.append("], [q1+").append(stage * 1024).append("], 16; ").append(COMMIT);
        }
        body.append("mov.u32 r10, 0; mov.u32 r11, 0; xor.b32 r7, r6, 16;\n");
        for (int k = 0; k < 6; k++) {
            int at = k % 3 * 1024;
            body.append("cp.async.wait_group 2; bar.sync 0; ld.shared.u32 r2, [r7+").append(at);
            body.append("]; mad.lo.u32 r10, r10, 31, r2; bar.sync 0;\n");
            if (k < 3) {
                body.append("cp.async.cg.shared.global [r6+").append(at).append("], [q1+");
                body.append((k + 3) * 1024).append("], 16;");
            }
            body.append(COMMIT).append('\n');
        }
        body.append("st.global.v4.u32 [q2], {r10, r11, r11, r11};");
        BothInterpreters.agree(body.toString(), 64, 1536, 256);
    }

    // ---------------------------------------------------------------- in flight: destination

    @Test
    void aReadBeforeTheWaitIsARace() {
        assertEquals(List.of("RACE@2"), found(COPY, READ));
        assertEquals(List.of("RACE@3"), found(COPY, COMMIT, READ));
        assertEquals(List.of("RACE@4"), found(COPY, COMMIT, BARRIER, READ_NEXT));
        assertEquals(List.of(), found(COPY, COMMIT, WAIT, READ));
    }

    @Test
    void aCopyThatIsNotCommittedIsNotWaitedFor() {
        assertEquals(List.of("RACE@3"), found(COPY, WAIT, READ));
        assertEquals(List.of(), found(COPY, WAIT_ALL, READ));
        assertEquals(List.of(), found(COPY, COMMIT, WAIT_ALL, READ));
    }

    @Test
    void aWaitThatAllowsTooManyGroupsLeavesTheCopyInFlight() {
        assertEquals(List.of("RACE@4"), found(COPY, COMMIT, "cp.async.wait_group 1;", READ));
        assertEquals(List.of(), found(COPY, COMMIT, COMMIT, "cp.async.wait_group 1;", READ));
        assertEquals(
                List.of("RACE@5"), found(COPY, COMMIT, COMMIT, "cp.async.wait_group 2;", READ));
    }

    @Test
    void aWaitIsOfTheOwnGroupsOnly() {
        assertEquals(
                List.of("RACE@5"),
                found(
                        "setp.lt.u32 p1, r0, 32;",
                        COPY + COMMIT,
                        "@p1 cp.async.wait_group 0;",
                        BARRIER,
                        READ));
    }

    @Test
    void aWriteBeforeTheWaitIsARace() {
        assertEquals(List.of("RACE@2"), found(COPY, WRITE));
        assertEquals(List.of("RACE@2"), found(COPY, "red.shared.add.u32 [r6], r1;"));
        assertEquals(List.of(), found(COPY, WAIT_ALL, WRITE));
    }

    @Test
    void aSecondCopyToTheSameBytesIsARace() {
        assertEquals(List.of("RACE@2"), found(COPY, COPY));
        assertEquals(List.of("RACE@3"), found(COPY, COMMIT, COPY));
        assertEquals(List.of(), found(COPY, WAIT_ALL, COPY));
    }

    @Test
    void aMatrixLoadMeetsTheCopy() {
        String load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r10, r11, r12, r13}, [r6];";
        assertEquals(List.of("RACE@3"), found(COPY, COMMIT, load));
        assertEquals(List.of("RACE@3"), found(COPY, WAIT_ALL, load));
        assertEquals(List.of(), found(COPY, WAIT_ALL, BARRIER, load));
    }

    @Test
    void anAccessBesideTheCopyIsNone() {
        assertEquals(
                List.of(),
                found(
                        "shl.b32 r7, r0, 3; add.u32 r8, s, r7; cvt.u64.u32 q3, r7;"
                                + " add.u64 q3, a, q3;",
                        "cp.async.ca.shared.global [r8], [q3], 8;",
                        "st.shared.u32 [r8+4096], r1; ld.shared.u32 r2, [r8+4096];"));
    }

    @Test
    void whateverIsNotOrderedBeforeTheIssueRaces() {
        String writeNext = "st.shared.u32 [r9], r1;";
        assertEquals(List.of("RACE@2"), found(writeNext, COPY));
        assertEquals(List.of(), found(writeNext, BARRIER, COPY));
        assertEquals(List.of(), found(WRITE, COPY));
    }

    // ---------------------------------------------------------------- after the wait

    @Test
    void aWaitWithoutABarrierPublishesNothing() {
        assertEquals(List.of("RACE@3"), found(32, COPY, WAIT_ALL, READ_NEXT));
        assertEquals(List.of("RACE@4"), found(32, COPY, BARRIER, WAIT_ALL, READ_NEXT));
        assertEquals(List.of(), found(COPY, WAIT_ALL, BARRIER, READ_NEXT));
    }

    @Test
    void aBarrierOfAPartOfTheCtaOrdersThatPart() {
        assertEquals(
                List.of(),
                found(
                        "xor.b32 r7, r5, 16; add.u32 r7, s, r7;",
                        COPY + WAIT_ALL,
                        "bar.warp.sync -1;",
                        "ld.shared.u32 r2, [r7];"));
        assertEquals(
                List.of("RACE@2", "RACE@4"),
                found(
                        "xor.b32 r7, r5, 512; add.u32 r7, s, r7;",
                        COPY + WAIT_ALL,
                        "bar.warp.sync -1;",
                        "ld.shared.u32 r2, [r7];"));
    }

    // ---------------------------------------------------------------- source

    @Test
    void theSourceMustNotChangeBeforeTheWait() {
        assertEquals(List.of("RACE@2"), found(COPY, "st.global.u32 [q1+12], r1;"));
        assertEquals(List.of("RACE@3"), found(COPY, COMMIT, "red.global.add.u32 [q1], r1;"));
        assertEquals(List.of(), found(COPY, WAIT_ALL, "st.global.u32 [q1+12], r1;"));
        assertEquals(List.of(), found(COPY, "ld.global.u32 r2, [q1+12];"));
    }

    @Test
    void aStoreByAnotherThreadAfterTheWaitNeedsABarrier() {
        String next = "add.u64 q3, q1, 16;";
        String store = "st.global.u32 [q3], r1;";
        assertEquals(List.of("RACE@4"), found(32, COPY, WAIT_ALL, next, store));
        assertEquals(List.of("RACE@4"), found(32, COPY, BARRIER + WAIT_ALL, next, store));
        assertEquals(List.of(), found(COPY, WAIT_ALL + BARRIER, next, store));
    }

    @Test
    void bytesBehindTheSourceSizeAreNotRead() {
        assertEquals(
                List.of(),
                found("cp.async.cg.shared.global [r6], [q1], 16, 8;", "st.global.u32 [q1+8], r1;"));
        assertEquals(
                List.of("RACE@2"),
                found("cp.async.cg.shared.global [r6], [q1], 16, 9;", "st.global.u32 [q1+8], r1;"));
    }

    @Test
    void whatWasWrittenWithoutOrderMustNotBeCopied() {
        assertEquals(List.of("RACE@2"), found("add.u64 q3, q1, 16; st.global.u32 [q3], r1;", COPY));
    }

    // ---------------------------------------------------------------- what is refused

    @Test
    void addressesAreMultiplesOfTheSize() {
        assertEquals(List.of("MISALIGNED@1"), found("cp.async.cg.shared.global [r6+8], [q1], 16;"));
        assertEquals(
                List.of("MISALIGNED@1"), found("cp.async.ca.shared.global [r6], [q1+4], 8, 4;"));
    }

    @Test
    void bothSidesLieInTheirObjects() {
        assertEquals(
                List.of("OUT_OF_BOUNDS@1"),
                found("cp.async.cg.shared.global [r6+8192], [q1], 16;"));
        assertEquals(
                List.of("OUT_OF_BOUNDS@1"),
                found("cp.async.cg.shared.global [r6], [q1+16384], 16;"));
        assertEquals(List.of(), found("cp.async.cg.shared.global [r6], [q1+16384], 16, 0;"));
    }

    @Test
    void moreSourceThanDestinationIsAnError() {
        assertEquals(
                List.of("OUT_OF_BOUNDS@1"), found("cp.async.ca.shared.global [r6], [q1], 8, 16;"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp.async.cg.shared.global [r6], [q1], 8;",
                "cp.async.ca.shared.global [r6], [q1], 12;",
                "cp.async.cg.global.shared [q1], [r6], 16;",
                "cp.async.bulk.commit_group;"
            })
    void otherFormsAreUnsupported(String form) {
        assertEquals(List.of("UNSUPPORTED@1"), found(form));
    }

    // ---------------------------------------------------------------- words

    @Test
    void theMessageSaysWhatIsMissing() {
        String early = message(COPY, COMMIT, "cp.async.wait_group 1;", READ);
        assertTrue(early.contains("that copy has not been waited for"), early);
        assertTrue(early.contains("issued at k.ptx:10"), early);
        String unpublished = message(COPY, COMMIT, WAIT, READ_NEXT);
        assertTrue(unpublished.contains("thread 1 has waited for it"), unpublished);
        assertTrue(unpublished.contains("but nothing orders the two accesses"), unpublished);
    }

    @Test
    void aThreadMayEndWithCopiesInFlight() {
        assertEquals(List.of(), found(COPY, COMMIT, "ret;"));
    }
}
