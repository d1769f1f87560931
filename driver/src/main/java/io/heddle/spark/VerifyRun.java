package io.heddle.spark;

import io.heddle.check.Decided;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.ReplayRequest;
import io.heddle.check.Replayer;
import io.heddle.check.Simulated;
import io.heddle.report.PairReport;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.table.PairRows;
import io.heddle.table.ShardRow;
import io.heddle.term.TermStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;

/**
 * Answers many pairs on Spark.
 *
 * <p>Simulator threads run ahead of the decisions as far as the {@link Backlog} allows. The shards
 * of a pair become a job; small pairs share one. When its shards are decided a pair is concluded,
 * for which {@link ReplayTasks} run its kernels where executors are other processes, and the
 * calling thread takes the {@link Answers}. A failure in a pair becomes that pair's ERROR.
 */
final class VerifyRun {
    private static final int MOST_JOBS = 256; // of whole pairs, at a time; their threads wait
    private static final int THREADS_A_CORE = 2; // that simulate; some of them wait for tasks

    private final Jobs jobs;
    private final Settings settings;
    private final Progress progress;
    private final KernelFiles files;
    private final PairChecker checker;
    private final Backlog backlog;
    private final PairDecisions decisions;
    private final ReplayTasks replays;
    private final Semaphore cores; // of the driver, for simulation
    private final ExecutorService jobThreads = Executors.newCachedThreadPool(daemon("job"));
    private final Answers answers;
    private final Set<String> answered = ConcurrentHashMap.newKeySet(); // names of pairs
    private Map<String, String> keys = Map.of();

    /**
     * @param session to run on
     * @param files to parse through
     * @param progress to show
     * @param answers takes what is found
     */
    VerifyRun(
            SparkSession session,
            KernelFiles files,
            Settings settings,
            Progress progress,
            Answers answers) {
        this.jobs = new Jobs(session);
        this.files = files;
        this.checker = new PairChecker(files);
        this.settings = settings;
        this.progress = progress;
        this.answers = answers;
        this.backlog = new Backlog(settings.pairsAhead(), settings.bytesAhead());
        this.replays = new ReplayTasks(jobs::replay, jobs::parallelism);
        this.cores = new Semaphore(Math.max(1, jobs.driverCores()));
        this.decisions =
                new PairDecisions(
                        jobs,
                        jobThreads,
                        settings.batchTerms(),
                        progress,
                        this::conclude,
                        this::failed);
    }

    private static java.util.concurrent.ThreadFactory daemon(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "heddle-" + name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Simulates on the driver and decides on the executors.
     *
     * @param pairs to answer
     * @param keys of the pairs that have one, by {@link #name}
     * @param accept takes each report as it comes, on the calling thread
     * @return how many pairs were answered before the run was stopped
     */
    int run(List<Pair> pairs, Map<String, String> keys, Consumer<PairReport> accept)
            throws InterruptedException {
        this.keys = keys;
        int most = (jobs.isDistributed() ? THREADS_A_CORE : 1) * jobs.driverThreads();
        int threads = Math.max(1, Math.min(pairs.size(), Math.max(most, jobs.driverCores())));
        PairQueue queue = new PairQueue(pairs, most);
        ExecutorService simulators = Executors.newFixedThreadPool(threads, daemon("simulator"));
        try {
            for (int i = 0; i < threads; i++) {
                simulators.execute(() -> simulate(queue, pairs));
            }
            return answers.collect(pairs.size(), accept);
        } finally {
            queue.end();
            simulators.shutdownNow();
            jobThreads.shutdownNow();
            jobs.close();
        }
    }

    /**
     * Simulates and decides on the executors.
     *
     * @param pairs to answer
     * @param keys of the pairs that have one, by {@link #name}
     * @param accept takes each report as it comes, on the calling thread
     * @return how many pairs were answered before the run was stopped
     */
    int runOnExecutors(List<Pair> pairs, Map<String, String> keys, Consumer<PairReport> accept)
            throws InterruptedException {
        this.keys = keys;
        Map<String, String> texts = new TreeMap<>();
        SuiteTasks tasks = new SuiteTasks(readable(pairs, texts), texts, jobs::parallelism);
        int most = Math.min(pairs.size(), MOST_JOBS);
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, most), daemon("answer"));
        try {
            for (int i = 0; i < most; i++) {
                threads.execute(() -> answer(tasks));
            }
            return answers.collect(pairs.size(), accept);
        } finally {
            threads.shutdownNow();
            jobThreads.shutdownNow();
            jobs.close();
        }
    }

    /** The name of a pair in a run. */
    static String name(Pair pair) {
        return pair.suite() + "/" + pair.name();
    }

    // ---------------------------------------------------------------- simulation, on the driver

    private void simulate(PairQueue queue, List<Pair> pairs) {
        for (OptionalInt next = queue.take(); next.isPresent(); next = queue.take()) {
            int number = next.getAsInt();
            try {
                simulate(number, pairs.get(number));
            } finally {
                queue.done(number);
            }
        }
    }

    private void simulate(int number, Pair pair) {
        try {
            backlog.enter();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return; // the run is over
        }
        TermStore held = null;
        boolean deciding = false;
        try {
            if (pair.anyInput() != null && jobs.isDistributed()) {
                deciding = true;
                answerInATask(number, pair);
                return;
            }
            Simulated simulated = simulated(pair);
            if (!simulated.needsDecision()) {
                answered(pair, simulated.answer(), List.of());
                return;
            }
            if (simulated.conditions().isEmpty()) { // each element compared may be undefined
                answered(
                        pair,
                        PairChecker.conclude(
                                simulated,
                                new Decided(
                                        PairChecker.decideOptions(simulated).recovery(),
                                        List.of(),
                                        0),
                                0,
                                this::replay),
                        List.of());
                return;
            }
            held = simulated.store();
            backlog.hold(held);
            long start = System.nanoTime();
            ShardCutter.Cut cut =
                    ShardCutter.cut(
                            number,
                            simulated.store(),
                            simulated.conditions(),
                            Budget.of(PairChecker.decideOptions(simulated), pair.limits()),
                            settings,
                            jobs.parallelism(),
                            jobs.isDistributed());
            decisions.send(new DecidingPair(pair, simulated, cut, System.nanoTime() - start));
            deciding = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        } catch (Throwable e) {
            answered(pair, PairChecker.internalFailure(pair, e), List.of());
        } finally {
            if (!deciding) {
                backlog.leave(held);
            }
        }
    }

    private Simulated simulated(Pair pair) throws InterruptedException {
        cores.acquire();
        try {
            return checker.simulate(pair, jobs.isDistributed() ? this::replayAside : Replayer.HERE);
        } finally {
            cores.release();
        }
    }

    /** Has runs done in a task, while another thread simulates on this one's core. */
    private Optional<Replayer.Result> replayAside(ReplayRequest request) {
        Optional<Replayer.Result> result;
        long done;
        cores.release();
        try {
            result = replay(request);
        } finally {
            done = System.nanoTime();
            cores.acquireUninterruptibly();
        }
        long waited = System.nanoTime() - done;
        return result.map(r -> new Replayer.Result(r.verdict(), r.waitedNanos() + waited));
    }

    /** Has a pair answered that is to hold for any input: there is nothing of it to be cut. */
    private void answerInATask(int number, Pair pair) {
        Map<String, String> texts = new TreeMap<>();
        execute(
                () -> {
                    try {
                        if (!readable(List.of(pair), texts).isEmpty()) {
                            answer(List.of(new SuiteTask(number, pair, texts)));
                        }
                    } finally {
                        backlog.leave(null);
                    }
                });
    }

    // ---------------------------------------------------------------- conclusion, from the driver

    /** Concludes a pair, where its runs are tasks in a thread that waits for them. */
    private void conclude(DecidingPair pair) {
        if (jobs.isDistributed()) {
            execute(() -> concludeHere(pair));
        } else {
            concludeHere(pair);
        }
    }

    private void concludeHere(DecidingPair pair) {
        try {
            String failure = pair.failure();
            PairReport report =
                    failure == null
                            ? PairChecker.conclude(
                                    pair.simulated(),
                                    pair.decided(),
                                    pair.waitedNanos(),
                                    this::replay)
                            : PairChecker.internalFailure(pair.pair(), failure);
            answered(pair.pair(), report, pair.rows());
        } catch (Throwable e) {
            answered(pair.pair(), PairChecker.internalFailure(pair.pair(), e), pair.rows());
        } finally {
            backlog.leave(pair.simulated().store());
        }
    }

    /** Has runs of kernels done in a task where tasks have other processors than this process. */
    private Optional<Replayer.Result> replay(ReplayRequest request) {
        return jobs.isDistributed()
                ? ReplayTask.of(request, files).map(replays::replay)
                : Optional.empty();
    }

    private void failed(DecidingPair pair, Throwable e) {
        answered(
                pair.pair(),
                PairChecker.internalFailure(pair.pair(), Failures.oneLine(e)),
                pair.rows());
        backlog.leave(pair.simulated().store());
    }

    // ---------------------------------------------------------------- both, on executors

    /** The pairs whose PTX can be read, which goes into {@code texts}; the others are answered. */
    private List<Pair> readable(List<Pair> pairs, Map<String, String> texts) {
        List<Pair> readable = new ArrayList<>();
        for (Pair pair : pairs) {
            try {
                files.addTexts(pair, texts);
                readable.add(pair);
            } catch (InputException e) {
                answered(pair, PairChecker.unusableInput(pair, e), List.of());
            }
        }
        return readable;
    }

    /** Has tasks answered, one after the other, until none is left. */
    private void answer(SuiteTasks tasks) {
        try {
            for (List<SuiteTask> task = tasks.take(); !task.isEmpty(); task = tasks.take()) {
                try {
                    answer(task);
                } finally {
                    tasks.done();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the run is over
        }
    }

    /** Has pairs answered in one task; those that it leaves go into others. */
    private void answer(List<SuiteTask> tasks) {
        String first = name(tasks.get(0).pair());
        String description =
                tasks.size() == 1
                        ? "answer " + first
                        : "answer " + tasks.size() + " pairs from " + first;
        Map<Integer, SuiteTask> left = new TreeMap<>();
        tasks.forEach(task -> left.put(task.number(), task));
        try {
            jobs.answer(
                    description,
                    tasks,
                    results ->
                            results.forEach(
                                    r -> {
                                        Pair pair = left.remove(r.number()).pair();
                                        answered(pair, r.report(), r.shards());
                                    }));
        } catch (Throwable e) {
            if (tasks.size() == 1) {
                Pair pair = tasks.get(0).pair();
                answered(pair, PairChecker.internalFailure(pair, Failures.oneLine(e)), List.of());
                return;
            }
            left.values().forEach(task -> answerLater(List.of(task))); // find out which one it is
            return;
        }
        if (!left.isEmpty()) {
            List<SuiteTask> others = new ArrayList<>(left.values());
            answerLater(List.of(others.remove(0))); // tasks take pairs in order: it was at this one
            if (!others.isEmpty()) {
                answerLater(others);
            }
        }
    }

    private void answerLater(List<SuiteTask> tasks) {
        execute(() -> answer(tasks));
    }

    private void execute(Runnable work) {
        try {
            jobThreads.execute(work);
        } catch (RejectedExecutionException e) {
            return; // the run is over
        }
    }

    // ---------------------------------------------------------------- answers

    private void answered(Pair pair, PairReport report, List<ShardRow> shards) {
        if (jobs.stopped()) {
            answers.stop(); // the report may only say that Spark has gone
            return;
        }
        if (!answered.add(name(pair))) {
            return; // what failed then was not the answer, but what came after it
        }
        String key = files.haveChanged(pair) ? null : keys.get(name(pair));
        if (answers.put(new PairRows(report, key, null, Instant.now(), shards))) {
            progress.answered(report); // what is shown is written, too
        }
    }
}
