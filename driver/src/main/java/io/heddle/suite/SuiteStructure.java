package io.heddle.suite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks through the text of a suite for what HOCON takes without a word, or cannot take: brackets
 * nested deeper than any suite needs, two pairs that a missing comma or bracket merges into one,
 * and pairs in place of other pairs.
 */
final class SuiteStructure {
    private static final int DEEPEST = 200;
    private static final String NAME = "name";
    private static final String PAIRS = "pairs";

    private static final Pattern VALUE = Pattern.compile("\\s*(?:[=:]\\s*)?([\\[{])");

    private final String text;
    private final Deque<Bracket> open = new ArrayDeque<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private char pairs; // the bracket of the suite's pairs; 0 before them
    private boolean inBraces; // the whole text is one object
    private char
            before; // the last character that is no blank; a newline is one here, but the first

    /** An open bracket. */
    private static final class Bracket {
        private final char kind;
        private boolean hasName;

        Bracket(char kind) {
            this.kind = kind;
        }
    }

    /** What is wrong, and where. */
    record Problem(int line, int column, String message) {
        @Override
        public String toString() {
            return line + ":" + column + ": " + message;
        }
    }

    private SuiteStructure(String text) {
        this.text = text;
    }

    /** The first problem; empty if there is none. */
    static Optional<Problem> problem(String text) {
        return new SuiteStructure(text).find();
    }

    private Optional<Problem> find() {
        while (at < text.length()) {
            char c = text.charAt(at);
            int start = at;
            Optional<String> wrong = Optional.empty();
            if (c == '\n') {
                line++;
                lineStart = at + 1;
                before = before == 0 ? 0 : c;
                at++;
            } else if (c == '"') {
                string();
            } else if (c == '#' || text.startsWith("//", at)) {
                skipTo(text.indexOf('\n', at));
            } else if (text.startsWith("${", at)) {
                skipTo(text.indexOf('}', at) + 1);
                before = '$';
            } else if (Character.isJavaIdentifierStart(c)) {
                wrong = word();
            } else {
                wrong = mark(c);
                before = Character.isWhitespace(c) ? before : c;
                at++;
            }
            if (wrong.isPresent()) {
                return Optional.of(new Problem(line, start - lineStart + 1, wrong.get()));
            }
        }
        return Optional.empty();
    }

    private void skipTo(int end) {
        at = end <= at ? text.length() : end;
    }

    private void string() {
        boolean triple = text.startsWith("\"\"\"", at);
        int end = at + (triple ? 3 : 1);
        while (end < text.length()
                && !(triple
                        ? text.startsWith("\"\"\"", end)
                        : text.charAt(end) == '"' || text.charAt(end) == '\n')) {
            if (text.charAt(end) == '\n') {
                line++;
                lineStart = end + 1;
            }
            end += !triple && text.charAt(end) == '\\' ? 2 : 1;
        }
        boolean newline = !triple && end < text.length() && text.charAt(end) == '\n';
        at = Math.min(text.length(), end + (triple ? 3 : newline ? 0 : 1));
        before = '"';
    }

    private Optional<String> word() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        boolean isKey = before == 0 || before == '{' || before == ',' || before == '\n';
        before = 'a';
        String word = text.substring(start, at);
        if (isKey && word.equals(PAIRS) && open.size() == (inBraces ? 1 : 0)) {
            return pairs();
        }
        if (!isKey || !word.equals(NAME) || !isInListedObject()) {
            return Optional.empty();
        }
        int next = at;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        if (next == text.length() || "=:".indexOf(text.charAt(next)) < 0) {
            return Optional.empty();
        }
        if (open.peek().hasName) {
            return Optional.of(
                    "a second name in one pair; if it is another pair, }, { is missing before it");
        }
        open.peek().hasName = true;
        return Optional.empty();
    }

    /** At the suite's key: what stands in place of an earlier one, and is not made of that. */
    private Optional<String> pairs() {
        Matcher value = VALUE.matcher(text).region(at, text.length());
        if (!value.lookingAt()) {
            return Optional.empty(); // += or a substitution
        }
        char first = pairs;
        pairs = value.group(1).charAt(0);
        return first == 0 || (first == '{' && pairs == '{') // which HOCON merges
                ? Optional.empty()
                : Optional.of(
                        "other pairs in place of the first; pairs += { … } adds one, and"
                                + " pairs = ${pairs} [ … ] several");
    }

    /** True inside the braces of an item of a list. */
    private boolean isInListedObject() {
        if (open.size() < 2 || open.peek().kind != '{') {
            return false;
        }
        Bracket inner = open.pop();
        boolean listed = open.peek().kind == '[';
        open.push(inner);
        return listed;
    }

    private Optional<String> mark(char c) {
        if (c == '{' || c == '[') {
            if (c == '{' && before == '}' && !open.isEmpty() && open.peek().kind == '[') {
                return Optional.of(
                        "a comma is missing between } and {, which would make one of the two");
            }
            inBraces |= c == '{' && before == 0;
            open.push(new Bracket(c));
            if (open.size() > DEEPEST) {
                return Optional.of("brackets are nested deeper than " + DEEPEST);
            }
        } else if ((c == '}' || c == ']') && !open.isEmpty()) {
            open.pop();
        }
        return Optional.empty();
    }
}
