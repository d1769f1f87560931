package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    private static Config parse(PairReport report) {
        return ConfigFactory.parseString(
                JsonReport.line(report),
                ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON));
    }

    @Test
    void everyKeyOfTheContractIsThere() {
        Config json = parse(PairReports.race(Verdict.RACE));
        for (String key :
                List.of(
                        "suite",
                        "pair",
                        "verdict",
                        "expected",
                        "method",
                        "assumptions",
                        "kernel",
                        "location",
                        "message",
                        "findings",
                        "scope",
                        "counterexample",
                        "outputs",
                        "vcs",
                        "stats",
                        "millis")) {
            assertTrue(json.root().containsKey(key), key);
        }
        for (String key : List.of("file", "line", "source", "sourceLine")) {
            assertTrue(json.hasPath("location." + key), key);
        }
        for (String key : List.of("total", "proved", "refuted", "undecided")) {
            assertTrue(json.hasPath("vcs." + key), key);
        }
        for (String key : List.of("parse", "simulate", "decide", "total")) {
            assertTrue(json.hasPath("millis." + key), key);
        }
        for (String key :
                List.of(
                        "threads",
                        "ptxLines",
                        "instructions",
                        "blockSyncs",
                        "warpSyncs",
                        "sharedBytes",
                        "terms",
                        "loads",
                        "stores",
                        "dynamicBarriers",
                        "sharedAddresses",
                        "statements",
                        "raceTests")) {
            assertTrue(json.hasPath("stats.reference." + key), key);
            assertTrue(json.hasPath("stats.candidate." + key), key);
        }
    }

    @Test
    void aReportIsOneLineAndEscapesItsText() {
        String line = JsonReport.line(PairReports.race(Verdict.RACE));
        assertFalse(line.contains("\n"));
        assertEquals(
                "thread 1 reads what thread 0 writes \"unordered\"\\",
                parse(PairReports.race(Verdict.RACE)).getString("message"));
    }

    @Test
    void aRaceNamesBothPlaces() {
        Config json = parse(PairReports.race(Verdict.RACE));
        assertEquals("candidate", json.getString("kernel"));
        assertEquals(57, json.getInt("location.line"));
        assertEquals("dir/k.cu", json.getString("location.source"));
        assertEquals(12, json.getInt("location.sourceLine"));
        assertEquals(61, json.getInt("defect.other.line"));
        assertEquals(List.of(0, 1), json.getIntList("defect.threads"));
    }

    @Test
    void exactAndNonFiniteNumbersAreStrings() {
        Config json = parse(PairReports.different());
        assertEquals(ConfigValueType.STRING, json.getValue("counterexample.reference").valueType());
        assertEquals("NaN", json.getString("counterexample.candidate"));
        assertEquals("0.5", json.getString("counterexample.inputs.\"x[0]\""));
        assertEquals(List.of(1, 2), json.getIntList("counterexample.index"));
    }

    @Test
    void absentThingsAreNull() {
        Config json = parse(PairReports.equivalent(null));
        for (String key : List.of("kernel", "location", "counterexample")) {
            assertTrue(json.root().containsKey(key), key);
            assertTrue(json.getIsNull(key), key);
        }
        assertNotNull(json.getList("findings"));
    }

    @Test
    void theScopeCountsCtasAndElements() {
        Config json = parse(PairReports.equivalent(new io.heddle.launch.Dim3(0, 0, 0)));
        assertEquals(1, json.getInt("scope.ctasChecked"));
        assertEquals(64, json.getInt("scope.ctasTotal"));
        assertEquals(List.of(8, 8, 1), json.getIntList("scope.grid"));
        assertEquals(List.of(0, 0, 0), json.getIntList("scope.cta"));
        assertEquals(256, json.getInt("scope.compared"));
        assertEquals(3, json.getInt("scope.skipped"));
        assertEquals("all", parse(PairReports.equivalent(null)).getString("scope.cta"));
    }
}
