package io.heddle.sync.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AccessRecordsTest {
    private final AccessRecords records = new AccessRecords(96, 48, 1000);

    @Test
    void aRecordHoldsStampThreadAndInstruction() {
        long record = records.record(7, 95, 999);
        assertEquals(7, records.stampOf(record));
        assertEquals(95, records.thread(record));
        assertEquals(999, records.instruction(record));
    }

    @Test
    void theGreatestStampFits() {
        long record = records.record(records.maxStamp(), 0, 0);
        assertTrue(record > 0);
        assertEquals(records.maxStamp(), records.stampOf(record));
    }

    @Test
    void earlierStampsCompareLess() {
        assertTrue(records.record(6, 95, 999) < records.atStamp(7));
        assertFalse(records.record(7, 0, 0) < records.atStamp(7));
    }

    @Test
    void movingALaneChangesTheThreadOnly() {
        assertEquals(records.record(7, 37, 5), records.moveLane(records.record(7, 32, 5), 5));
    }

    @Test
    void anAgentIsOfItsCta() {
        long agent = records.record(1, 96 + 1, 0);
        assertTrue(records.isSameCta(agent, records.record(1, 48, 0)));
        assertFalse(records.isSameCta(agent, records.record(1, 47, 0)));
    }
}
