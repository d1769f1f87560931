package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.report.Printable;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows a progress bar on a terminal: how many pairs are answered, and which one is being decided.
 */
final class BarProgress implements Progress {
    private final ProgressBar bar;
    private int unexpected;

    BarProgress(int total) {
        bar =
                new ProgressBarBuilder()
                        .setTaskName("pairs")
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                        .setUpdateIntervalMillis(200)
                        .startsFrom(0, Duration.ZERO)
                        .build();
    }

    @Override
    public void note(String text) {
        bar.setExtraMessage(Printable.of(text));
    }

    @Override
    public void shards(String pair, int decided, int all) {
        bar.setExtraMessage(pair + " " + decided + "/" + all);
    }

    @Override
    public synchronized void answered(PairReport report) {
        if (!report.asExpected()) {
            unexpected++;
        }
        bar.setExtraMessage(
                LineProgress.name(report)
                        + " "
                        + report.verdict()
                        + (unexpected == 0 ? "" : ", " + unexpected + " not as expected"));
        bar.step();
    }

    @Override
    public void close() {
        bar.close();
    }
}
