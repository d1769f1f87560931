package io.heddle.suite;

import java.nio.file.Path;

/** Reads suite files. */
public final class SuiteReader {
    private SuiteReader() {}

    /**
     * The suite in {@code file}, instantiated for its matrix.
     *
     * @throws InputException if it cannot be used, naming file and line
     */
    public static Suite read(Path file) {
        if (file.toString().isEmpty()) {
            return null;
        }
        throw new InputException(file + ": suites are being written");
    }
}
