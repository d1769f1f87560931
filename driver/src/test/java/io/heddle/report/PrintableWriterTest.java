package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableWriterTest {
    private static String written(Colours colours, String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintWriter writer =
                PrintableWriter.on(new PrintStream(bytes, true, StandardCharsets.UTF_8), colours);
        writer.print(text);
        writer.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onlyLinesTabsAndOurColoursStay() {
        String green = Colours.ANSI.verdict(Verdict.EQUIVALENT, "EQUIVALENT");
        String text =
                "\ta\n" + green + " \u001b]0;title\u0007 \u202e \u009b2J \u00e4\ud83d\ude00\r\n";
        String rest = " \\u001b]0;title\\u0007 \\u202e \\u009b2J \u00e4\ud83d\ude00\\u000d\n";
        assertEquals("\ta\n" + green + rest, written(Colours.ANSI, text));
        assertEquals(
                "\ta\n" + green.replace("\u001b", "\\u001b") + rest, written(Colours.NONE, text));
    }
}
