package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Location;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of CUDA source in the text of check and inspect. */
class SourceExcerptTest {
    @TempDir Path folder;
    private String out;

    /** Two threads write y[0], in line 3 of the source. */
    @BeforeEach
    void kernel() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), ptx(".file 1 \"k.cu\"\n", ".loc 1 3 9\n"));
        Files.writeString(folder.resolve("bare.ptx"), ptx("", ""));
        Files.writeString(folder.resolve("k.cu"), "// k\n{\n\tif (1) y[0] = threadIdx.x;\n}\n");
    }

    private static String ptx(String file, String loc) {
        return ".version 8.0\n.target sm_80\n.address_size 64\n"
                + file
                + ".visible .entry k(.param .u64 y)\n{\n.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
                + "ld.param.u64 %rd1, [y]; mov.u32 %r1, %tid.x;\n"
                + loc
                + "st.global.u32 [%rd1], %r1;\nret;\n}\n";
    }

    private void inspect(String... files) {
        String[] all = new String[files.length + 5];
        all[0] = "inspect";
        for (int i = 0; i < files.length; i++) {
            all[i + 1] = files[i].startsWith("--") ? files[i] : folder.resolve(files[i]).toString();
        }
        System.arraycopy(
                new String[] {"--block", "2", "--arg", "out:y:u32[1]"},
                0,
                all,
                files.length + 1,
                4);
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        Heddle.run(new PrintStream(stdout, true, StandardCharsets.UTF_8), System.err, all);
        out = stdout.toString(StandardCharsets.UTF_8);
    }

    private List<String> excerpt(String source, int line) {
        String ptx = folder.resolve("k.ptx").toString();
        return SourceExcerpt.of(
                new Location(new SourcePosition(ptx, 9, 1), new SourceLine(source, line)));
    }

    @Test
    void bothLinesOfARaceAreShownWithACaret() {
        inspect("k.ptx");
        String shown =
                "(k.cu:3)\n                  3 |  if (1) y[0] = threadIdx.x;\n"
                        + "                    |         ^\n";
        assertEquals(2, out.split(java.util.regex.Pattern.quote(shown), -1).length - 1, out);
        inspect("k.ptx", "--quiet");
        assertTrue(out.startsWith("RACE\n"), out);
        assertTrue(out.contains(shown), out);
        inspect("k.ptx", "--format=json");
        assertFalse(out.contains("threadIdx"), out);
    }

    @Test
    void theFileIsFoundBesideThePtxOrByItsPath() {
        assertEquals(2, excerpt("k.cu", 3).size());
        assertEquals(2, excerpt("/no/such/folder/k.cu", 3).size());
        assertEquals(2, excerpt(folder.resolve("k.cu").toString(), 3).size());
        assertEquals(List.of(), excerpt("other.cu", 3));
        assertEquals(List.of(), excerpt("k.cu", 99));
    }

    @Test
    void aLineWithoutAColumnHasItsCaretAtTheFirstWord() {
        assertEquals(List.of("    1 | // k", "      | ^"), excerpt("k.cu", 1));
    }

    @Test
    void onlySourceIsShown() throws IOException {
        Files.writeString(folder.resolve("passwd"), "secret\n");
        Files.writeString(folder.resolve("k.txt"), "secret\n");
        assertEquals(List.of(), excerpt("passwd", 1));
        assertEquals(List.of(), excerpt("k.txt", 1));
    }

    @Test
    void whatATerminalWouldObeyIsShownAsText() throws IOException {
        Files.writeString(folder.resolve("e.cu"), "\u001b[2J x\n");
        assertEquals("    1 | \\u001b[2J x", excerpt("e.cu", 1).get(0));
    }

    @Test
    void missingLinesAreMentionedOnce() {
        inspect("bare.ptx", "bare.ptx");
        assertEquals(2, out.split("nvcc -lineinfo", -1).length, out);
        inspect("k.ptx");
        assertFalse(out.contains("lineinfo"), out);
    }
}
