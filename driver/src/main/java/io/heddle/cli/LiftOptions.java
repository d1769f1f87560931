package io.heddle.cli;

import picocli.CommandLine.Option;

/** The options that {@code lift} shares with all commands; a picocli mixin. */
final class LiftOptions extends CommonOptions {
    /** How what was lifted is written to standard output. */
    enum Format {
        /** For people, with the formula in the language of formulas. */
        TEXT,
        /** One JSON object. */
        JSON,
        /** The formula in LaTeX. */
        LATEX,
        /** The formula as a function of PyTorch. */
        TORCH
    }

    @Option(
            names = "--format",
            paramLabel = "text|json|latex|torch",
            description = {
                "form of the result on standard output (default: text); latex and torch:",
                "    the formula alone, as LaTeX and as a Python function of PyTorch"
            })
    private Format format = Format.TEXT;

    Format format() {
        return format;
    }

    @Override
    boolean isJson() {
        return format == Format.JSON;
    }
}
