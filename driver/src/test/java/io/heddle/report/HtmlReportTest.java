package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.table.SampleReports;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private final String page =
            HtmlReport.page(
                    Map.of("run", "r1"),
                    List.of(
                            SampleReports.equivalent(),
                            SampleReports.race(),
                            SampleReports.different(),
                            SampleReports.error()));

    private void shows(String text) {
        assertTrue(page.contains(text), "no " + text);
    }

    @Test
    void aPageShowsWhatARaceIsAbout() {
        shows("threads 1 and 2 write &lt;buf&gt;");
        shows("k.ptx:14");
        shows("expected EQUIVALENT");
    }

    @Test
    void aPageShowsCounterexamplesAndAssumptions() {
        shows("y[1,2]");
        shows("x[1] = -1/2");
        shows("0f3DCCCCCD is 1/10");
    }

    @Test
    void aPageNeedsNothingElse() {
        assertFalse(page.contains("src="));
        assertFalse(page.contains("href="));
    }
}
