package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check --dim NAME=N}: dims of a formula that no tensor's shape gives. */
class DimOptionTest {
    private static final String KERNEL =
            """
            .version 8.0
            .target sm_80
            .address_size 64
            .visible .entry first(.param .u64 x, .param .u64 y)
            {
                .reg .b64 %d<3>; .reg .f32 %f<2>;
                ld.param.u64 %d1, [x];
                ld.param.u64 %d2, [y];
                ld.global.f32 %f1, [%d1];
                st.global.f32 [%d2], %f1;
                ret;
            }
            """;

    @TempDir Path folder;

    /** The exit status, and what was printed. */
    private record Run(int status, String text) {}

    private Run check(String reference, String... options) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), KERNEL);
        Files.writeString(folder.resolve("f.py"), "x: f32[N]\ny[g:G] = x[g]\n");
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "check",
                                folder.resolve(reference).toString(),
                                folder.resolve("k.ptx").toString(),
                                "--block",
                                "1",
                                "--arg",
                                "in:x:f32[4]",
                                "--arg",
                                "out:y:f32[1]"));
        arguments.addAll(List.of(options));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int status = Heddle.run(print, print, arguments.toArray(new String[0]));
        return new Run(status, out.toString(StandardCharsets.UTF_8));
    }

    private void refused(String expected, String reference, String... options) throws IOException {
        Run run = check(reference, options);
        assertEquals(2, run.status(), run.text());
        assertTrue(run.text().contains(expected), run.text());
    }

    @Test
    void aDimIsGivenByItsName() throws IOException {
        Run run = check("f.py", "--dim", "G=1");
        assertEquals(0, run.status(), run.text());
        assertTrue(run.text().startsWith("EQUIVALENT"), run.text());
        refused("y has the shape [2] here", "f.py", "--dim", "G=2");
        refused("f.py:2:5: G is not defined", "f.py");
    }

    @Test
    void whatIsNoDimIsRefused() throws IOException {
        refused("f.py:1:1: no dim is named H", "f.py", "--dim", "G=1", "--dim", "H=1");
        refused("f.py:1:8: x has the shape [4]", "f.py", "--dim", "G=1", "--dim", "N=5");
        refused("--dim G: expected NAME=N", "f.py", "--dim", "G");
        refused("--dim G=-1: expected NAME=N", "f.py", "--dim", "G=-1");
        refused("--dim G=2: G is given twice", "f.py", "--dim", "G=1", "--dim", "G=2");
        refused("only a formula (.py) has dims", "k.ptx", "--dim", "G=1");
    }
}
