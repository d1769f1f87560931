package io.heddle.cuda;

import io.heddle.suite.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into words as a POSIX shell does, of which it knows quotes and backslashes only.
 */
final class ShellWords {
    private ShellWords() {}

    /**
     * The words of {@code text}.
     *
     * @param option the option that it belongs to, for messages
     * @throws InputException if a quote is not closed
     */
    static List<String> split(String option, String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null; // null between words
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            boolean escapes =
                    c == '\\'
                            && i + 1 < text.length()
                            && (quote == 0
                                    || quote == '"' && "\\\"$`".indexOf(text.charAt(i + 1)) >= 0);
            if (escapes) {
                word.append(text.charAt(++i));
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new InputException(
                    option + " " + text + ": the quote " + quote + " is not closed");
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
