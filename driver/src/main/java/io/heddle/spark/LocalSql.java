package io.heddle.spark;

import io.heddle.table.LocalTables;
import io.heddle.table.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JacksonGenerator;
import org.apache.spark.sql.catalyst.optimizer.ComputeCurrentTime$;
import org.apache.spark.sql.catalyst.optimizer.ReplaceExpressions$;
import org.apache.spark.sql.catalyst.optimizer.RewriteWithExpression$;
import org.apache.spark.sql.catalyst.optimizer.SpecialDatetimeValues$;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Answers queries of one table without a Spark session, which takes seconds to start: Spark's own
 * parser and analyser read them, and its expressions evaluate themselves, so that what a query
 * means is the same.
 */
final class LocalSql {
    private final SQLConf settings;

    private LocalSql(SQLConf settings) {
        this.settings = settings;
    }

    /**
     * The answer as it is printed; none if a session is needed, also to say what is wrong with a
     * query.
     *
     * @param out the folder of the tables
     * @param json whether as JSON, else as a table
     * @param warn takes a line for each file that is left out
     */
    static Optional<String> answer(String query, String out, boolean json, Consumer<String> warn)
            throws IOException {
        Optional<LocalTables> tables = LocalTables.of(out, warn);
        SQLConf settings = new SQLConf();
        for (var s : Sessions.settings("heddle sql", null, "local").getAll()) {
            if (s._1().startsWith("spark.sql.extensions")
                    || s._1().startsWith("spark.sql.catalog")) {
                return Optional.empty();
            } else if (s._1().startsWith("spark.sql.")) {
                settings.setConfString(s._1(), s._2());
            }
        }
        settings.setConfString("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        LocalSql sql = new LocalSql(settings);
        try {
            return SQLConf.withExistingConf(settings, () -> sql.answer(query, tables.get(), json));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (Exception e) { // some are checked, but Spark's API does not say so
            if (e instanceof SparkThrowable) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<String> answer(String query, LocalTables tables, boolean json) {
        LogicalPlan parsed = new CatalystSqlParser().parsePlan(query);
        Optional<Table<?>> table = table(parsed);
        if (table.isEmpty()) {
            return Optional.empty();
        }
        StructType schema = table.get().querySchema();
        LogicalPlan analysed = analysed(parsed, table.get().name(), schema);
        LocalPlan plan = new LocalPlan(analysed);
        if (!plan.isCovered()) {
            return Optional.empty();
        }
        Function1<Object, Object> toCatalyst =
                CatalystTypeConverters.createToCatalystConverter(schema);
        List<InternalRow> answer =
                plan.rows(
                        rows(tables, table.get()).stream()
                                .map(row -> (InternalRow) toCatalyst.apply(row))
                                .toList());
        return Optional.of(
                json ? json(analysed.schema(), answer) : text(analysed.schema(), answer));
    }

    private static List<Row> rows(LocalTables tables, Table<?> table) {
        try {
            return tables.rows(table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one table that a query names, if it names one. */
    private static Optional<Table<?>> table(LogicalPlan parsed) {
        List<UnresolvedRelation> relations = new ArrayList<>();
        boolean names = // which may hide tables
                parsed.exists(
                        node -> {
                            if (node instanceof UnresolvedRelation r) {
                                relations.add(r);
                            }
                            return node instanceof UnresolvedWith;
                        });
        return names || relations.size() != 1
                ? Optional.empty()
                : Table.all().stream()
                        .filter(t -> t.name().equals(relations.get(0).name()))
                        .findFirst();
    }

    /**
     * The plan with Spark's meaning of each name in it, after the rewriting that all plans need.
     */
    private static LogicalPlan analysed(LogicalPlan parsed, String table, StructType schema) {
        @SuppressWarnings("unchecked") // Scala's sequences are covariant
        Seq<Attribute> columns = (Seq<Attribute>) (Seq<?>) DataTypeUtils.toAttributes(schema);
        Seq<InternalRow> none = CollectionConverters.asScala(List.<InternalRow>of()).toSeq();
        LogicalPlan relation =
                new SubqueryAlias(
                        new AliasIdentifier(table),
                        new LocalRelation(columns, none, false, Option.empty()));
        LogicalPlan plan =
                parsed.transformDown(
                        new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
                            @Override
                            public boolean isDefinedAt(LogicalPlan node) {
                                return node instanceof UnresolvedRelation;
                            }

                            @Override
                            public LogicalPlan apply(LogicalPlan node) {
                                return relation;
                            }
                        });
        SessionCatalog catalog =
                new SessionCatalog(
                        new InMemoryCatalog(new SparkConf(false), new Configuration(false)),
                        FunctionRegistry.builtin());
        LogicalPlan analysed =
                new Analyzer(catalog)
                        .executeAndCheck(plan, new QueryPlanningTracker(Option.empty()));
        LogicalPlan replaced = ReplaceExpressions$.MODULE$.apply(analysed);
        LogicalPlan timed = ComputeCurrentTime$.MODULE$.apply(replaced);
        LogicalPlan dated = SpecialDatetimeValues$.MODULE$.apply(timed);
        return RewriteWithExpression$.MODULE$.apply(dated); // BETWEEN, for instance
    }

    private static String text(StructType schema, List<InternalRow> answer) {
        Function1<Object, Object> toScala = CatalystTypeConverters.createToScalaConverter(schema);
        return RowPrinter.table(
                List.of(schema.fieldNames()),
                answer.stream().map(row -> (Row) toScala.apply(row)).toList());
    }

    private String json(StructType schema, List<InternalRow> answer) {
        StringWriter text = new StringWriter();
        JSONOptions options =
                new JSONOptions(Map$.MODULE$.empty(), settings.sessionLocalTimeZone(), "");
        for (InternalRow row : answer) {
            JacksonGenerator generator = new JacksonGenerator(schema, text, options);
            generator.write(row);
            generator.flush();
            text.write('\n');
        }
        return text.toString();
    }
}
