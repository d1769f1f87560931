package io.heddle.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands and expected answers in the header comment of one PTX file.
 *
 * @param path of the file
 * @param cases one for each {@code RUN} line, in order
 */
record CaseFile(Path path, List<Case> cases) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    CaseFile {
        cases = List.copyOf(cases);
    }

    /**
     * One command and what it must answer.
     *
     * @param line of {@code RUN} in the file
     * @param slow true if the header says so, or the folder that the file lies in
     * @param arguments of {@code heddle}, without the file names
     * @param verdict its name, or several with {@code |} between them, any of which will do
     * @param at line of the verdict's location, 0 if it is not stated
     * @param messages parts of the message or of a finding's message
     * @param assumptions parts of assumptions, each of which must be listed
     * @param withoutAssumptions true if none may be listed
     * @param replay start of the report's {@code replay}, or null
     */
    record Case(
            int line,
            boolean slow,
            List<String> arguments,
            String verdict,
            int at,
            List<String> messages,
            List<String> assumptions,
            boolean withoutAssumptions,
            String replay) {}

    /** A word of a header line; quoted words are texts. */
    private record Word(String text, boolean quoted) {}

    /** Reads the header of {@code path}. */
    static CaseFile read(Path path) {
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Case> cases = new ArrayList<>();
        List<Word> run = null;
        int runLine = 0;
        boolean slow = false;
        for (int i = 0; i < lines.size() && lines.get(i).startsWith("//"); i++) {
            int first = i;
            StringBuilder text = new StringBuilder(lines.get(i).substring(2).strip());
            while (text.toString().endsWith("\\")) {
                text.setLength(text.length() - 1);
                i++;
                text.append(' ').append(lines.get(i).substring(2).strip());
            }
            List<Word> words = words(text.toString());
            boolean marked = !words.isEmpty() && words.get(0).text().equals("SLOW");
            words = marked ? words.subList(1, words.size()) : words;
            String keyword = words.isEmpty() ? "" : words.get(0).text();
            if (keyword.equals("RUN")) {
                check(run == null, path, first, "RUN without EXPECT");
                run = words.subList(1, words.size());
                runLine = first + 1;
                slow = marked || path.toString().contains("/slow/");
            } else if (keyword.equals("EXPECT")) {
                check(run != null, path, first, "EXPECT without RUN");
                cases.add(expectation(path, lines, first, runLine, slow, run, words));
                run = null;
            }
        }
        check(run == null, path, runLine - 1, "RUN without EXPECT");
        check(!cases.isEmpty(), path, 0, "no RUN in the header comment");
        return new CaseFile(path, cases);
    }

    private static Case expectation(
            Path path,
            List<String> lines,
            int line,
            int runLine,
            boolean slow,
            List<Word> run,
            List<Word> words) {
        check(words.size() > 1, path, line, "EXPECT without a verdict");
        int at = 0;
        List<String> messages = new ArrayList<>();
        List<String> assumptions = new ArrayList<>();
        boolean without = false;
        String replay = null;
        for (int i = 2; i < words.size(); i++) {
            Word word = words.get(i);
            if (word.quoted()) {
                messages.add(word.text());
                continue;
            }
            check(i + 1 < words.size(), path, line, "nothing after " + word.text());
            Word next = words.get(++i);
            switch (word.text()) {
                case "at" -> at = line(path, lines, line, next.text());
                case "assuming" -> {
                    if (next.quoted()) {
                        assumptions.add(next.text());
                    } else {
                        check(next.text().equals("nothing"), path, line, "assuming " + next.text());
                        without = true;
                    }
                }
                case "replay" -> replay = next.text();
                default -> check(false, path, line, "unknown word " + word.text());
            }
        }
        return new Case(
                runLine,
                slow,
                run.stream().map(Word::text).toList(),
                words.get(1).text(),
                at,
                List.copyOf(messages),
                List.copyOf(assumptions),
                without,
                replay);
    }

    /**
     * The number of a line that is given as a number or by the mark {@code // @name} at its end.
     */
    private static int line(Path path, List<String> lines, int header, String place) {
        if (place.matches("[0-9]+")) {
            return Integer.parseInt(place);
        }
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).stripTrailing().endsWith("// @" + place)) {
                return i + 1;
            }
        }
        check(false, path, header, "no line ends in // @" + place);
        return 0;
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        Matcher m = WORD.matcher(text);
        while (m.find()) {
            words.add(
                    m.group(1) != null
                            ? new Word(m.group(1), true)
                            : m.group(2) != null
                                    ? new Word(m.group(2), true)
                                    : new Word(m.group(3), false));
        }
        return words;
    }

    private static void check(boolean holds, Path path, int line, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(path + ":" + (line + 1) + ": " + problem);
        }
    }
}
