package io.heddle.spark;

import io.heddle.report.Printable;
import io.heddle.table.ReportFolder;
import io.heddle.table.TableReader;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Model.CommandSpec;

/** Opens the report folder for commands that read it. */
final class Reports {
    private Reports() {}

    /** The folder {@code out}. */
    static ReportFolder folder(String out, SparkSession session) {
        return new ReportFolder(out, session.sparkContext().hadoopConfiguration());
    }

    /** A reader that tells the user which files it leaves out. */
    static TableReader reader(CommandSpec spec, ReportFolder folder, SparkSession session) {
        return new TableReader(session, folder, warnings(spec));
    }

    /** Takes the files that are left out, and tells the user. */
    static Consumer<String> warnings(CommandSpec spec) {
        return line -> spec.commandLine().getErr().println("heddle: " + Printable.of(line));
    }
}
