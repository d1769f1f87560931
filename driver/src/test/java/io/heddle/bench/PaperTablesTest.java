package io.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.suite.InputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PaperTablesTest {
    private static final Path DATASETS = Path.of("../datasets");

    @Test
    void everyRowHasItsPair() {
        for (PaperTables.Row row : PaperTables.ROWS) {
            assertEquals(row.pair(), PaperTables.pair(DATASETS, row).name());
        }
        PaperTables.Row unknown = new PaperTables.Row("", "reduction/suite.conf", "step9", "");
        assertThrows(InputException.class, () -> PaperTables.pair(DATASETS, unknown));
    }

    @Test
    void countsReadAsInThePaper() {
        assertEquals("896", PaperTables.count(896));
        assertEquals("1k", PaperTables.count(1024));
        assertEquals("3.1k", PaperTables.count(3128));
        assertEquals("6.4k", PaperTables.count(6400));
        assertEquals("262k", PaperTables.count(262_144));
    }

    @Test
    void aRowShowsTimesCountsAndVerdict() {
        String line = PaperTables.measure(DATASETS, PaperTables.ROWS.get(0));
        assertTrue(
                line.matches(
                        "\\d+\\.\\d\\d \\+ \\d+\\.\\d\\d of \\d+\\.\\d\\d s; 1k, 0, \\d+, 128;"
                                + " EQUIVALENT"),
                line);
    }
}
