package io.heddle.table;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files of a report folder, and which of them count.
 *
 * <p>A batch is the rows of some pairs: one file of the same name {@code batch-…} in each of {@link
 * #BATCHED}, and one in {@code costs} if there are such rows. Its file in {@code pairs} comes last.
 * A batch counts once all of its files, as many as its name has checksums, are there and none is
 * damaged ({@link Damage}), so that a pair has all its rows or none. Names that begin with {@code
 * _} are hidden from every reader of Parquet.
 */
public final class ReportFolder {
    /** The tables of each batch. */
    static final List<Table<?>> BATCHED =
            List.of(Table.KERNELS, Table.FINDINGS, Table.VCS, Table.PAIRS);

    /** The tables that a batch may have files in, in the order of the checksums in its name. */
    private static final List<Table<?>> NAMED =
            List.of(Table.KERNELS, Table.FINDINGS, Table.VCS, Table.PAIRS, Table.COSTS);

    private static final String OPEN = "_open";
    private static final String STAGING = "_staging";

    private final Path root;
    private final FileSystem files;
    private final Damage damage;

    /**
     * @param out the folder, on any file system of Hadoop
     * @param configuration of the file systems
     * @throws InputException if there is no such file system
     */
    public ReportFolder(String out, Configuration configuration) {
        try {
            root = new Path(out);
            files = FileSystems.of(root, configuration);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException("--out " + out + ": " + e.getMessage());
        }
        damage = new Damage(files);
    }

    /**
     * A folder of this machine. Asking Hadoop for the file system would log in first and look for
     * all others.
     *
     * @throws InputException if it is no path
     */
    static ReportFolder local(String out) {
        try {
            Path root = new Path(out);
            LocalFileSystem files = new LocalFileSystem();
            files.initialize(URI.create("file:///"), new Configuration(false));
            return new ReportFolder(root, files);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException("--out " + out + ": " + e.getMessage());
        }
    }

    private ReportFolder(Path root, FileSystem files) {
        this.root = root;
        this.files = files;
        damage = new Damage(files);
    }

    /** The folder as the user named it. */
    String name() {
        return root.toString();
    }

    /** That there are no tables in it. */
    InputException withoutTables() {
        return new InputException(
                "no report tables under "
                        + name()
                        + "; heddle verify writes them, --out names their folder");
    }

    FileSystem files() {
        return files;
    }

    /** The folder of one run in a table. */
    Path of(Table<?> table, String runId) {
        return new Path(new Path(root, table.name()), Table.RUN_ID + "=" + runId);
    }

    /** The folder of a table. */
    Path of(Table<?> table) {
        return new Path(root, table.name());
    }

    /** The mark of a run that is not finished. */
    Path mark(String runId) {
        return new Path(new Path(root, OPEN), runId);
    }

    /** Where the files of a run's batches are before they have their places. */
    Path staging(String runId) {
        return new Path(new Path(root, STAGING), runId);
    }

    /** The CRC-32C of a file. */
    int checksum(Path file) throws IOException {
        return damage.checksum(file);
    }

    /**
     * Writes a text as a file of the folder, over what there is.
     *
     * @return the file's path
     */
    public String write(String name, String text) throws IOException {
        Path file = new Path(root, name);
        FileSystem plain = // no checksum file beside it
                files instanceof ChecksumFileSystem c ? c.getRawFileSystem() : files;
        try (OutputStream out = plain.create(file, true)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file.toString();
    }

    // ---------------------------------------------------------------- runs

    /** The ids of all runs that have answers, in order of time. */
    private Set<String> runs() {
        Set<String> ids = new TreeSet<>();
        for (FileStatus folder : list(of(Table.PAIRS))) {
            String name = folder.getPath().getName();
            if (folder.isDirectory() && name.startsWith(Table.RUN_ID + "=")) {
                ids.add(name.substring(Table.RUN_ID.length() + 1));
            }
        }
        return ids;
    }

    /** True if the run has its row in {@code runs}. */
    public boolean isFinished(String runId) {
        return parquetFiles(of(Table.RUNS, runId)).stream().anyMatch(f -> damage.of(f, 0) == null);
    }

    /**
     * The run with answers that {@code name} means: a run's id, a unique beginning of one, {@code
     * latest} or {@code previous}.
     *
     * @throws InputException if it means none or several
     */
    public String run(String name) {
        return run(name, List.copyOf(runs()));
    }

    /**
     * The same among all runs that have begun, with answers or without.
     *
     * @throws InputException if it means none or several
     */
    public String runToResume(String name) {
        Set<String> ids = runs();
        list(new Path(root, OPEN)).forEach(f -> ids.add(f.getPath().getName()));
        return run(name, List.copyOf(ids));
    }

    private String run(String name, List<String> ids) {
        if (ids.isEmpty()) {
            throw new InputException("no runs under " + root);
        }
        if (name.equals("latest")) {
            return ids.get(ids.size() - 1); // ids begin with their time
        }
        if (name.equals("previous") && ids.size() > 1) {
            return ids.get(ids.size() - 2);
        }
        List<String> found = ids.stream().filter(i -> i.startsWith(name)).toList();
        if (found.size() == 1 || found.contains(name)) {
            return found.contains(name) ? name : found.get(0);
        }
        String last = String.join(", ", ids.subList(Math.max(0, ids.size() - 5), ids.size()));
        throw new InputException(
                (found.isEmpty() ? "no run " : "several runs begin with ")
                        + name
                        + " under "
                        + root
                        + "; the last are "
                        + last);
    }

    // ---------------------------------------------------------------- files that count

    /**
     * The files of every table that count now, in order of their paths.
     *
     * @param warn takes a line for each damaged file
     */
    Map<Table<?>, List<Path>> whole(Consumer<String> warn) {
        Map<Table<?>, List<Path>> whole = new HashMap<>();
        Map<String, Integer> tablesOf = new HashMap<>(); // by batch
        List<FileStatus> pairs = allFiles(Table.PAIRS); // first: what it commits is there
        for (Table<?> table : Table.all()) {
            List<Path> good = new ArrayList<>();
            for (FileStatus file : table == Table.PAIRS ? pairs : allFiles(table)) {
                if (isGood(table, file, warn)) {
                    good.add(file.getPath());
                    tablesOf.merge(key(file.getPath()), 1, Integer::sum);
                }
            }
            whole.put(table, good);
        }
        for (Table<?> table : NAMED) {
            whole.get(table).removeIf(p -> isBatch(p) && tablesOf.get(key(p)) < tables(p));
        }
        return whole;
    }

    private boolean isGood(Table<?> table, FileStatus file, Consumer<String> warn) {
        String why = damage.of(file, place(table));
        if (why != null) {
            warn.accept(
                    "left out "
                            + file.getPath().toUri().getPath()
                            + ": "
                            + why
                            + (isBatch(file.getPath())
                                    ? "; so are the rows that were written with it"
                                    : ""));
        }
        return why == null;
    }

    /** The place of a table's file among those of its batch. */
    private static int place(Table<?> table) {
        return Math.max(0, NAMED.indexOf(table));
    }

    /** The number of files of a file's batch. */
    private static int tables(Path file) {
        return BatchName.files(file.getName()).orElse(BATCHED.size());
    }

    /** Tables in the order of the checksums in a batch's name. */
    static List<Table<?>> named(Collection<Table<?>> tables) {
        List<Table<?>> ordered = new ArrayList<>(tables);
        ordered.sort(Comparator.comparingInt(ReportFolder::place));
        return ordered;
    }

    private static String key(Path file) {
        return file.getParent().getName() + "/" + file.getName();
    }

    private static boolean isBatch(Path file) {
        return BatchName.isBatch(file.getName());
    }

    private List<FileStatus> allFiles(Table<?> table) {
        List<FileStatus> all = new ArrayList<>();
        for (FileStatus folder : list(of(table))) {
            if (folder.isDirectory() && folder.getPath().getName().startsWith(Table.RUN_ID + "=")) {
                all.addAll(parquetFiles(folder.getPath()));
            }
        }
        all.sort(Comparator.comparing(FileStatus::getPath));
        return all;
    }

    private List<FileStatus> parquetFiles(Path folder) {
        return list(folder).stream()
                .filter(f -> f.isFile() && f.getPath().getName().endsWith(".parquet"))
                .filter(f -> !f.getPath().getName().startsWith("_"))
                .filter(f -> !f.getPath().getName().startsWith("."))
                .toList();
    }

    private List<FileStatus> list(Path folder) {
        try {
            return files.exists(folder) ? Arrays.asList(files.listStatus(folder)) : List.of();
        } catch (IOException e) {
            throw new InputException("--out " + root + ": cannot be read: " + Reasons.of(e));
        }
    }

    // ---------------------------------------------------------------- leftovers

    /**
     * Hides what a run that was broken off left of batches that do not count.
     *
     * @param warn takes a line for each damaged file
     */
    void setLeftoversAside(String runId, Consumer<String> warn) throws IOException {
        files.delete(staging(runId), true);
        Map<String, Integer> tablesOf = new TreeMap<>();
        for (Table<?> table : NAMED) {
            for (FileStatus file : parquetFiles(of(table, runId))) {
                if (isBatch(file.getPath()) && isGood(table, file, warn)) {
                    tablesOf.merge(file.getPath().getName(), 1, Integer::sum);
                }
            }
        }
        for (Table<?> table : NAMED) {
            for (FileStatus file : parquetFiles(of(table, runId))) {
                Path path = file.getPath();
                if (isBatch(path) && tablesOf.getOrDefault(path.getName(), 0) < tables(path)) {
                    move(path, new Path(path.getParent(), "_" + path.getName()));
                }
            }
        }
    }

    /** Gives a file its place. */
    void move(Path from, Path to) throws IOException {
        files.mkdirs(to.getParent());
        if (!files.rename(from, to)) {
            throw new IOException(from + " cannot be renamed to " + to);
        }
    }
}
