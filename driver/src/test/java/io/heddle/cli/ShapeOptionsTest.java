package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.suite.InputException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code --shape} and {@code --at-shape}: sizes with names, and indices at other sizes. */
class ShapeOptionsTest {
    private static final String ROWS = "../simulator/src/test/resources/cases/shape/rows.ptx";

    /** The exit status, and what was printed. */
    private record Run(int status, String text) {}

    private static Run run(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command, ROWS));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--block", "256", "--grid", "N", "--entry", "rows_int"));
        arguments.addAll(List.of("--arg", "in:x:f32[N,D]", "--arg", "out:y:f32[N,D]"));
        arguments.addAll(List.of("--arg", "D"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = Heddle.run(print, print, arguments.toArray(new String[0]));
        return new Run(status, out.toString(StandardCharsets.UTF_8));
    }

    private static String refused(String command, String... options) {
        Run run = run(command, options);
        assertEquals(2, run.status(), run.text());
        return run.text();
    }

    @Test
    void theKernelIsRunAtItsOwnSizesAndItsIndicesAreLookedAtAtOthers() {
        Run run =
                run(
                        "inspect",
                        "--shape",
                        "N=2,D=300",
                        "--at-shape",
                        "N=4096,D=3",
                        "--at-shape",
                        "N=16384,D=393216");
        assertEquals(1, run.status(), run.text());
        List<String> verdicts = run.text().lines().filter(l -> l.matches("[A-Z_]+( .*)?")).toList();
        assertEquals(3, verdicts.size(), run.text());
        assertEquals("NO_DEFECT", verdicts.get(0));
        assertEquals("NO_DEFECT", verdicts.get(1));
        assertTrue(verdicts.get(2).startsWith("OUT_OF_BOUNDS"), run.text());
        assertTrue(run.text().contains("600 written"), run.text());
        assertTrue(run.text().contains("at N=4096,D=3 no index leaves its tensor"), run.text());
        assertTrue(run.text().contains("at N=16384,D=393216 reads 4 bytes at byte -"), run.text());
    }

    @Test
    void checkLooksAtTheIndicesOfBothKernels() {
        Run run =
                run(
                        "check",
                        ROWS,
                        "--cand-entry",
                        "rows_long",
                        "--shape",
                        "N=2,D=300",
                        "--at-shape",
                        "N=16384,D=393216");
        assertEquals(1, run.status(), run.text());
        List<String> verdicts =
                run.text()
                        .lines()
                        .filter(l -> l.matches("[A-Z_]+( .*)?"))
                        .map(l -> l.replaceFirst(" .*", ""))
                        .toList();
        assertEquals(List.of("EQUIVALENT", "OUT_OF_BOUNDS", "NO_DEFECT"), verdicts);
    }

    @Test
    void whatIsMissingIsNamed() {
        String missing = refused("check", ROWS, "--at-shape", "N=4,D=8");
        assertTrue(missing.contains("--at-shape needs --shape"), missing);
        String both = refused("inspect", "--any-input", "--at-shape", "N=4,D=8");
        assertTrue(both.contains("not with --any-input"), both);
        String unknown = refused("inspect", "--shape", "N=4");
        assertTrue(unknown.contains("--arg in:x:f32[N,D]: D: "), unknown);
        assertTrue(unknown.contains("with N=4"), unknown);
        String tooMany = refused("inspect", "--at-shape", "N=2147483648,D=1");
        assertTrue(tooMany.contains("--grid 2147483648"), tooMany);
    }

    @Test
    void namesStandForNumbersInShapesRangesAndFields() {
        NamedSizes sizes = NamedSizes.parse("--shape", "N=4, D = 2 * N");
        assertEquals("in:x:f32[4,8,3]", sizes.in("--arg", "in:x:f32[N,D,3]"));
        assertEquals("in:i:s32[4] in [0,7]", sizes.in("--arg", "in:i:s32[N] in [0,D-1]"));
        assertEquals("32", sizes.in("--arg", "N * D"));
        assertEquals("-1", sizes.in("--arg", "-1"));
        assertEquals("1e-5", sizes.in("--arg", "1e-5"));
        assertEquals("-inf", sizes.in("--arg", "-inf"));
        assertEquals("sym:N:s32", sizes.in("--arg", "sym:N:s32"));
        assertEquals("{in:x:f32[8],4, float:1.5}", sizes.in("--arg", "{in:x:f32[D],N, float:1.5}"));
        assertEquals("1,4", sizes.inList("--grid", "(N+255)/256,N"));
        assertEquals(Map.of(), sizes.extents());
    }

    @Test
    void tensorsOfMoreThanTwoToThe31ElementsKeepTheirExtents() {
        NamedSizes sizes = NamedSizes.parse("--at-shape", "N=65536");
        assertEquals("in:x:f32[1]", sizes.in("--arg", "in:x:f32[N,N]"));
        assertEquals(Map.of("x", List.of("65536", "65536")), sizes.extents());
    }

    @Test
    void sizesThatAreNoneAreRefused() {
        for (String wrong : List.of("N", "N=", "N=4,N=5", "N=4;D=5", "=4", "N=4/0")) {
            assertThrows(InputException.class, () -> NamedSizes.parse("--shape", wrong), wrong);
        }
    }
}
