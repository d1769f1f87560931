package io.heddle.suite;

/**
 * Splits HOCON text into the tokens that show its structure. It takes any text: what HOCON refuses
 * is left to the library's parser, which names the place.
 */
final class HoconTokens {
    /** Kinds of tokens. */
    enum Kind {
        /** End of the text. */
        END,
        NEWLINE,
        COMMA,
        /** A brace or bracket that opens. */
        OPEN,
        /** A brace or bracket that closes. */
        CLOSE,
        /** {@code =} or {@code :}. */
        SET,
        /** {@code +=}. */
        ADD,
        /** <code>${path}</code> or <code>${?path}</code>. */
        SUBSTITUTION,
        /** A quoted string, or a piece of unquoted text. */
        TEXT
    }

    private static final String NO_TEXT = "$\"{}[]:=,+#`^?!@*&\\";
    private static final String TRIPLE = "\"\"\"";

    private final String text;
    private int start;
    private int end;

    HoconTokens(String text) {
        this.text = text;
    }

    /** Where the current token begins. */
    int start() {
        return start;
    }

    /** Where the current token ends. */
    int end() {
        return end;
    }

    /** The current token as written. */
    String written() {
        return text.substring(start, end);
    }

    /** Goes on to the next token. */
    Kind next() {
        start = end;
        while (start < text.length() && (isBlank(text.charAt(start)) || isComment(start))) {
            start = isComment(start) ? lineEnd(start) : start + 1;
        }
        end = start + 1;
        if (start >= text.length()) {
            end = start;
            return Kind.END;
        }
        switch (text.charAt(start)) {
            case '\n':
                return Kind.NEWLINE;
            case ',':
                return Kind.COMMA;
            case '{', '[':
                return Kind.OPEN;
            case '}', ']':
                return Kind.CLOSE;
            case '=', ':':
                return Kind.SET;
            case '"':
                end = stringEnd(start);
                return Kind.TEXT;
            case '+':
                if (text.startsWith("+=", start)) {
                    end = start + 2;
                    return Kind.ADD;
                }
                return Kind.TEXT;
            case '$':
                if (text.startsWith("${", start)) {
                    end = substitutionEnd();
                    return Kind.SUBSTITUTION;
                }
                return Kind.TEXT;
            default:
                while (end < text.length() && isText(end)) {
                    end++;
                }
                return Kind.TEXT;
        }
    }

    /** What HOCON takes for blanks; a newline is a token. */
    private static boolean isBlank(char c) {
        return c != '\n'
                && (Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\ufeff');
    }

    private boolean isComment(int at) {
        return text.charAt(at) == '#' || text.startsWith("//", at);
    }

    private boolean isText(int at) {
        char c = text.charAt(at);
        return c != '\n' && !isBlank(c) && NO_TEXT.indexOf(c) < 0 && !isComment(at);
    }

    private int lineEnd(int from) {
        int newline = text.indexOf('\n', from);
        return newline < 0 ? text.length() : newline;
    }

    private int stringEnd(int from) {
        if (text.startsWith(TRIPLE, from)) {
            int last = text.indexOf(TRIPLE, from + TRIPLE.length());
            last = last < 0 ? text.length() : last + TRIPLE.length();
            while (last < text.length() && text.charAt(last) == '"') {
                last++; // quotes before the last three are text
            }
            return last;
        }
        int last = from + 1;
        while (last < text.length() && text.charAt(last) != '"' && text.charAt(last) != '\n') {
            last += text.charAt(last) == '\\' ? 2 : 1;
        }
        boolean closed = last < text.length() && text.charAt(last) == '"';
        return Math.min(text.length(), closed ? last + 1 : last);
    }

    private int substitutionEnd() {
        int last = start + 2;
        while (last < text.length() && text.charAt(last) != '}') {
            last = text.charAt(last) == '"' ? stringEnd(last) : last + 1;
        }
        return Math.min(text.length(), last + 1);
    }
}
