package io.heddle.gate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an entry in a file of PTX: from its linking directive, or {@code .entry} where there
 * is none, to the bracket that closes its body.
 */
final class EntryText {
    private EntryText() {}

    /**
     * The text of the entry of that name.
     *
     * @throws IllegalArgumentException if {@code ptx} defines none
     */
    static String of(String ptx, String entry) {
        String bare = withoutComments(ptx);
        Matcher m =
                Pattern.compile(
                                "(\\.(visible|weak|extern)\\s+)?\\.entry\\s+"
                                        + Pattern.quote(entry)
                                        + "(?![\\w$%])")
                        .matcher(bare);
        while (m.find()) {
            int open = bare.indexOf('{', m.end());
            int end = bare.indexOf(';', m.end());
            if (open >= 0 && (end < 0 || open < end)) { // no declaration
                return ptx.substring(m.start(), closing(bare, open) + 1);
            }
        }
        throw new IllegalArgumentException("no entry " + entry);
    }

    private static int closing(String bare, int open) {
        int depth = 0;
        for (int i = open; i < bare.length(); i++) {
            char c = bare.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("an entry without an end");
    }

    /** The text with blanks for comments and strings, so that each character keeps its place. */
    private static String withoutComments(String ptx) {
        Matcher m =
                Pattern.compile("//[^\\n]*|/\\*.*?\\*/|\"[^\"\\n]*\"", Pattern.DOTALL).matcher(ptx);
        return m.replaceAll(r -> r.group().replaceAll("[^\\n]", " "));
    }

    /** The SHA-256 of a text in UTF-8, in hexadecimal. */
    static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
