package io.heddle.spark;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Makes run ids, which are unique and sort by time. */
final class RunIds {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunIds() {}

    /** A new id for a run that began at {@code startedAt}. */
    static String next(Instant startedAt) {
        return TIME.format(startedAt)
                + "-"
                + String.format("%04x", new SecureRandom().nextInt(1 << 16));
    }
}
