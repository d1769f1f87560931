package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.KernelCost;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits of what a kernel may cost. */
class CostLimitsTest {
    private static final KernelCost COST =
            new KernelCost(
                    Map.of(
                            Counter.CONFLICTS, new Count(0, 31),
                            Counter.REQUESTS, new Count(10, 10),
                            Counter.SECTORS, new Count(45, 45),
                            Counter.LOCAL_SECTORS, new Count(3, Count.UNBOUNDED)),
                    List.of());

    private static List<String> exceeded(String... limits) {
        return CostLimits.parse("--cost-max", List.of(limits)).exceeded(COST);
    }

    @Test
    void theUpperBoundOfAnIntervalIsTested() {
        assertEquals(List.of(), exceeded("conflicts=31"));
        assertEquals(List.of("conflicts 0 to 31, expected at most 30"), exceeded("conflicts=30"));
        assertEquals(
                List.of("local_sectors 3 or more, expected at most 1,000,000"),
                exceeded("local_sectors=1000000"));
    }

    @Test
    void severalLimitsHoldTogether() {
        assertEquals(
                List.of(
                        "sectors 45, expected at most 44",
                        "sectors_per_request 4.50, expected at most 4"),
                exceeded("sectors=44,sectors_per_request=4", "conflicts=31"));
        assertEquals(List.of(), exceeded("sectors_per_request=4.5,wavefronts_per_request=0"));
    }

    @Test
    void whatIsNoLimitIsRefused() {
        assertMessage("conflict=0", "--cost-max conflict=0: no counter conflict, did you mean");
        assertMessage(
                "conflicts", "--cost-max conflicts: expected NAME=VALUE, such as conflicts=0");
        assertMessage(
                "conflicts=-1", "--cost-max conflicts=-1: -1 is no number that is at least 0");
        assertMessage("conflicts=x", "--cost-max conflicts=x: x is no number that is at least 0");
        assertMessage("zzz=1", "there are bytes_in_flight, conflicts, ");
    }

    private static void assertMessage(String limit, String message) {
        InputException e = assertThrows(InputException.class, () -> exceeded(limit));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }
}
