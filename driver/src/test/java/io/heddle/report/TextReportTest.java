package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Dim3;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextReportTest {
    @Test
    void aPartialVerdictSaysSo() {
        assertEquals(
                "EQUIVALENT (CTA 0,0,0 of 64)",
                TextReport.headline(PairReports.equivalent(new Dim3(0, 0, 0))));
        assertEquals("EQUIVALENT", TextReport.headline(PairReports.equivalent(null)));
    }

    @Test
    void theTableMarksWhatIsNotExpected() {
        String table =
                TextReport.table(
                        List.of(
                                PairReports.equivalent(null),
                                PairReports.race(Verdict.RACE),
                                PairReports.different()),
                        3);
        String[] lines = table.split("\n");
        assertEquals(4, lines.length);
        assertTrue(lines[0].startsWith("ok    gemm/naive-vs-tiled  EQUIVALENT"), lines[0]);
        assertTrue(lines[0].endsWith("exact, 256 elements, 2 assumptions"), lines[0]);
        assertTrue(lines[1].contains("k.ptx:57 (k.cu:12): thread 1 reads"), lines[1]);
        assertTrue(lines[2].startsWith("FAIL"), lines[2]);
        assertTrue(lines[2].contains("expected EQUIVALENT; y[1,2] differs"), lines[2]);
        assertEquals(
                "3 pairs: 1 RACE, 1 NOT_EQUIVALENT, 1 EQUIVALENT; 1 not as expected", lines[3]);
    }

    @Test
    void theTableOfARunThatEndedEarlySaysSo() {
        assertEquals("0 of 3 pairs answered\n", TextReport.table(List.of(), 3));
        List<PairReport> one = List.of(PairReports.race(Verdict.RACE));
        String table = TextReport.table(one, 3);
        assertTrue(table.endsWith("\n1 of 3 pairs answered: 1 RACE; as expected\n"), table);
    }

    @Test
    void theDetailOfARaceHasBothPlacesAndItsThreads() {
        String text = TextReport.detail(PairReports.race(Verdict.RACE), TextOptions.plain(false));
        assertTrue(text.startsWith("RACE\n"), text);
        assertTrue(text.contains("at          dir/k.ptx:57 (dir/k.cu:12)"), text);
        assertTrue(text.contains("and         dir/k.ptx:61 (dir/k.cu:13)"), text);
        assertTrue(text.contains("threads     0, 1"), text);
        assertTrue(text.contains("memory      shared buf+4"), text);
    }

    @Test
    void theDetailOfADifferenceHasItsInput() {
        String text = TextReport.detail(PairReports.different(), TextOptions.plain(false));
        assertTrue(text.contains("element     y[1,2]"), text);
        assertTrue(text.contains("reference   1/3"), text);
        assertTrue(text.contains("candidate   NaN"), text);
        assertTrue(text.contains("on input    x[0] = 0.5, x[1] = -3"), text);
        assertFalse(text.contains("null"), text);
    }

    @Test
    void inputsComeInTheOrderOfTheirIndicesAndZerosAreCounted() {
        String text =
                TextReport.detail(
                        PairReports.different(
                                Map.of("x[10]", "1", "x[9]", "2", "a[0]", "0", "b", "0", "c", "0")),
                        TextOptions.plain(false));
        assertTrue(text.contains("on input    x[9] = 2, x[10] = 1; the other 3 are 0\n"), text);
        String zero =
                TextReport.detail(
                        PairReports.different(Map.of("x[0]", "0")), TextOptions.plain(false));
        assertTrue(zero.contains("on input    x[0] = 0\n"), zero);
    }

    @Test
    void theDetailOfAProofListsWhatItAssumes() {
        String text = TextReport.detail(PairReports.equivalent(null), TextOptions.plain(false));
        assertTrue(text.contains("assuming    no overflow\n              alpha != 0"), text);
        assertTrue(text.contains("256 compared, 3 that neither writes skipped"), text);
        assertTrue(text.contains("256 proved exactly"), text);
    }

    @Test
    void quietTextKeepsTheCauseAndItsPlaces() {
        String race = TextReport.brief(PairReports.race(Verdict.RACE), TextOptions.plain(false));
        assertTrue(race.startsWith("RACE\n  candidate   thread 1 reads"), race);
        assertTrue(race.contains("at          dir/k.ptx:57 (dir/k.cu:12)\n"), race);
        assertTrue(race.endsWith("and         dir/k.ptx:61 (dir/k.cu:13)\n"), race);
        assertEquals(
                "EQUIVALENT\n",
                TextReport.brief(PairReports.equivalent(null), TextOptions.plain(false)));
    }

    @Test
    void linesOfSourceFollowTheirPlaces() {
        TextOptions options =
                new TextOptions(
                        false, Colours.NONE, "", l -> List.of("source of " + l.position().line()));
        String text = TextReport.detail(PairReports.race(Verdict.RACE), options);
        assertTrue(text.contains("(dir/k.cu:12)\n              source of 57\n  and"), text);
        assertTrue(text.contains("(dir/k.cu:13)\n              source of 61\n"), text);
    }

    @Test
    void coloursChangeNothingButColours() {
        TextOptions coloured =
                new TextOptions(false, Colours.ANSI, "", l -> List.of(l.toString() + " |"));
        TextOptions plain =
                new TextOptions(false, Colours.NONE, "", l -> List.of(l.toString() + " |"));
        for (PairReport r : List.of(PairReports.race(Verdict.RACE), PairReports.different())) {
            String text = TextReport.detail(r, coloured);
            assertTrue(text.startsWith("\u001b[1;31m" + r.verdict() + "\u001b[0m"), text);
            assertEquals(TextReport.detail(r, plain), text.replaceAll("\u001b\\[[0-9;]*m", ""));
        }
    }
}
