package io.heddle.spark;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import io.heddle.report.PairReport;
import io.heddle.report.RunDifference;
import io.heddle.report.RunDifference.Change;
import io.heddle.table.LocalTables;
import io.heddle.table.ReportFolder;
import io.heddle.table.TableReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle diff}: what changed between two runs. */
@Command(
        name = "diff",
        description = {
            "Prints the pairs whose verdict, method, place, expectation, assumptions or scope"
                    + " changed between two runs. Exit status 1 if a pair that was as expected no"
                    + " longer is."
        })
public final class DiffCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private SharedOptions shared;

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "the run before: its id, the beginning of it, previous or latest")
    private String before;

    @Parameters(index = "1", paramLabel = "RUN", description = "the run after")
    private String after;

    @Override
    public Integer call() throws IOException {
        Consumer<String> warn = Reports.warnings(spec);
        Optional<LocalTables> local = LocalTables.of(shared.out(), warn);
        if (local.isEmpty()) {
            return print(onSpark());
        }
        LocalTables tables = local.get();
        String first = tables.folder().run(before);
        String second = tables.folder().run(after);
        return print(RunDifference.of(tables.reports(first), tables.reports(second)));
    }

    private List<Change> onSpark() throws IOException {
        Settings settings = Settings.load();
        try (SparkSession session = Sessions.start("heddle diff", null, settings.master())) {
            ReportFolder folder = Reports.folder(shared.out(), session);
            TableReader tables = Reports.reader(spec, folder, session);
            return RunDifference.of(
                    tables.reports(folder.run(before)), tables.reports(folder.run(after)));
        }
    }

    private int print(List<Change> changes) {
        boolean json = shared.format() == SharedOptions.Format.JSON;
        PrintWriter out = spec.commandLine().getOut();
        changes.forEach(c -> out.println(json ? json(c) : c.text()));
        long regressions = changes.stream().filter(Change::isRegression).count();
        if (!json) {
            out.println(changes.size() + " changed, " + regressions + " no longer as expected");
        }
        return regressions == 0 ? ExitStatus.OK : ExitStatus.UNEXPECTED;
    }

    private static String json(Change change) {
        Map<String, Object> object = new TreeMap<>();
        object.put("suite", change.suite());
        object.put("pair", change.pair());
        object.put("before", verdict(change.before()));
        object.put("after", verdict(change.after()));
        object.put("regression", change.isRegression());
        object.put("further", change.further());
        return ConfigValueFactory.fromMap(object).render(ConfigRenderOptions.concise());
    }

    private static String verdict(PairReport report) {
        return report == null ? null : report.verdict().name();
    }
}
