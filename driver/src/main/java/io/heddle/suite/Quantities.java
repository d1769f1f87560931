package io.heddle.suite;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and sizes as users write them. */
public final class Quantities {
    private static final Pattern QUANTITY = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([a-z]*)");

    private Quantities() {}

    /**
     * Seconds of {@code 90}, {@code 90s}, {@code 1.5m}, {@code 2h}, {@code 500ms}.
     *
     * @param what names the value in the error
     * @throws InputException if {@code text} is no such time
     */
    public static double seconds(String what, String text) {
        Matcher m = QUANTITY.matcher(text.strip().toLowerCase(Locale.ROOT));
        double unit =
                !m.matches()
                        ? 0
                        : switch (m.group(2)) {
                            case "", "s" -> 1;
                            case "ms" -> 1e-3;
                            case "m", "min" -> 60;
                            case "h" -> 3600;
                            default -> 0;
                        };
        double seconds = unit == 0 ? 0 : Double.parseDouble(m.group(1)) * unit;
        if (!(seconds > 0) || seconds > 1e9) {
            throw new InputException(
                    what + ": expected a time such as 90, 90s, 10m or 2h, found '" + text + "'");
        }
        return seconds;
    }

    /**
     * Bytes of {@code 8g}, {@code 512m}, {@code 64k}, {@code 1000000}; units are powers of 1024.
     *
     * @param what names the value in the error
     * @throws InputException if {@code text} is no such size
     */
    public static long bytes(String what, String text) {
        Matcher m = QUANTITY.matcher(text.strip().toLowerCase(Locale.ROOT));
        double unit =
                !m.matches()
                        ? 0
                        : switch (m.group(2)) {
                            case "", "b" -> 1;
                            case "k", "kb", "kib" -> 1L << 10;
                            case "m", "mb", "mib" -> 1L << 20;
                            case "g", "gb", "gib" -> 1L << 30;
                            case "t", "tb", "tib" -> 1L << 40;
                            default -> 0;
                        };
        double bytes = unit == 0 ? 0 : Double.parseDouble(m.group(1)) * unit;
        if (bytes < 1 || bytes > 1e18) {
            throw new InputException(
                    what + ": expected a size such as 512m or 8g, found '" + text + "'");
        }
        return (long) bytes;
    }
}
