package io.heddle.cli;

import io.heddle.suite.Limits;
import io.heddle.suite.Quantities;
import picocli.CommandLine.Option;

/** The options that all commands share, but for the form of the results. */
public abstract class CommonOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "folder of the report tables, a path or a URI of a Hadoop file system"
                            + " (default: reports)")
    private String out = "reports";

    @Option(
            names = "--limit-time",
            paramLabel = "TIME",
            description = "time for one pair: 90, 90s, 10m, 2h (default: 10m, or the suite's)")
    private String limitTime;

    @Option(
            names = "--limit-memory",
            paramLabel = "SIZE",
            description = "memory for one pair: 512m, 8g (default: 8g, or the suite's)")
    private String limitMemory;

    @Option(names = "--quiet", description = "print results only, no progress")
    private boolean quiet;

    @Option(names = "--verbose", description = "print details, and stack traces of failures")
    private boolean verbose;

    @Option(names = "--help", usageHelp = true, description = "print this help")
    private boolean help;

    @Option(
            names = "--version",
            versionHelp = true,
            description = "print the version of this build")
    private boolean version;

    /** True if results are JSON. */
    abstract boolean isJson();

    /** Folder of the report tables. */
    public String out() {
        return out;
    }

    /** True if only results are to be printed. */
    public boolean quiet() {
        return quiet;
    }

    /** True if details are to be printed. */
    public boolean verbose() {
        return verbose;
    }

    /**
     * {@code limits} with what the command line says instead.
     *
     * @throws io.heddle.suite.InputException if an option is no time or size
     */
    public Limits limits(Limits limits) {
        double seconds =
                limitTime == null
                        ? limits.seconds()
                        : Quantities.seconds("--limit-time", limitTime);
        long bytes =
                limitMemory == null
                        ? limits.bytes()
                        : Quantities.bytes("--limit-memory", limitMemory);
        return new Limits(seconds, bytes);
    }

    /** True if help or the version was asked for; picocli has printed it. */
    boolean asksForHelp() {
        return help || version;
    }
}
