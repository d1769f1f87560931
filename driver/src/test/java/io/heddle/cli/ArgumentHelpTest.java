package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After an error about arguments stand those that the kernel would take. */
class ArgumentHelpTest {
    private static final String PTX = "../datasets/quickstart/softmax.ptx";
    private static final String TRY = "  try: --arg in:x:f32[N] --arg out:y:f32[N] --arg N";

    private int status;

    /** What a command on the first softmax prints on standard error, by lines. */
    private List<String> errors(String command, String... options) {
        List<String> all = new ArrayList<>(List.of(command, PTX));
        if (command.equals("check")) {
            all.add(PTX);
        }
        all.addAll(List.of("--entry", "softmax", "--shared", "16"));
        all.addAll(List.of(options));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        status =
                Heddle.run(
                        new PrintStream(new ByteArrayOutputStream()),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        all.toArray(new String[0]));
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** The same with a block of four threads and arguments. */
    private List<String> given(String command, String arguments) {
        List<String> options = new ArrayList<>(List.of("--block", "4"));
        for (String a : arguments.split(" ")) {
            options.addAll(a.startsWith("--") ? List.of(a.split("=", 2)) : List.of("--arg", a));
        }
        return errors(command, options.toArray(new String[0]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in:x:f32[4]",
                "in:x:f32[4] out:y:f32[4] 4 5",
                "in:x:f32[4] out:y:f32[4] in:n:s32[4]",
                "in:x:f32 out:y:f32[4] 4",
                "in:x:f32[4] out:y:f32[4] 0.5",
                "in:x:f32[4] out:y:f32[4] 99999999999",
                "in:x:f32[4] out:y:f32[4] bytes:00",
                "in:x:f32[4] out:x:f32[5] 4",
                "sym:x:f32 out:y:f32[4] 4",
                "x y 4",
            })
    void theArgumentsFollowTheError(String arguments) {
        for (String command : List.of("check", "inspect")) {
            List<String> lines = given(command, arguments);
            assertEquals(2, status, lines.toString());
            assertEquals(2, lines.size(), lines.toString());
            assertTrue(lines.get(0).startsWith("heddle: "), lines.get(0));
            assertEquals(TRY, lines.get(1));
        }
    }

    @Test
    void theErrorItselfIsTheOneLineThatItWas() {
        assertEquals(
                List.of(
                        "heddle: the entry softmax has 3 parameters, but 1 arguments are given",
                        TRY),
                given("check", "in:x:f32[4]"));
    }

    @Test
    void whoGivesNothingButFilesSeesThemToo() {
        for (String command : List.of("check", "inspect")) {
            assertEquals(
                    List.of(
                            "heddle: --block is missing: the threads per CTA, X[,Y[,Z]], such as"
                                    + " --block 256",
                            TRY),
                    errors(command));
            assertEquals(2, status);
        }
    }

    @Test
    void ofAFileOfSeveralEntriesInitPrintsThem() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        assertEquals(2, Heddle.run(to, to, "check", PTX, PTX));
        assertEquals(
                List.of(
                        "heddle: --block is missing: the threads per CTA, X[,Y[,Z]], such as"
                                + " --block 256",
                        "  try: heddle init " + PTX),
                err.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void aNumberForAPointerIsNamedAfterTheVerdict() {
        List<String> lines = given("check", "4 out:y:f32[4] 4");
        assertEquals(1, status);
        assertEquals(
                List.of(
                        "heddle: the argument 4 is a number, but the entry uses parameter"
                                + " softmax_param_0 as a pointer",
                        TRY),
                lines);
    }

    @Test
    void argumentsOfTheCandidateAreThoseOfItsEntry() {
        String[] lists = {"--cand-arg=3", "--cand-arg=in:3"};
        for (String list : lists) {
            List<String> lines = given("check", "in:x:f32[4] out:y:f32[4] 4 " + list);
            assertEquals(2, status);
            assertEquals(TRY.replace("--arg", "--cand-arg"), lines.get(1));
        }
    }

    @Test
    void otherErrorsHaveNoSuchLine() {
        String[] right = {"in:x:f32[4]", "out:y:f32[4]", "4"};
        List<String> arguments = new ArrayList<>();
        for (String a : right) {
            arguments.addAll(List.of("--arg", a));
        }
        for (String[] launch :
                List.of(
                        new String[] {"--block", "2000"},
                        new String[] {"--block", "4", "--cta", "4,0,0"},
                        new String[] {"--block", "4", "--grid", "1,70000"},
                        new String[] {"--block", "x"})) {
            List<String> options = new ArrayList<>(List.of(launch));
            options.addAll(arguments);
            List<String> lines = errors("inspect", options.toArray(new String[0]));
            assertEquals(2, status, lines.toString());
            assertEquals(1, lines.size(), lines.toString());
        }
        assertEquals(List.of(), given("check", String.join(" ", right)));
        assertEquals(0, status);
    }
}
