package io.heddle.spark;

import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.report.HtmlReport;
import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import io.heddle.table.ReportFolder;
import io.heddle.table.Table;
import io.heddle.table.TableReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle report}: one run as a static HTML page. */
@Command(
        name = "report",
        description = {"Writes one run as a static HTML page and prints where it is."})
public final class ReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private SharedOptions shared;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "the run: its id, the beginning of it, latest (default) or previous")
    private String run = "latest";

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "where to write the page, a path or a URI (default: report-RUN.html in the"
                            + " report folder)")
    private String html;

    @Override
    public Integer call() throws IOException {
        Settings settings = Settings.load();
        try (SparkSession session = Sessions.start("heddle report", null, settings.master())) {
            ReportFolder folder = Reports.folder(shared.out(), session);
            TableReader tables = Reports.reader(spec, folder, session);
            String runId = folder.run(run);
            List<PairReport> reports = tables.reports(runId);
            String page = HtmlReport.page(about(tables, runId), reports);
            String file = write(folder, session, "report-" + runId + ".html", page);
            spec.commandLine().getOut().println(file);
            return ExitStatus.OK;
        }
    }

    /**
     * Writes the page.
     *
     * @param name in the report folder, if the user names no other file
     * @return where it is
     */
    private String write(ReportFolder folder, SparkSession session, String name, String page) {
        try {
            if (html == null) {
                return folder.write(name, page);
            }
            new HadoopFiles(session.sparkContext()::hadoopConfiguration).write(html, page);
            return html;
        } catch (IOException e) {
            throw new InputException(
                    (html == null ? "--out " + shared.out() : "--html " + html)
                            + ": the page cannot be written: "
                            + Failures.firstLine(e.toString()));
        }
    }

    private static Map<String, String> about(TableReader tables, String runId) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("run", runId);
        List<Row> rows = tables.read(Table.RUNS, runId).orderBy("started_at").collectAsList();
        if (rows.isEmpty()) {
            about.put("state", "not finished; verify --resume " + runId + " goes on with it");
            return about;
        }
        Row row = rows.get(rows.size() - 1);
        about.put("suites", String.join(", ", row.<String>getList(row.fieldIndex("suites"))));
        about.put("started", row.getAs("started_at") + " UTC");
        about.put("took", String.format("%.1f s", row.<Long>getAs("wall_millis") / 1000.0));
        about.put("on", row.getAs("master"));
        about.put("version", row.getAs("version"));
        return about;
    }
}
