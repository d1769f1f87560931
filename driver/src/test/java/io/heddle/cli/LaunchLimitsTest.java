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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A launch that the target cannot have ends with status 2 and one line that names the limit. */
class LaunchLimitsTest {
    @TempDir Path folder;
    private String err;

    /** Runs a command on an entry that writes one element, and uses dynamic shared memory. */
    private int run(String command, String target, String directives, String options)
            throws IOException {
        Path ptx =
                Files.writeString(
                        folder.resolve("k.ptx"),
                        ".version 9.0\n.target "
                                + target
                                + "\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n"
                                + ".shared .b8 fixed[48];\n"
                                + ".visible .entry k(.param .u64 y)\n"
                                + directives
                                + "\n{\n.reg .b64 %rd<2>; .reg .f32 %f<2>;\n"
                                + "ld.param.u64 %rd1, [y];\n"
                                + "st.shared.f32 [fixed], 0f3F800000;\n"
                                + "bar.sync 0;\nld.shared.f32 %f1, [fixed];\n"
                                + (options.contains("--shared")
                                        ? "st.shared.f32 [dynamic], 0f3F800000;\n"
                                        : "")
                                + "st.global.f32 [%rd1], %f1;\nret;\n}\n");
        List<String> all = new ArrayList<>(List.of(command, ptx.toString()));
        if (command.equals("check")) {
            all.add(ptx.toString());
        }
        all.addAll(List.of("--same-value-races", "--arg", "out:y:f32[1]"));
        all.addAll(List.of(options.split(" ")));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status =
                Heddle.run(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(errors, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        err = errors.toString(StandardCharsets.UTF_8);
        return status;
    }

    private void assertBeyond(String target, String directives, String options, String message)
            throws IOException {
        for (String command : List.of("check", "inspect")) {
            assertEquals(2, run(command, target, directives, options), err);
            assertEquals("heddle: " + message + "\n", err);
        }
    }

    private void assertAllowed(String target, String directives, String options)
            throws IOException {
        for (String command : List.of("check", "inspect")) {
            assertEquals(0, run(command, target, directives, options), err);
        }
    }

    /** The greatest amounts of CUDA's table, less the 48 static bytes. */
    @ParameterizedTest
    @CsvSource({
        "sm_61, 48",
        "sm_70, 96",
        "sm_75, 64",
        "sm_80, 163",
        "sm_86, 99",
        "sm_87, 163",
        "sm_89, 99",
        "sm_90, 227",
        "sm_90a, 227",
        "sm_100a, 227",
        "sm_103f, 227",
        "sm_120, 99",
        "sm_121a, 99",
        "sm_999, 227",
    })
    void sharedMemoryIsLimitedByTheTarget(String target, int kibibytes) throws IOException {
        int most = kibibytes << 10;
        assertAllowed(target, "", "--block 1 --shared " + (most - 48));
        String what = " bytes of shared memory; ";
        String none = kibibytes == 227 ? "no device has more than 232448, " : "";
        assertBeyond(
                target,
                "",
                "--block 1 --shared " + (most - 47),
                "a CTA of "
                        + (most + 1)
                        + what
                        + none
                        + "the target at most "
                        + most
                        + " (target "
                        + target
                        + ")");
        assertBeyond(
                target,
                "",
                "--block 1 --shared 300000",
                "a CTA of 300048"
                        + what
                        + "no device has more than 232448, the target at most "
                        + most
                        + " (target "
                        + target
                        + ")");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--block 2048|a block of 2048,1,1 threads; it may have 1 to 1024",
                "--block 1025|a block of 1025,1,1 threads; it may have 1 to 1024",
                "--block 1,1025|a block of 1,1025,1 threads; it may have 1 to 1024",
                "--block 33,32|a block of 33,32,1 threads; it may have 1 to 1024",
                "--block 1,1,65|a block of 65 threads in z; it may have at most 64",
                "--block 65536,65536,65536|a block of 65536,65536,65536 threads; it may have 1 to"
                        + " 1024",
                "--block 1 --grid 1,65536|a grid of 65536 CTAs in y or z; it may have at most"
                        + " 65535",
                "--block 1 --grid 1,1,65536|a grid of 65536 CTAs in y or z; it may have at most"
                        + " 65535",
            })
    void blocksAndGridsAreLimited(String options, String message) throws IOException {
        assertBeyond("sm_80", "", options, message + " (target sm_80)");
    }

    @Test
    void theGreatestBlocksAndGridsAreAllowed() throws IOException {
        for (String options :
                List.of(
                        "--block 1024",
                        "--block 1,1024",
                        "--block 4,4,64",
                        "--block 1 --cta 0,0,0 --grid 2147483647,65535,65535")) {
            assertAllowed("sm_80", "", options);
        }
    }

    @Test
    void aGridBeyondTwoToTheThirtyFirstIsNamed() throws IOException {
        String most = ": column 1: on every target it may be at most 2147483647";
        assertBeyond("sm_80", "", "--block 1 --grid 2147483648", "--grid 2147483648" + most);
        assertBeyond("sm_80", "", "--grid 1 --block 9999999999", "--block 9999999999" + most);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".maxntid 64|--block 65|the entry allows blocks of at most [64] threads"
                        + " (.maxntid), not 65,1,1",
                ".maxntid 8, 8, 1|--block 13,5|the entry allows blocks of at most [8, 8, 1]"
                        + " threads (.maxntid), not 13,5,1",
                ".reqntid 64|--block 32|the entry requires a block of [64] (.reqntid), not 32,1,1",
                ".reqntid 64|--block 64,2|the entry requires a block of [64] (.reqntid), not"
                        + " 64,2,1",
                ".reqntid 8, 8|--block 64|the entry requires a block of [8, 8] (.reqntid), not"
                        + " 64,1,1",
            })
    void directivesLimitTheBlock(String directive, String options, String message)
            throws IOException {
        assertBeyond("sm_90", directive, options, message + " (target sm_90)");
    }

    /** PTX ISA 11.4.3: {@code .maxntid} limits the product of the extents, not each. */
    @Test
    void blocksWithinTheDirectivesAreAllowed() throws IOException {
        assertAllowed("sm_90", ".maxntid 8, 8, 1", "--block 64");
        assertAllowed("sm_90", ".maxntid 64", "--block 8,8");
        assertAllowed("sm_90", ".reqntid 8, 8", "--block 8,8");
    }

    @Test
    void theCandidateHasLimitsToo() throws IOException {
        assertEquals(2, run("check", "sm_90", "", "--block 1 --cand-block 2048"));
        assertTrue(err.contains("a block of 2048,1,1 threads"), err);
    }
}
