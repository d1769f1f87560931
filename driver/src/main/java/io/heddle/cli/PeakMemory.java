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

    /**
     * The peak of the resident set in bytes, or of the heap if the operating system does not report
     * it.
     */
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
