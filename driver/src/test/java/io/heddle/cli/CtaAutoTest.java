package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code check} and {@code inspect} execute where no CTA is named: the whole grid if that is
 * cheap.
 */
class CtaAutoTest {
    private static final String NOTE = "--cta all checks the rest";

    /** The greatest grid of blocks of 32 threads whose elements are within the bounds. */
    private static final int CHEAP = 256;

    @TempDir Path folder;
    private String out;
    private String err;

    /**
     * Kernels that compute y[i] from x[i], where i runs over the grid from its first CTA or from
     * its last.
     */
    @BeforeEach
    void kernels() throws IOException {
        String forward = "mad.lo.u32 %r4, %r1, %r2, %r3;\n";
        String backward = "sub.u32 %r5, %r6, %r1; mad.lo.u32 %r4, %r5, %r2, %r3;\n";
        String last = "setp.eq.u32 %p1, %r1, %r6; @%p1 add.f32 %f2, %f2, 0f3F800000;\n";
        String stray = "setp.eq.u32 %p1, %r1, %r6; @%p1 add.s64 %rd5, %rd5, 4096;\n";
        // in CTA b, a loop of 64 b rounds
        String loop =
                "mul.lo.u32 %r7, %r1, 64; mov.u32 %r8, 0;\n"
                        + "L: setp.ge.u32 %p1, %r8, %r7; @%p1 bra E; add.u32 %r8, %r8, 1; bra L;\n"
                        + "E:\n";
        String store = "st.global.f32 [%rd5], %f2;";
        Files.writeString(
                folder.resolve("k.ptx"),
                ".version 8.0\n.target sm_80\n.address_size 64\n"
                        + kernel("forward", forward, store)
                        + kernel("backward", backward, store)
                        + kernel("wrong_at_the_end", forward, last + store)
                        + kernel("strays_at_the_end", forward, stray + store)
                        + kernel("longer_later", loop + forward, store)
                        + kernel("other", forward, "neg.f32 %f2, %f2; " + store)
                        + kernel("adds", forward, "red.global.add.f32 [%rd2], %f2;")
                        + kernel("adds_backward", backward, "red.global.add.f32 [%rd2], %f2;")
                        + kernel("stops", forward, "trap;"));
    }

    private static String kernel(String name, String index, String end) {
        return ".visible .entry "
                + name
                + "(.param .u64 x, .param .u64 y)\n{\n"
                + ".reg .pred %p<2>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %rd<6>;\n"
                + "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];\n"
                + "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                + "mov.u32 %r6, %nctaid.x; sub.u32 %r6, %r6, 1;\n"
                + index
                + "mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
                + "ld.global.f32 %f1, [%rd4]; add.f32 %f2, %f1, %f1;\n"
                + end
                + "\nret;\n}\n";
    }

    private int check(String reference, String candidate, int ctas, String... more) {
        return checkInto("out:y:f32[" + 32 * ctas + "]", reference, candidate, ctas, more);
    }

    private int checkInto(
            String output, String reference, String candidate, int ctas, String... more) {
        String file = folder.resolve("k.ptx").toString();
        List<String> all = new ArrayList<>(List.of("check", file, file));
        all.addAll(List.of("--entry", reference, "--cand-entry", candidate));
        all.addAll(List.of("--grid", "" + ctas, "--block", "32"));
        all.addAll(List.of("--arg", "in:x:f32[" + 32 * ctas + "]", "--arg", output));
        all.addAll(List.of(more));
        return run(all);
    }

    private int run(List<String> all) {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(stdout, true, StandardCharsets.UTF_8),
                        new PrintStream(stderr, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        out = stdout.toString(StandardCharsets.UTF_8);
        err = stderr.toString(StandardCharsets.UTF_8);
        return status;
    }

    private void assertFirst(String start) {
        assertTrue(out.startsWith(start), out + err);
    }

    @Test
    void aCheapGridIsExecutedWhole() {
        assertEquals(0, check("forward", "backward", 8));
        assertFirst("EQUIVALENT\n");
        assertFalse(out.contains(NOTE), out);
        assertEquals(0, check("forward", "backward", 8, "--cta", "auto", "--format", "json"));
        Config scope = ConfigFactory.parseString(out).getConfig("scope");
        assertEquals(8, scope.getInt("ctasChecked"), out);
        assertEquals(8, scope.getInt("candidate.ctasChecked"), out);
    }

    @Test
    void aMistakeInTheLastCtaIsFound() {
        assertEquals(1, check("forward", "wrong_at_the_end", 8));
        assertFirst("NOT_EQUIVALENT ");
        assertFalse(out.contains("(CTA"), out);
        assertEquals(0, check("forward", "wrong_at_the_end", 8, "--cta", "0,0,0"));
        assertFirst("EQUIVALENT (CTA 0,0,0 of 8)\n");
        assertFalse(out.contains(NOTE), "asked for by name: " + out);
    }

    @Test
    void ofADearGridTheFirstCtaIsExecutedAndTheRestIsNamed() {
        assertEquals(0, check("forward", "forward", 8 * CHEAP));
        assertFirst("EQUIVALENT (CTA 0,0,0 of " + 8 * CHEAP + ")   " + NOTE + "\n");
        assertEquals(0, check("forward", "forward", 8 * CHEAP, "--quiet"));
        assertEquals("EQUIVALENT (CTA 0,0,0 of " + 8 * CHEAP + ")\n", out);
        assertEquals(0, check("forward", "forward", 8 * CHEAP, "--format", "json"));
        assertEquals(1, out.lines().count());
        Config scope = ConfigFactory.parseString(out).getConfig("scope");
        assertEquals(List.of(0, 0, 0), scope.getIntList("cta"), out);
        assertEquals(1, scope.getInt("ctasChecked"), out);
    }

    @Test
    void theBoundIsACount() {
        check("forward", "forward", CHEAP, "--quiet");
        assertEquals("EQUIVALENT\n", out);
        check("forward", "forward", CHEAP + 1, "--quiet");
        assertEquals("EQUIVALENT (CTA 0,0,0 of " + (CHEAP + 1) + ")\n", out);
    }

    @Test
    void theLastCtaCountsToo() {
        assertEquals(0, check("forward", "longer_later", 8, "--quiet"));
        assertEquals("EQUIVALENT\n", out);
        assertEquals(0, check("forward", "longer_later", 128, "--quiet"));
        assertEquals("EQUIVALENT (CTA 0,0,0 of 128)\n", out);
        assertEquals(0, check("longer_later", "forward", 128, "--quiet"));
        assertEquals("EQUIVALENT (CTA 0,0,0 of 128)\n", out);
    }

    @Test
    void whatOneSideAloneWritesInTheFirstCtaIsUndecided() {
        int ctas = 2 * CHEAP;
        for (String role : List.of("out", "inout")) {
            String y = role + ":y:f32[" + 32 * ctas + "]";
            assertEquals(1, checkInto(y, "forward", "backward", ctas));
            assertFirst("UNDECIDED (CTA 0,0,0 of " + ctas + ")");
            assertTrue(out.contains("y[0]: only the reference writes it in CTA 0,0,0"), out);
            assertTrue(out.contains("--cta all executes"), out);
            assertTrue(out.contains("(and 63 more elements)"), out);
            assertEquals(1, checkInto(y, "forward", "backward", ctas, "--cta", "0,0,0"));
            assertFirst("NOT_EQUIVALENT (CTA 0,0,0 of " + ctas + ")");
        }
    }

    @Test
    void whatOneSideAloneWritesIsUndecidedWhereTheGridsDiffer() {
        String[] first = {"--cand-grid", "4", "--cta", "0,0,0"};
        assertEquals(1, check("forward", "backward", 8, first));
        assertFirst("UNDECIDED (CTA 0,0,0 of 8)");
        assertTrue(out.contains("y[0]: only the reference writes it in CTA 0,0,0"), out);
        assertEquals(1, check("forward", "other", 8, first));
        assertFirst("NOT_EQUIVALENT (CTA 0,0,0 of 8)");
    }

    @Test
    void whatBothSidesWriteIsStillRefuted() {
        assertEquals(1, check("forward", "other", 2 * CHEAP));
        assertFirst("NOT_EQUIVALENT (CTA 0,0,0 of " + 2 * CHEAP + ")");
    }

    @Test
    void sumsToWhichOtherCtasAddAreNotRefuted() {
        int ctas = 16 * CHEAP; // one element, but many instructions
        String sum = "inout:y:f32[1]=zero";
        assertEquals(1, checkInto(sum, "adds", "adds_backward", ctas));
        assertFirst("UNDECIDED (CTA 0,0,0 of " + ctas + ")");
        assertTrue(out.contains("other CTAs may update the element"), out);
        assertEquals(1, checkInto(sum, "adds", "adds_backward", ctas, "--cta", "0,0,0"));
        assertFirst("NOT_EQUIVALENT (CTA 0,0,0 of " + ctas + ")");
        assertEquals(0, checkInto(sum, "adds", "adds_backward", 4));
        assertFirst("EQUIVALENT\n");
    }

    @Test
    void aCandidateCtaOrADefectLeavesTheFirstCta() {
        assertEquals(0, check("forward", "forward", 8, "--cand-cta", "0,0,0", "--quiet"));
        assertEquals("EQUIVALENT (CTA 0,0,0 of 8)\n", out);
        assertEquals(1, check("forward", "stops", 8, "--quiet"));
        assertFirst("TRAP");
    }

    private int inspect(String entry, int ctas, String... more) {
        String file = folder.resolve("k.ptx").toString();
        List<String> all = new ArrayList<>(List.of("inspect", file, "--entry", entry));
        all.addAll(List.of("--grid", "" + ctas, "--block", "32"));
        all.addAll(List.of("--arg", "in:x:f32[" + 32 * ctas + "]"));
        all.addAll(List.of("--arg", "out:y:f32[" + 32 * ctas + "]"));
        all.addAll(List.of(more));
        return run(all);
    }

    @Test
    void inspectChoosesAsCheckDoes() {
        assertEquals(0, inspect("forward", 8));
        assertFirst("NO_DEFECT\n");
        assertFalse(out.contains(NOTE), out);
        assertEquals(0, inspect("forward", 8, "--cta", "auto", "--format", "json"));
        assertEquals(8, ConfigFactory.parseString(out).getInt("scope.ctasChecked"), out);
        assertEquals(0, inspect("forward", 8, "--cta", "0,0,0"));
        assertFirst("NO_DEFECT (CTA 0,0,0 of 8)\n");
        assertEquals(0, inspect("forward", 8 * CHEAP));
        assertFirst("NO_DEFECT (CTA 0,0,0 of " + 8 * CHEAP + ")   " + NOTE + "\n");
        assertEquals(0, inspect("forward", 8 * CHEAP, "--quiet"));
        assertEquals("NO_DEFECT (CTA 0,0,0 of " + 8 * CHEAP + ")\n", out);
    }

    @Test
    void inspectFindsADefectOfTheLastCta() {
        assertEquals(1, inspect("strays_at_the_end", 8));
        assertFirst("OUT_OF_BOUNDS ");
        assertEquals(0, inspect("strays_at_the_end", 8, "--cta", "0,0,0"));
    }
}
