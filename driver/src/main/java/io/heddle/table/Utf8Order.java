package io.heddle.table;

import java.util.Comparator;

/**
 * The order of texts in Spark: that of their bytes in UTF-8, which is that of their code points.
 */
public final class Utf8Order {
    /** The order. */
    public static final Comparator<String> TEXTS = Utf8Order::compare;

    private Utf8Order() {}

    private static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
                return surrogates ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
