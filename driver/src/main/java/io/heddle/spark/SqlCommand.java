package io.heddle.spark;

import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.suite.InputException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle sql}: Spark SQL over the report tables. */
@Command(
        name = "sql",
        description = {
            "Answers a query over the report tables runs, pairs, kernels, findings and vcs, whose"
                    + " columns driver/README.md lists."
        })
public final class SqlCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private SharedOptions shared;

    @Parameters(paramLabel = "QUERY", arity = "1", description = "a Spark SQL query")
    private String query;

    @Option(names = "--master", paramLabel = "URL", description = "Spark master")
    private String master;

    @Override
    public Integer call() throws Exception {
        Settings settings = Settings.load();
        try (SparkSession session = Sessions.start("heddle sql", master, settings.master())) {
            Reports.reader(spec, Reports.folder(shared.out(), session), session).registerViews();
            print(session.sql(query), spec.commandLine().getOut());
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

    private void print(Dataset<Row> rows, PrintWriter out) {
        if (shared.format() == SharedOptions.Format.JSON) {
            Iterator<String> lines = rows.toJSON().toLocalIterator();
            lines.forEachRemaining(out::println);
            return;
        }
        List<String> header = List.of(rows.columns());
        out.print(RowPrinter.table(header, rows.collectAsList()));
        out.flush();
    }
}
