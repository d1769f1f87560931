package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That the invariants hold is asserted where programs are random: {@link RandomRaceTest}. */
final class ShadowInvariantsTest {
    private final HappensBefore whole = new HappensBefore(128, 64, 100, Synchronisation.WHOLE_CTAS);
    private final HappensBefore partial =
            new HappensBefore(128, 64, 100, Synchronisation.WITHIN_CTAS);

    @Test
    void anAccessFromTheFutureIsSeen() {
        Shadow shadow = new Shadow(whole, 64);
        shadow.write(3, 1, 8, 4, null);
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        ((PairAccesses) shadow.chunks[0].writes).first[2] = whole.current().record(9, 3, 1);
        assertEquals(
                "chunk 0 cell 2 keeps an access of thread 3 at stamp 9",
                ShadowInvariants.violation(shadow).orElseThrow());
    }

    @Test
    void aPairOfOneThreadIsSeen() {
        Shadow shadow = new Shadow(whole, 64);
        shadow.read(3, 1, 8, 4);
        shadow.read(4, 2, 8, 4);
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        PairAccesses reads = (PairAccesses) shadow.chunks[0].reads;
        reads.second[2] = reads.first[2];
        assertEquals(
                "chunk 0 cell 2 keeps two accesses of one thread",
                ShadowInvariants.violation(shadow).orElseThrow());
    }

    @Test
    void aSetWithoutItsLastAccessIsSeen() {
        Shadow shadow = new Shadow(partial, 64);
        shadow.read(3, 1, 8, 4);
        shadow.read(40, 2, 8, 4);
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        WarpAccesses reads = (WarpAccesses) shadow.chunks[0].reads;
        reads.sets[2].size = 1;
        assertEquals(
                "chunk 0 cell 2 does not keep its last access",
                ShadowInvariants.violation(shadow).orElseThrow());
    }

    @Test
    void aValueThatNobodyWroteIsSeen() {
        Shadow shadow = new Shadow(partial, 64);
        shadow.write(3, 1, 8, 4, (lane, displacement, bytes) -> WrittenBytes.known(7));
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        shadow.chunks[0].values[5] = WrittenBytes.known(7);
        assertEquals(
                "chunk 0 cell 5 has a value that nobody has written",
                ShadowInvariants.violation(shadow).orElseThrow());
    }

    @Test
    void aCopyThatIsNotCountedIsSeen() {
        Shadow shadow = new Shadow(partial, 64);
        AsyncCopy copy = new AsyncCopy(3, 1, shadow, 16, 16, null, 0, 0);
        copy.beginWrite();
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        shadow.others.inFlight().written--;
        assertEquals(
                "copies in flight: 4 words written, 0 reads; counted 3 and 0",
                ShadowInvariants.violation(shadow).orElseThrow());
        shadow.others.inFlight().written++;
        copy.complete(3);
        assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
    }
}
