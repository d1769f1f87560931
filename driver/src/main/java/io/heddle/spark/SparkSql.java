package io.heddle.spark;

import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.suite.InputException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Model.CommandSpec;

/** Answers queries with Spark. */
final class SparkSql {
    private SparkSql() {}

    /** Prints the answer. */
    static int answer(CommandSpec spec, SharedOptions shared, String master, String query)
            throws Exception {
        Settings settings = Settings.load();
        try (SparkSession session = Sessions.start("heddle sql", master, settings.master())) {
            Reports.reader(spec, Reports.folder(shared.out(), session), session).registerViews();
            boolean json = shared.format() == SharedOptions.Format.JSON;
            print(session.sql(query), json, spec.commandLine().getOut());
            return ExitStatus.OK;
        } catch (Exception e) {
            if (e instanceof AnalysisException) { // checked, but Spark's API does not say so
                throw new InputException(Failures.firstLine(e.getMessage()));
            }
            if (e instanceof org.apache.spark.SparkThrowable s && s.getCondition() != null) {
                throw new InputException(Failures.firstLine(e.getMessage()));
            }
            throw e;
        }
    }

    /** Prints rows as JSON or as a table. */
    static void print(Dataset<Row> rows, boolean json, PrintWriter out) {
        if (json) {
            Iterator<String> lines = rows.toJSON().toLocalIterator();
            lines.forEachRemaining(out::println);
            return;
        }
        List<String> header = List.of(rows.columns());
        out.print(RowPrinter.table(header, rows.collectAsList()));
        out.flush();
    }
}
