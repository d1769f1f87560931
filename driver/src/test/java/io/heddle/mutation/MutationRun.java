package io.heddle.mutation;

import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.ptx.PtxPrinter;
import io.heddle.replay.ReplayCheck;
import io.heddle.replay.ReplayVerdict;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayOptions.Schedule;
import io.heddle.report.ErrorCause;
import io.heddle.report.PairReport;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.suite.Comparison;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.suite.Suite;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Mutates the candidates of proved pairs and asks for a verdict on each mutant. A mutant is caught
 * by any verdict but EQUIVALENT; one that is called EQUIVALENT must be shown equal by the concrete
 * replay in every schedule, else the verdict is wrong.
 */
final class MutationRun {
    private static final Limits LIMITS = new Limits(5, 1L << 30);

    private final Path folder;
    private final int mutantsPerPair;
    private final long slowestMillis;
    private final List<Outcome> outcomes = new ArrayList<>();

    /** What became of a mutant. */
    enum Fate {
        /** A verdict other than EQUIVALENT. */
        CAUGHT,
        /** EQUIVALENT, and equal in every replay. */
        EQUAL_BY_REPLAY,
        /** Refuted at a point where the kernels' own arithmetic agrees: to be looked at. */
        REAL_ONLY,
        /** EQUIVALENT, and not replayed. */
        SURVIVED,
        /** EQUIVALENT, and different in a replay: the verdict is wrong. */
        WRONGLY_EQUIVALENT,
        /** Heddle itself failed. */
        INTERNAL_ERROR
    }

    /**
     * The outcome of one mutant.
     *
     * @param pair its pair
     * @param mutant the change
     * @param verdict the verdict on it
     * @param fate how it is judged
     * @param note the replay's words
     */
    record Outcome(Pair pair, Mutant mutant, Verdict verdict, Fate fate, String note) {
        @Override
        public String toString() {
            return fate
                    + " "
                    + pair.suite()
                    + "/"
                    + pair.name()
                    + " "
                    + mutant
                    + " "
                    + verdict
                    + " "
                    + note;
        }
    }

    /**
     * A run.
     *
     * @param folder where mutants are written
     * @param mutantsPerPair at most that many of each pair, a random choice
     * @param slowestMillis pairs whose unchanged check takes longer are left out
     */
    MutationRun(Path folder, int mutantsPerPair, long slowestMillis) {
        this.folder = folder;
        this.mutantsPerPair = mutantsPerPair;
        this.slowestMillis = slowestMillis;
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    /** Counts by fate and kind. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Outcome o : outcomes) {
            counts.merge(o.fate() + " " + o.mutant().kind(), 1, Integer::sum);
        }
        return counts;
    }

    /** Mutates every pair of a suite that is proved. */
    void suite(Path file) throws IOException {
        Suite suite = SuiteReader.read(file);
        KernelFiles files = new KernelFiles();
        PairChecker checker = new PairChecker(files);
        for (Pair pair : suite.pairs()) {
            if (pair.isSingle()) {
                continue;
            }
            if (isProvedInTime(pair, checker)) {
                mutate(pair, files);
            }
        }
    }

    /** The faster of two checks counts, since the first one of a process is slow. */
    private boolean isProvedInTime(Pair pair, PairChecker checker) {
        for (int attempt = 0; attempt < 2; attempt++) {
            long start = System.nanoTime();
            PairReport report = checker.check(limited(pair, pair.candidate()));
            long millis = (System.nanoTime() - start) / 1_000_000;
            if (report.verdict() != Verdict.EQUIVALENT || millis <= slowestMillis) {
                return report.verdict() == Verdict.EQUIVALENT;
            }
        }
        return false;
    }

    private static Pair limited(Pair p, Side candidate) {
        return new Pair(
                p.suite(),
                p.name(),
                p.reference(),
                candidate,
                p.compare(),
                p.expectation(),
                LIMITS,
                p.exactConstants(),
                p.requireReplay());
    }

    /**
     * Mutates the candidate of one pair. Its name is the seed, so the other pairs do not matter.
     */
    void mutate(Pair pair, KernelFiles files) throws IOException {
        PtxModule module = files.module(pair.candidate().ptx());
        String entry = pair.candidate().launch(module).entry();
        List<Mutant> mutants = new ArrayList<>(Mutator.mutants(module, entry));
        Collections.shuffle(mutants, new Random((pair.suite() + "/" + pair.name()).hashCode()));
        Launch reference = pair.reference().launch(files.module(pair.reference().ptx()));
        Map<Integer, Boolean> reached = new HashMap<>();
        int judged = 0;
        for (Mutant m : mutants) {
            boolean live =
                    m.at() < 0
                            || reached.computeIfAbsent(
                                    m.at(), at -> isReached(pair, reference, module, entry, at));
            if (live && judged++ < mutantsPerPair) {
                outcomes.add(judge(pair, m, entry));
            }
            if (judged >= mutantsPerPair) {
                return;
            }
        }
    }

    private static boolean isReached(
            Pair pair, Launch reference, PtxModule module, String entry, int at) {
        Launch trapping = pair.candidate().launch(Mutator.trapping(module, entry, at));
        ReplayOptions once = ReplayOptions.defaults();
        ReplayVerdict v =
                new ReplayCheck(reference, trapping, once)
                        .compare(tensors(pair, reference, trapping));
        return v instanceof ReplayVerdict.Skipped || v instanceof ReplayVerdict.Stopped;
    }

    private Outcome judge(Pair pair, Mutant m, String entry) throws IOException {
        String name = pair.suite() + "." + pair.name() + "." + outcomes.size() + ".ptx";
        Path file = folder.resolve(name.replaceAll("[^A-Za-z0-9.-]", "_"));
        String text = "// " + m.toString().replace('\n', ' ') + "\n" + PtxPrinter.print(m.module());
        Files.writeString(file, text, StandardCharsets.UTF_8);
        Side c = pair.candidate();
        Side changed =
                new Side(
                        file.toString(),
                        entry,
                        c.grid(),
                        c.block(),
                        c.shared(),
                        c.cta(),
                        c.arguments(),
                        c.options());
        Pair mutated = limited(pair, changed);
        PairReport report = new PairChecker(new KernelFiles()).check(mutated);
        Verdict v = report.verdict();
        Outcome outcome;
        if (v == Verdict.EQUIVALENT) {
            outcome = replayed(mutated, m, PtxParser.parse(file.toString(), text));
        } else {
            Fate fate =
                    report.error() == ErrorCause.INTERNAL
                            ? Fate.INTERNAL_ERROR
                            : isRealOnly(report) ? Fate.REAL_ONLY : Fate.CAUGHT;
            outcome = new Outcome(mutated, m, v, fate, report.message());
        }
        if (outcome.fate() == Fate.CAUGHT || outcome.fate() == Fate.EQUAL_BY_REPLAY) {
            Files.delete(file);
        }
        return outcome;
    }

    private static boolean isRealOnly(PairReport report) {
        return report.counterexample() != null
                && report.counterexample().replay() == ReplayOutcome.Kind.REAL_ONLY;
    }

    private static Outcome replayed(Pair pair, Mutant m, PtxModule mutant) {
        Launch reference =
                pair.reference().launch(new KernelFiles().module(pair.reference().ptx()));
        Launch candidate = pair.candidate().launch(mutant);
        String note = "";
        Fate fate = Fate.EQUAL_BY_REPLAY;
        boolean lockStep = pair.candidate().options().warpSynchronous();
        List<Schedule> schedules =
                lockStep
                        ? List.of(Schedule.LOCK_STEP)
                        : List.of(Schedule.ASCENDING, Schedule.DESCENDING);
        for (Schedule s : schedules) {
            ReplayVerdict v =
                    new ReplayCheck(
                                    reference,
                                    candidate,
                                    options(pair.reference(), Schedule.ASCENDING),
                                    ReplayOptions.defaults().with(s))
                            .only(compared(pair, reference, candidate))
                            .compare(tensors(pair, reference, candidate));
            if (v instanceof ReplayVerdict.Contradiction d) {
                return new Outcome(
                        pair, m, Verdict.EQUIVALENT, Fate.WRONGLY_EQUIVALENT, s + " " + d);
            }
            if (v instanceof ReplayVerdict.Skipped skipped) {
                fate = Fate.SURVIVED;
                note = skipped.reason();
            }
        }
        return new Outcome(pair, m, Verdict.EQUIVALENT, fate, note);
    }

    private static ReplayOptions options(Side side, Schedule schedule) {
        boolean lockStep = side.options().warpSynchronous();
        return ReplayOptions.defaults().with(lockStep ? Schedule.LOCK_STEP : schedule);
    }

    private static List<String> tensors(Pair pair, Launch reference, Launch candidate) {
        Set<String> names = new LinkedHashSet<>();
        for (Comparison c : pair.compare()) {
            names.add(c.tensor());
        }
        if (names.isEmpty()) {
            for (Launch launch : List.of(reference, candidate)) {
                for (TensorSpec t : launch.tensors()) {
                    if (t.role() != TensorSpec.Role.IN) {
                        names.add(t.name());
                    }
                }
            }
        }
        return List.copyOf(names);
    }

    private static Map<String, BitSet> compared(Pair pair, Launch reference, Launch candidate) {
        Map<String, BitSet> elements = new HashMap<>();
        for (TensorSpec t : reference.tensors()) {
            if (tensors(pair, reference, candidate).contains(t.name())) {
                BitSet all = new BitSet();
                for (int i = 0; i < t.size(); i++) {
                    all.set(i, isCompared(pair, t, i));
                }
                elements.put(t.name(), all);
            }
        }
        return elements;
    }

    private static boolean isCompared(Pair pair, TensorSpec t, long flat) {
        for (Comparison c : pair.compare()) {
            if (c.tensor().equals(t.name()) && !c.window().isEmpty()) {
                return c.contains(t.symbol().index(flat));
            }
        }
        return true;
    }
}
