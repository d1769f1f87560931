package io.heddle.check;

import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Side;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps the answers for any input by family: {@code NAME.tsv} has a line for each launch, {@code
 * NAME.md} a row for each family. Both are written out after each launch and each family.
 */
final class SweepTable implements AutoCloseable {
    /** What a question for all data looks for. */
    static final Set<Verdict> DEFECTS =
            EnumSet.of(
                    Verdict.RACE,
                    Verdict.BARRIER_DIVERGENCE,
                    Verdict.OUT_OF_BOUNDS,
                    Verdict.DEADLOCK);

    /** Answers that decide something. */
    static final Set<Verdict> CONCLUSIVE = conclusive();

    private static final int CAUSES = 3; // named in a row
    private static final String HEAD =
            "| family | launches | asked | conclusive | verdicts | contradictions | defects, for"
                    + " all integers | causes of the others |\n"
                    + "| --- | --- | --- | --- | --- | --- | --- | --- |\n";

    private final BufferedWriter launches;
    private final BufferedWriter table;
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private final Map<Verdict, Integer> freed = new EnumMap<>(Verdict.class);
    private final Map<String, Integer> causes = new TreeMap<>();
    private int asked;
    private int compared;
    private int contradictions;

    /**
     * Empty tables.
     *
     * @param name of the files, without their endings
     */
    SweepTable(Path name) throws IOException {
        Path folder = Files.createDirectories(name.getParent());
        launches = Files.newBufferedWriter(folder.resolve(name.getFileName() + ".tsv"));
        table = Files.newBufferedWriter(folder.resolve(name.getFileName() + ".md"));
        table.write(HEAD);
        table.flush();
    }

    private static Set<Verdict> conclusive() {
        Set<Verdict> all = EnumSet.copyOf(DEFECTS);
        all.add(Verdict.NO_DEFECT);
        return all;
    }

    /**
     * Adds the answer to one question.
     *
     * @param one what the execution of the launch answers; null if it was not asked
     */
    void add(
            String family,
            Side launch,
            PairReport forAll,
            PairReport one,
            boolean contradiction,
            double seconds)
            throws IOException {
        asked++;
        verdicts.merge(forAll.verdict(), 1, Integer::sum);
        if (!CONCLUSIVE.contains(forAll.verdict())) {
            causes.merge(cause(forAll.message()), 1, Integer::sum);
        }
        if (one != null && CONCLUSIVE.contains(one.verdict())) {
            compared++;
        }
        contradictions += contradiction ? 1 : 0;
        launches.write(
                String.join(
                        "\t",
                        family,
                        Path.of(launch.ptx()).getFileName().toString(),
                        String.valueOf(launch.entry()),
                        launch.grid() + "x" + launch.block(),
                        forAll.verdict().toString(),
                        one == null ? "-" : one.verdict().toString(),
                        contradiction ? "CONTRADICTION" : "",
                        String.format("%.1f", seconds),
                        String.valueOf(forAll.location()),
                        String.valueOf(forAll.message()).replaceAll("\\s+", " ")));
        launches.newLine();
        launches.flush();
    }

    /** Adds the answer for all integers to a launch that has a defect. */
    void addFreed(Verdict verdict) {
        freed.merge(verdict, 1, Integer::sum);
    }

    /**
     * Writes the row of a family, of which all launches were added, and begins the next one.
     *
     * @param different the number of different launches that the family has
     */
    void end(String family, int different) throws IOException {
        int conclusive =
                verdicts.entrySet().stream()
                        .filter(e -> CONCLUSIVE.contains(e.getKey()))
                        .mapToInt(Map.Entry::getValue)
                        .sum();
        table.write(
                String.format(
                        "| `%s` | %d | %d | %d, %d %% | %s | %d of %d | %s | %s |%n",
                        family,
                        different,
                        asked,
                        conclusive,
                        Math.round(100.0 * conclusive / Math.max(asked, 1)),
                        counted(verdicts, Integer.MAX_VALUE),
                        contradictions,
                        compared,
                        counted(freed, Integer.MAX_VALUE),
                        counted(causes, CAUSES)));
        table.flush();
        verdicts.clear();
        causes.clear();
        freed.clear();
        asked = 0;
        compared = 0;
        contradictions = 0;
    }

    private static String counted(Map<?, Integer> counts, int most) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }

    /** A message without what is of one kernel alone: names, places and numbers. */
    static String cause(String message) {
        String text = String.valueOf(message);
        if (text.contains("the solver does not know")) {
            return "the solver does not know";
        }
        if (text.contains("no run of a small launch shows it")) {
            return "no run of a small launch shows it";
        }
        return text.replaceAll("[:;(,].*", "")
                .replaceAll("\\b\\w*\\d\\w*\\b", "N")
                .replaceAll("\\s+", " ")
                .strip();
    }

    @Override
    public void close() throws IOException {
        launches.close();
        table.close();
    }
}
