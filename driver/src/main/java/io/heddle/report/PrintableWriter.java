package io.heddle.report;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes text so that it does nothing to a terminal but show, whatever file or kernel it names:
 * lines, tabs and, where they are wanted, colours stay, and all other control and format characters
 * become those of {@link Printable}.
 */
public final class PrintableWriter extends Writer {
    private static final Pattern KEPT = Pattern.compile("[\n\t]");
    private static final Pattern KEPT_WITH_COLOURS = Pattern.compile("[\n\t]|\u001b\\[[0-9;]*m");

    private final Writer to;
    private final Pattern kept;

    private PrintableWriter(Writer to, Pattern kept) {
        this.to = to;
        this.kept = kept;
    }

    /** Writes on {@code stream}, and flushes after each line that is printed as such. */
    public static PrintWriter on(PrintStream stream, Colours colours) {
        Writer to = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
        Pattern kept = colours == Colours.ANSI ? KEPT_WITH_COLOURS : KEPT;
        return new PrintWriter(new PrintableWriter(to, kept), true);
    }

    /** Writes characters; a colour must be whole in them. */
    @Override
    public void write(char[] characters, int from, int count) throws IOException {
        String text = new String(characters, from, count);
        StringBuilder shown = new StringBuilder();
        int done = 0;
        Matcher next = kept.matcher(text);
        while (next.find()) {
            shown.append(Printable.of(text.substring(done, next.start()))).append(next.group());
            done = next.end();
        }
        to.write(shown.append(Printable.of(text.substring(done))).toString());
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }

    @Override
    public void close() throws IOException {
        to.close();
    }
}
