package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.report.Printable;
import java.io.PrintWriter;

/** Writes a line for each answered pair, and from time to time one for a pair that takes long. */
final class LineProgress implements Progress {
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final int total;
    private int answered;
    private long lastLine = System.nanoTime();

    LineProgress(PrintWriter err, int total) {
        this.err = err;
        this.total = total;
    }

    @Override
    public synchronized void note(String text) {
        line(text);
    }

    @Override
    public synchronized void shards(String pair, int decided, int all) {
        if (System.nanoTime() - lastLine > QUIET_NANOS) {
            line(pair + ": " + decided + " of " + all + " shards");
        }
    }

    @Override
    public synchronized void answered(PairReport report) {
        answered++;
        line(
                String.format(
                        "[%d/%d] %s %s%s (%.1f s)",
                        answered,
                        total,
                        name(report),
                        report.verdict(),
                        report.asExpected() ? "" : ", not as expected",
                        report.millis().total() / 1000.0));
    }

    static String name(PairReport report) {
        return report.suite() + "/" + report.pair();
    }

    private void line(String text) {
        err.println("heddle: " + Printable.of(text));
        err.flush();
        lastLine = System.nanoTime();
    }

    @Override
    public void close() {}
}
