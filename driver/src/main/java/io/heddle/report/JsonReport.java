package io.heddle.report;

/** Writes reports as JSON, one object a line. */
public final class JsonReport {
    private JsonReport() {}

    /** The object of one pair, without a line end. */
    public static String line(PairReport report) {
        throw new IllegalStateException("JSON is being written: " + report.pair());
    }
}
