package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import java.util.LinkedHashMap;
import java.util.Map;

/** A script in SMT-LIB 2.6 that grows line by line, and the terms whose values are asked for. */
final class Script {
    private final StringBuilder text = new StringBuilder();
    private final Map<String, BitTerm> shown = new LinkedHashMap<>();
    private int names;

    /** A name that no other has. */
    String fresh(String stem) {
        return stem + names++;
    }

    /** A line. */
    void line(String line) {
        text.append(line).append('\n');
    }

    /** Asks for the value of a name, which stands for a term. */
    void show(String name, BitTerm term) {
        shown.putIfAbsent(name, term);
    }

    /** What is asked for, by name. */
    Map<String, BitTerm> shown() {
        return shown;
    }

    /** A name between bars, as SMT-LIB wants names with blanks. */
    static String quoted(String name) {
        return "|" + name.replace('|', '!').replace('\\', '!') + "|";
    }

    /** The whole script. */
    String text() {
        return text + "(check-sat)\n";
    }

    /** The command that asks for the values; empty if none are asked for. */
    String values() {
        String names = String.join(" ", shown.keySet());
        return names.isEmpty() ? "" : "(get-value (" + names + "))\n";
    }
}
