package io.heddle.report;

import java.util.List;

/** Writes reports for people. */
public final class TextReport {
    private TextReport() {}

    /** The verdict table of a run, one line a pair, and a closing line with counts. */
    public static String table(List<PairReport> reports) {
        if (reports.isEmpty()) {
            return "";
        }
        throw new IllegalStateException("the table is being written: " + reports.size());
    }

    /** Everything about one pair. */
    public static String detail(PairReport report) {
        if (report.pair() == null) {
            return "";
        }
        throw new IllegalStateException("the detail is being written: " + report.pair());
    }
}
