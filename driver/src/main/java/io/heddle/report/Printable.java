package io.heddle.report;

/** Text that does nothing to a terminal but show. */
public final class Printable {
    private Printable() {}

    /** {@code text} with its control and format characters as backslash, u and four digits. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain =
                    switch (Character.getType(c)) {
                        case Character.CONTROL,
                                Character.FORMAT,
                                Character.LINE_SEPARATOR,
                                Character.PARAGRAPH_SEPARATOR ->
                                false;
                        default -> true;
                    };
            shown.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return shown.toString();
    }
}
