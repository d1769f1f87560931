package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PeakMemoryTest {
    @Test
    void aJavaProcessHasUsedSomeMegabytes() {
        long bytes = PeakMemory.bytes();
        assertTrue(bytes > 1 << 20, bytes + " bytes");
    }
}
