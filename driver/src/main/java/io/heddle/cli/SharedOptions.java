package io.heddle.cli;

import picocli.CommandLine.Option;

/** The options that all commands share; a picocli mixin. */
public final class SharedOptions extends CommonOptions {
    /** How results are written to standard output. */
    public enum Format {
        /** For people. */
        TEXT,
        /** One JSON object a line. */
        JSON
    }

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "form of the results on standard output (default: text)")
    private Format format = Format.TEXT;

    /** Form of the results. */
    public Format format() {
        return format;
    }

    @Override
    boolean isJson() {
        return format == Format.JSON;
    }
}
