package io.heddle.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.KernelFiles;
import io.heddle.report.TextOptions;
import io.heddle.report.Verdict;
import io.heddle.suite.Candidate;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gate --at-shape}: candidates that are proved at a small size, and their indices. */
class GateIndicesTest {
    private static final Path ROWS =
            Path.of("../simulator/src/test/resources/cases/shape/rows.ptx");
    private static final Map<String, Long> LARGE = dims(16384, 393216);

    @TempDir private Path folder;

    /** N and D, in this order. */
    private static Map<String, Long> dims(long n, long d) {
        Map<String, Long> dims = new LinkedHashMap<>();
        dims.put("N", n);
        dims.put("D", d);
        return dims;
    }

    private GateReport judge(String entry, List<Map<String, Long>> shapes) throws IOException {
        Files.copy(ROWS, folder.resolve(entry + ".ptx"));
        Path problem = folder.resolve(entry + ".py");
        Files.writeString(problem, "x: f32[N, D]\ny: f32[N, D] = 2 * x\nproved(N=2, D=300)\n");
        Path candidate = folder.resolve(entry + ".conf");
        Files.writeString(
                candidate,
                "ptx = "
                        + entry
                        + ".ptx, entry = "
                        + entry
                        + ", grid = N, block = 256, args = [x, y, D]");
        return Gate.judge(
                problem.toString(),
                Candidate.read(candidate.toString(), new LocalFiles()),
                new KernelFiles(),
                Limits.DEFAULT,
                UnaryOperator.identity(),
                shapes);
    }

    @Test
    void anIndexThatLeaves32BitsIsOutOfBounds() throws IOException {
        GateReport report = judge("rows_int", List.of(dims(2, 300), LARGE));
        assertEquals(Verdict.OUT_OF_BOUNDS, report.verdict());
        assertEquals(1, report.exitStatus());
        assertEquals(2, report.indices().size());
        assertEquals(Verdict.NO_DEFECT, report.indices().get(0).verdict());
        assertTrue(report.message().contains("393216"), report.message());
        assertTrue(report.message().contains("reads 4 bytes at byte -"), report.message());
        assertTrue(GateText.feedback(report).contains("rows.cu:19"), GateText.feedback(report));
        String text = GateText.of(report, TextOptions.plain(false));
        assertTrue(text.contains("indices     rows_int at N=2"), text);
        String json = GateJson.line(report);
        assertTrue(json.contains("\"indices\":[{\"suite\":\"gate\""), json);
    }

    @Test
    void indicesOf64BitsAreFine() throws IOException {
        GateReport report = judge("rows_long", List.of(LARGE));
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertEquals("", GateText.feedback(report));
    }

    @Test
    void aShapeGivesEachDim() {
        InputException e =
                assertThrows(
                        InputException.class,
                        () -> judge("rows_long", List.of(Map.of("N", 4L, "M", 2L))));
        assertTrue(e.getMessage().contains("the dims without a value are N, D"), e.getMessage());
    }
}
