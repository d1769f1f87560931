package io.heddle.suite;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import io.heddle.suite.HoconTokens.Kind;
import io.heddle.suite.KeysOfItem.Value;
import io.heddle.suite.PairsPlace.How;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Looks through the text of a suite for what HOCON takes without a word, or cannot take: brackets
 * nested deeper than any suite needs, two pairs that a missing comma or bracket merges into one,
 * and pairs in place of other pairs.
 */
final class SuiteStructure {
    private static final int DEEPEST = 200;
    private static final String PAIRS = "pairs";
    private static final Set<String> EARLIER_PAIRS = Set.of("pairs", "?pairs");

    private final String text;
    private final HoconTokens tokens;
    private final Deque<Bracket> open = new ArrayDeque<>();
    private final List<PairsKey> pairs = new ArrayList<>();
    private int includes;
    private Problem problem;
    private int counted; // the characters before it are counted into the next two
    private int line = 1;
    private int lineStart;

    /** An open bracket, or the text itself. */
    private static final class Bracket {
        private final char kind;
        private final boolean isSuite; // its keys are those of the suite
        private final KeysOfItem keys; // of the object of a list that it is in; null in none
        private final List<String> path; // from there to here

        // of braces
        private int keyStart = -1; // the key that is being read; -1 before it
        private int keyEnd;
        private boolean isAddition; // the key is followed by +=
        private List<String> key; // once it has been read; null before that
        private boolean hasValue; // something follows the key
        private boolean isInclude; // the key is the word include

        // of a list
        private boolean hasObject; // braces are in the item that is being read

        Bracket(char kind, boolean isSuite, KeysOfItem keys, List<String> path) {
            this.kind = kind;
            this.isSuite = isSuite;
            this.keys = keys;
            this.path = path;
        }

        void endField() {
            keyStart = -1;
            key = null;
            isAddition = false;
            hasValue = false;
            isInclude = false;
            hasObject = false;
        }
    }

    /**
     * What is wrong, and where.
     *
     * @param place line and column
     */
    record Problem(String place, String message) {}

    /**
     * A key of the suite that sets its pairs, or an include among the suite's keys, which may.
     *
     * @param place line and column
     * @param how it does; null for an include
     * @param include its number among all includes of the text
     */
    record PairsKey(String place, How how, int include) {}

    /** Looks through {@code text}, up to the first problem. */
    SuiteStructure(String text) {
        this.text = text;
        this.tokens = new HoconTokens(text);
        open.push(new Bracket('{', true, null, List.of()));
        Kind kind = tokens.next();
        while (kind != Kind.END && problem == null) {
            Bracket in = open.peek();
            if (in.kind == '[') {
                inList(in, kind);
            } else if (in.key == null && !in.isInclude) {
                inKey(in, kind);
            } else {
                inValue(in, kind);
            }
            kind = tokens.next();
        }
    }

    /** The first problem; empty if there is none. */
    Optional<Problem> problem() {
        return Optional.ofNullable(problem);
    }

    /** What sets the suite's pairs, in the order of the text. */
    List<PairsKey> pairs() {
        return List.copyOf(pairs);
    }

    private void inList(Bracket in, Kind kind) {
        switch (kind) {
            case NEWLINE, COMMA -> in.endField();
            case CLOSE -> close();
            case OPEN -> {
                if (isBrace() && in.hasObject) {
                    wrong(
                            tokens.start(),
                            "a comma is missing between } and {, which would make one of the two");
                    return;
                }
                in.hasObject |= isBrace();
                open(isBrace() ? item() : new Bracket('[', false, null, List.of()));
            }
            default -> {}
        }
    }

    /** A token before the value of a field. */
    private void inKey(Bracket in, Kind kind) {
        switch (kind) {
            case TEXT -> {
                if (in.keyStart < 0) {
                    in.keyStart = tokens.start();
                    if (tokens.written().equals("include")) {
                        include(in);
                    }
                }
                in.keyEnd = tokens.end();
            }
            case SET, ADD -> {
                in.key = path(in);
                in.isAddition = kind == Kind.ADD;
            }
            case OPEN -> {
                if (in.keyStart >= 0) {
                    in.key = path(in);
                    inValue(in, kind);
                } else { // of the text as a whole, or an error
                    open(new Bracket(bracket(), open.size() == 1, null, List.of()));
                }
            }
            case COMMA -> in.endField();
            case CLOSE -> close();
            default -> {}
        }
    }

    private void include(Bracket in) {
        in.isInclude = true;
        if (in.isSuite) {
            pairs.add(new PairsKey(place(tokens.start()), null, includes));
        }
        includes++;
    }

    private void inValue(Bracket in, Kind kind) {
        boolean isEnd = kind == Kind.COMMA || kind == Kind.NEWLINE && in.hasValue;
        if (isEnd) {
            in.endField();
        } else if (kind == Kind.CLOSE) {
            close();
        } else if (kind != Kind.NEWLINE) {
            if (!in.hasValue && !in.isInclude) {
                set(in, kind);
            }
            in.hasValue = true;
            if (kind == Kind.OPEN) {
                open(value(in));
            }
        }
    }

    /** The brackets that begin here, in the value of a field. */
    private Bracket value(Bracket in) {
        if (!isBrace()) {
            return new Bracket('[', false, null, List.of());
        }
        if (in.isAddition) {
            return item();
        }
        return new Bracket('{', false, in.keys, in.keys == null ? List.of() : joined(in));
    }

    private static Bracket item() {
        return new Bracket('{', false, new KeysOfItem(), List.of());
    }

    private static List<String> joined(Bracket in) {
        List<String> path = new ArrayList<>(in.path);
        path.addAll(in.key);
        return List.copyOf(path);
    }

    /** The key of a field is set to what begins here. */
    private void set(Bracket in, Kind kind) {
        if (in.key.isEmpty()) {
            return; // no key
        }
        if (in.isSuite && isPairs(in.key)) {
            pairs.add(new PairsKey(place(in.keyStart), how(in, kind), -1));
        }
        if (in.keys == null || in.isAddition) {
            return;
        }
        List<String> path = joined(in);
        if (path.size() > DEEPEST) {
            wrong(in.keyStart, "keys are nested deeper than " + DEEPEST);
            return;
        }
        OptionalInt first = in.keys.set(path, in.keyStart, value(kind));
        if (first.isPresent()) {
            String what = isPair() ? "pair" : "item";
            wrong(
                    in.keyStart,
                    String.format(
                            "a second %s in one %s, the first is at %s; if it is another %s's,"
                                    + " }, { is missing before it",
                            ConfigUtil.joinPath(path), what, place(first.getAsInt()), what));
        }
    }

    /** True in braces of the suite's pairs, and not in a list in one of them. */
    private boolean isPair() {
        return open.stream().filter(b -> b.kind == '[').count() < 2
                && open.stream().anyMatch(b -> b.isSuite && b.key != null && isPairs(b.key));
    }

    private static boolean isPairs(List<String> key) {
        return !key.isEmpty() && key.get(0).equals(PAIRS);
    }

    private How how(Bracket in, Kind kind) {
        if (in.key.size() > 1 || kind == Kind.OPEN && isBrace() && !in.isAddition) {
            return How.OBJECT;
        }
        boolean addsTo =
                kind == Kind.SUBSTITUTION
                        && EARLIER_PAIRS.contains(tokens.written().replaceAll("[\\s\"${}]", ""));
        return in.isAddition || addsTo ? How.ADDED : How.LIST;
    }

    private Value value(Kind kind) {
        if (kind == Kind.SUBSTITUTION) {
            return tokens.written().startsWith("${?") ? Value.OPTIONAL : Value.SUBSTITUTION;
        }
        return kind == Kind.OPEN && isBrace() ? Value.OBJECT : Value.OTHER;
    }

    /** The path that the key spells; empty if it is none, which the library says. */
    private List<String> path(Bracket in) {
        try {
            return in.keyStart < 0
                    ? List.of()
                    : ConfigUtil.splitPath(text.substring(in.keyStart, in.keyEnd));
        } catch (ConfigException e) {
            return List.of();
        }
    }

    private char bracket() {
        return text.charAt(tokens.start());
    }

    private boolean isBrace() {
        return bracket() == '{';
    }

    private void open(Bracket bracket) {
        open.push(bracket);
        if (open.size() - 1 > DEEPEST) {
            wrong(tokens.start(), "brackets are nested deeper than " + DEEPEST);
        }
    }

    private void close() {
        if (open.size() > 1) {
            open.pop();
        }
    }

    private void wrong(int at, String message) {
        if (problem == null) {
            problem = new Problem(place(at), message);
        }
    }

    /** Line and column; soon for places in the order of the text. */
    private String place(int at) {
        if (at < counted) {
            counted = 0;
            line = 1;
            lineStart = 0;
        }
        for (; counted < at; counted++) {
            if (text.charAt(counted) == '\n') {
                line++;
                lineStart = counted + 1;
            }
        }
        return line + ":" + (at - lineStart + 1);
    }
}
