package io.heddle.replay.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects in memory, also of many GiB. */
class RegionTest {
    private static final long BASE = Windows.FIRST_GLOBAL;
    private static final long LARGE = 10L << 30;

    private static Region region(long size) {
        return new Region(
                "x",
                BASE,
                size,
                (bytes, from, to, offset) -> {
                    for (int k = from; k < to; k++) {
                        bytes[k] = (byte) (offset + k - from >>> 20);
                    }
                });
    }

    @Test
    void bytesBeyondTwoGigabytesAreTheirOwn() {
        Region r = region(LARGE);
        for (long at : new long[] {0, (1L << 31) + 8, (1L << 32) + 8, (5L << 30) + 8, LARGE - 8}) {
            assertEquals(0x0101010101010101L * (at >>> 20 & 0xFF), r.load(at, 8));
            r.store(at, 8, at + 1);
        }
        for (long at : new long[] {0, (1L << 31) + 8, (1L << 32) + 8, (5L << 30) + 8, LARGE - 8}) {
            assertEquals(at + 1, r.load(at, 8));
            assertTrue(r.isWritten(at, 8));
            assertFalse(at > 0 && r.isWritten(at - 8, 8));
            assertFalse(r.isAtomic(at, 8));
        }
        assertTrue(r.contains(BASE + LARGE - 8, 8));
        assertFalse(r.contains(BASE + LARGE - 4, 8));
        assertEquals(LARGE, r.size());
    }

    @Test
    void anAddressIsOneOfItsSpaceOrAGenericOne() {
        Region shared = new Region("s", 64, new byte[2048], true);
        assertEquals(1100, shared.offset(1164));
        assertEquals(1100, shared.offset(Windows.SHARED + 1164));
        assertEquals((1L << 35) + 4, region(1L << 36).offset(BASE + (1L << 35) + 4));
    }

    @Test
    void writtenElementsAreThoseOfWhichAllBytesAre() {
        Region r = region(1L << 32);
        r.store(1020, 4, 1);
        r.store(1024, 4, 1); // in the next page
        r.store(1032, 2, 1);
        r.store((1L << 32) - 4, 4, 1);
        ElementSet elements = new ElementSet();
        r.addWritten(4, elements);
        List<Integer> found = new ArrayList<>();
        for (int e = elements.next(0); e >= 0; e = elements.next(e + 1)) {
            found.add(e);
        }
        assertEquals(List.of(255, 256, (1 << 30) - 1), found);
    }

    @Test
    void whatAnAtomicHasChangedIsNoted() {
        Region r = region(4096);
        r.storeAtomically(16, 4, 1);
        r.store(24, 4, 1);
        assertTrue(r.isWritten(16, 4));
        assertTrue(r.isAtomic(16, 4));
        assertTrue(r.isAtomic(16, 8)); // a part of it
        assertFalse(r.isAtomic(20, 4));
        assertFalse(r.isAtomic(24, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 23})
    void anObjectIsChangedUntilItHoldsItsFirstBytesAgain(int bits) {
        Region r = region(1L << bits); // in one array, and in many
        assertFalse(r.isChanged());
        long before = r.load(3 << 20, 4);
        r.store(3 << 20, 4, 7);
        assertTrue(r.isChanged());
        r.store(3 << 20, 4, before);
        assertFalse(r.isChanged());
        assertTrue(r.isWritten());
    }

    @Test
    void aCopyCrossesPages() {
        byte[] data = new byte[5000];
        for (int k = 0; k < data.length; k++) {
            data[k] = (byte) (k * 7);
        }
        Region r = new Region("d", 0, data, true);
        byte[] part = new byte[3000];
        System.arraycopy(data, 1000, part, 0, part.length);
        assertArrayEquals(part, r.bytes(1000, part.length));
    }
}
