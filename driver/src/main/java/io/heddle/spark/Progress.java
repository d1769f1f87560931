package io.heddle.spark;

import io.heddle.report.PairReport;

/** Shows how far a run is, on standard error. Called by several threads. */
interface Progress extends AutoCloseable {
    /** A note about the run as a whole. */
    void note(String text);

    /** Some of a pair's shards are decided. */
    void shards(String pair, int decided, int all);

    /** A pair is answered. */
    void answered(PairReport report);

    @Override
    void close();

    /** Shows nothing. */
    Progress NONE =
            new Progress() {
                @Override
                public void note(String text) {}

                @Override
                public void shards(String pair, int decided, int all) {}

                @Override
                public void answered(PairReport report) {}

                @Override
                public void close() {}
            };
}
