package io.heddle.table;

/** The columns of {@code runs}. */
final class RunColumns extends Columns<RunRow> {
    RunColumns() {
        time("started_at", "when the run began", RunRow::startedAt);
        text("version", "version of Heddle", RunRow::version);
        text("master", "Spark master", RunRow::master);
        texts("suites", "suite files", RunRow::suites);
        number("wall_millis", "milliseconds from start to end", RunRow::wallMillis);
        number("pairs", "pairs answered", RunRow::pairs);
        number("unexpected", "pairs that were not as expected", RunRow::unexpected);
    }
}
