package io.heddle.spark;

import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.table.StoredAnswer;
import io.heddle.table.TableReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.spark.SparkThrowable;

/** Answers that the tables have for pairs of this run. */
final class EarlierRuns {
    private final TableReader tables;
    private final Map<String, String> keys;
    private final Consumer<String> tell;

    /**
     * @param tables of earlier runs and of this one, where it was broken off
     * @param keys of this run's pairs, by {@link VerifyRun#name}
     * @param tell takes a line where answers cannot be read
     */
    EarlierRuns(TableReader tables, Map<String, String> keys, Consumer<String> tell) {
        this.tables = tables;
        this.keys = keys;
        this.tell = tell;
    }

    /**
     * The answer to each pair whose key an earlier run has, by {@link VerifyRun#name}; none if the
     * tables cannot be read. Answers UNDECIDED and ERROR are not reused.
     */
    Map<String, StoredAnswer> alike(List<Pair> pairs) {
        Map<String, StoredAnswer> found = new HashMap<>();
        try {
            List<String> wanted =
                    pairs.stream()
                            .map(p -> keys.get(VerifyRun.name(p)))
                            .filter(Objects::nonNull)
                            .toList();
            Map<String, StoredAnswer> byKey = tables.answers(wanted);
            for (Pair pair : pairs) {
                String name = VerifyRun.name(pair);
                String key = keys.get(name); // none for PTX that does not parse
                StoredAnswer answer = key == null ? null : byKey.get(key);
                if (answer != null) {
                    found.put(name, answer.renamed(pair.suite(), pair.name()));
                }
            }
        } catch (Exception e) { // Spark's are checked, but its API does not say so
            tell.accept("no answers are reused: " + unreadable(e));
        }
        return found;
    }

    /**
     * The answers to some pairs that this run gave before it was broken off, by {@link
     * VerifyRun#name}.
     *
     * @param pairs all that the run is to have
     * @throws InputException if a pair or Heddle has changed since, the run has an answer to
     *     another pair, or the answers cannot be read
     */
    Map<String, PairReport> of(String runId, List<Pair> pairs) {
        Map<String, StoredAnswer> stored = new HashMap<>();
        try {
            tables.answersOf(runId).forEach(a -> stored.put(LineProgress.name(a.report()), a));
        } catch (Exception e) { // Spark's are checked, but its API does not say so
            throw new InputException("the run " + runId + " cannot go on: " + unreadable(e));
        }
        Map<String, PairReport> found = new HashMap<>();
        for (Pair pair : pairs) {
            String name = VerifyRun.name(pair);
            StoredAnswer answer = stored.remove(name);
            if (answer == null) {
                continue;
            }
            if (!Objects.equals(keys.get(name), answer.key())) {
                throw new InputException(
                        "the run "
                                + runId
                                + " cannot go on: "
                                + name
                                + ", an option, or Heddle itself is not what it was; a new run with"
                                + " --reuse takes the answers that still hold");
            }
            found.put(name, answer.report());
        }
        if (!stored.isEmpty()) { // its row, its exit status and what is printed would lack them
            throw new InputException(
                    "the run "
                            + runId
                            + " cannot go on: it has an answer to "
                            + new TreeSet<>(stored.keySet()).first()
                            + ", which is not one of these pairs; give the suites, --only and"
                            + " --skip with which it began");
        }
        return found;
    }

    private static String unreadable(Exception e) {
        if (e instanceof RuntimeException r && !(e instanceof SparkThrowable)) {
            throw r;
        }
        return Failures.firstLine(e.getMessage());
    }
}
