package io.heddle.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** The commands and the names of their classes, which are loaded only when a command is run. */
enum Subcommand {
    VERIFY("io.heddle.spark.VerifyCommand", "decide every pair of suites, on Spark"),
    CHECK("io.heddle.cli.CheckCommand", "decide one pair of kernels, in this process"),
    INSPECT("io.heddle.cli.InspectCommand", "check one kernel for races, deadlock, bounds, …"),
    LIFT("io.heddle.cli.LiftCommand", "find and prove a formula for what a kernel computes"),
    GATE("io.heddle.cli.GateCommand", "judge a generated kernel that nobody has read"),
    INIT("io.heddle.cli.InitCommand", "print signatures, a check line and a suite for kernels"),
    SQL("io.heddle.spark.SqlCommand", "query the report tables"),
    REPORT("io.heddle.spark.ReportCommand", "write a static HTML report"),
    DIFF("io.heddle.spark.DiffCommand", "show what changed between two runs"),
    COMPLETION("io.heddle.cli.CompletionCommand", "print what shells complete commands with"),
    MAN("io.heddle.cli.ManCommand", "print the manual page: heddle man | man -l -"),
    BENCH("io.heddle.bench.BenchCommand", "measure speed and memory against the budgets");

    private final String className;
    private final String summary;

    Subcommand(String className, String summary) {
        this.className = className;
        this.summary = summary;
    }

    /** The command's name on the command line. */
    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it does, in a few words. */
    String summary() {
        return summary;
    }

    /** A new instance of its picocli command class. */
    Callable<?> load() throws ReflectiveOperationException {
        return Class.forName(className)
                .asSubclass(Callable.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    /** The command spelled {@code text}, or null. */
    static Subcommand parse(String text) {
        for (Subcommand c : values()) {
            if (c.spelling().equals(text)) {
                return c;
            }
        }
        return null;
    }

    /** All spellings. */
    static List<String> names() {
        return Arrays.stream(values()).map(Subcommand::spelling).toList();
    }
}
