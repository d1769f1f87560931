package io.heddle.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Passes of shared memory: by hand, and against sets of words. */
class SharedBanksTest {
    private final SharedBanks banks = new SharedBanks(80);

    private void expect(
            int passes, int conflicts, long[] at, int mask, int bytes, SharedBanks.Access a) {
        banks.count(at, mask, bytes, a);
        assertEquals(passes, banks.passes());
        assertEquals(conflicts, banks.conflicts());
    }

    private static long[] apart(int bytes) {
        long[] at = new long[32];
        for (int lane = 0; lane < 32; lane++) {
            at[lane] = 4096 + (long) lane * bytes;
        }
        return at;
    }

    @Test
    void wordsInOrderTakeOnePass() {
        expect(1, 0, apart(4), -1, 4, SharedBanks.Access.LOAD);
        expect(1, 0, apart(4), 0b10110, 4, SharedBanks.Access.STORE);
        expect(1, 0, apart(1), -1, 1, SharedBanks.Access.STORE);
        expect(1, 0, apart(132), -1, 4, SharedBanks.Access.LOAD);
    }

    @Test
    void wordsOfOneBankTakeAPassEach() {
        expect(32, 31, apart(128), -1, 4, SharedBanks.Access.LOAD);
        expect(2, 1, apart(8), -1, 4, SharedBanks.Access.STORE);
        expect(3, 2, apart(128), 0b111, 4, SharedBanks.Access.LOAD);
    }

    @Test
    void oneWordIsServedToAllLanesButChangedByOneAfterTheOther() {
        expect(1, 0, apart(0), -1, 4, SharedBanks.Access.LOAD);
        expect(1, 0, apart(0), -1, 4, SharedBanks.Access.STORE);
        expect(32, 31, apart(0), -1, 4, SharedBanks.Access.ATOMIC);
    }

    @Test
    void widerAccessesAreServedByHalvesAndQuarters() {
        expect(2, 0, apart(8), -1, 8, SharedBanks.Access.LOAD);
        expect(1, 0, apart(8), 0xffff, 8, SharedBanks.Access.LOAD);
        expect(4, 0, apart(16), -1, 16, SharedBanks.Access.STORE);
        expect(1, 0, apart(16), 0xff00, 16, SharedBanks.Access.STORE);
        expect(8, 4, apart(32), -1, 16, SharedBanks.Access.LOAD);
    }

    @Test
    void loadsOfPairsOfLanesAreServedTogether() {
        long[] pairs = new long[32];
        for (int lane = 0; lane < 32; lane++) {
            pairs[lane] = lane / 2 * 8L;
        }
        expect(1, 0, pairs, -1, 8, SharedBanks.Access.LOAD);
        expect(2, 0, pairs, -1, 8, SharedBanks.Access.STORE);
        SharedBanks before = new SharedBanks(61);
        before.count(pairs, -1, 8, SharedBanks.Access.LOAD);
        assertEquals(2, before.passes());
        long[] quads = new long[32];
        for (int lane = 0; lane < 32; lane++) {
            quads[lane] = (lane / 4 * 2 + lane % 2) * 16L;
        }
        expect(2, 0, quads, -1, 16, SharedBanks.Access.LOAD);
        quads[31] = 0; // the second half no longer agrees
        expect(3, 0, quads, -1, 16, SharedBanks.Access.LOAD);
    }

    @Test
    void rowsOfAMatrixAreMovedEightAtATime() {
        banks.countRows(apart(16), -1, 16);
        assertEquals(4, banks.passes());
        assertEquals(0, banks.conflicts());
        banks.countRows(apart(64), 0xffff, 16);
        assertEquals(8, banks.passes());
        assertEquals(6, banks.conflicts());
    }

    @Property(tries = 300)
    void aPassServesOneWordOfEachBank(
            @ForAll @Size(32) int[] words, @ForAll int mask, @ForAll @IntRange(max = 2) int how) {
        long[] at = new long[32];
        for (int lane = 0; lane < 32; lane++) {
            at[lane] = 4L * Math.floorMod(words[lane], 256);
        }
        Map<Long, Set<Object>> byBank = new HashMap<>();
        SharedBanks.Access access = SharedBanks.Access.values()[how];
        for (int lane = 0; lane < 32; lane++) {
            if ((mask >>> lane & 1) != 0) {
                Object served = access == SharedBanks.Access.ATOMIC ? "lane " + lane : at[lane];
                byBank.computeIfAbsent(at[lane] / 4 % 32, b -> new HashSet<>()).add(served);
            }
        }
        int passes = byBank.values().stream().mapToInt(Set::size).max().orElse(0);
        expect(passes, Math.max(0, passes - 1), at, mask, 4, access);
    }
}
