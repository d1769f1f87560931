package io.heddle.spark;

import io.heddle.cli.SharedOptions;
import io.heddle.report.ExitStatus;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code heddle sql}: Spark SQL over the report tables. Simple queries of tables of this machine
 * are answered without Spark, which takes seconds to start; {@code --master} asks for Spark.
 */
@Command(
        name = "sql",
        description = {
            "Answers a query over the report tables runs, pairs, kernels, findings, vcs and costs,"
                    + " whose columns driver/README.md lists."
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
        if (master == null) {
            boolean json = shared.format() == SharedOptions.Format.JSON;
            Optional<String> answer =
                    LocalSql.answer(query, shared.out(), json, Reports.warnings(spec));
            if (answer.isPresent()) {
                spec.commandLine().getOut().print(answer.get());
                spec.commandLine().getOut().flush();
                return ExitStatus.OK;
            }
        }
        return SparkSql.answer(spec, shared, master, query);
    }
}
