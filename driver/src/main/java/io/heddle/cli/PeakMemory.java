package io.heddle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The most memory that this process has used. */
final class PeakMemory {
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmHWM:\\s*(\\d+) kB$");

    private PeakMemory() {}

    /** Bytes: the peak of the resident set, or the heap where the system does not say. */
    static long bytes() {
        try {
            Path status = Path.of("/proc/self/status");
            Matcher m = RESIDENT.matcher(Files.exists(status) ? Files.readString(status) : "");
            if (m.find()) {
                return Long.parseLong(m.group(1)) * 1024;
            }
        } catch (IOException e) {
            return Runtime.getRuntime().totalMemory();
        }
        return Runtime.getRuntime().totalMemory();
    }
}
