package io.heddle.report;

import java.util.Collection;

/** The exit statuses of every command (contract.md, Exit status). */
public final class ExitStatus {
    /** Every pair has its expected verdict. */
    public static final int OK = 0;

    /** Some pair does not have its expected verdict. */
    public static final int UNEXPECTED = 1;

    /** Unusable input. */
    public static final int UNUSABLE_INPUT = 2;

    /** An internal failure. */
    public static final int INTERNAL = 3;

    private ExitStatus() {}

    /** The status of a run that ended with {@code reports}. */
    public static int of(Collection<PairReport> reports) {
        int status = OK;
        for (PairReport report : reports) {
            status = Math.max(status, of(report));
        }
        return status;
    }

    /** The status that one report asks for; an internal failure is never an expected one. */
    public static int of(PairReport report) {
        if (report.error() == ErrorCause.INTERNAL) {
            return INTERNAL;
        }
        if (report.asExpected()) {
            return OK;
        }
        return report.error() == ErrorCause.INPUT ? UNUSABLE_INPUT : UNEXPECTED;
    }
}
