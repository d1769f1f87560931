package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.ReplayResult.Reason;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.Way;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs launches at the size at which they are to be used, and compares elements with the formula.
 * Where that is cheap all CTAs are run. Else some of each grid are, each alone; all, if these leave
 * something open and it does not take too long.
 */
public final class ShippedRuns {
    private static final long CHEAP = 20_000_000; // thread instructions of one run
    private static final long AFFORDABLE = 200_000_000;
    private static final int RUNS = 8; // of all CTAs: three, and with random roundings
    private static final long MOST_CTAS = 1 << 18;
    private static final int MEMORY_SHARE = 4; // of the heap, for tensors
    private static final int NOISY_RUNS = 5;
    private static final byte ONE_POISON = 0x3C;
    private static final byte OTHER_POISON = (byte) 0xC1;

    private final Evaluation formula;
    private final Computation candidate;
    private final Set<Way> covered;
    private final long mostInstructions;
    private final long deadline;
    private long executed;
    private Set<String> variables = Set.of(); // stored to by some CTA, at other sizes

    /**
     * @param formula what is to be computed
     * @param candidate the launches
     * @param covered ways that instructions may go
     * @param mostInstructions thread instructions of all runs together
     * @param deadline when runs stop, by this process's nanosecond clock
     */
    public ShippedRuns(
            Evaluation formula,
            Computation candidate,
            Set<Way> covered,
            long mostInstructions,
            long deadline) {
        this.formula = formula;
        this.candidate = candidate;
        this.covered = Set.copyOf(covered);
        this.mostInstructions = mostInstructions;
        this.deadline = deadline;
    }

    /**
     * The same for launches that store to variables of their modules at other sizes: unless all
     * CTAs are run, it is not known what they leave there.
     */
    public ShippedRuns storingTo(Set<String> names) {
        variables = Set.copyOf(names);
        return this;
    }

    /**
     * What the runs came to.
     *
     * @param ctas those that were run of each launch; null for a launch of which all were
     * @param instructions thread instructions that were executed, in all runs
     * @param notCovered ways that instructions went and may not go
     * @param written how much of each output is
     * @param compared elements, with the formula
     * @param difference the first of them that differs, in words; or null
     * @param uncompared why elements were not compared that should be, or null
     * @param changed variables of modules of which it is not known that they hold what they held
     *     before
     * @param obstacle why a run did not come to its end, or null
     */
    public record Result(
            List<List<Dim3>> ctas,
            long instructions,
            List<Way> notCovered,
            Map<String, WrittenElements> written,
            int compared,
            String difference,
            String uncompared,
            Set<String> changed,
            String obstacle) {
        /** Copies the collections. */
        public Result {
            ctas = new ArrayList<>(ctas);
            notCovered = List.copyOf(notCovered);
            written = new LinkedHashMap<>(written);
            changed = new TreeSet<>(changed);
        }

        private boolean isAllWritten() {
            return written.values().stream().allMatch(WrittenElements::isAll);
        }

        private Result after(long executed, String addition) {
            return new Result(
                    ctas,
                    executed,
                    notCovered,
                    written,
                    compared,
                    difference,
                    uncompared == null ? null : uncompared + addition,
                    changed,
                    obstacle);
        }
    }

    /** Runs the launches. */
    public Result run() {
        List<CtaSample> some =
                candidate.launches().stream().map(l -> CtaSample.of(l.grid())).toList();
        Attempt sampled = new Attempt(some, mostInstructions);
        if (sampled.isWhole()) {
            return sampled.result();
        }
        Optional<ReplayResult.Stopped> stopped = sampled.start();
        double cost = stopped.isEmpty() ? sampled.cost : 0; // which is not known
        if (stopped.isEmpty() && cost <= CHEAP && mayBeRun(CHEAP)) {
            return new Attempt(WayRuns.all(candidate), mostInstructions).result();
        }
        Result result = sampled.result();
        if (!mayAllSayMore(result)) {
            return result;
        }
        if (cost > AFFORDABLE || !mayBeRun(AFFORDABLE)) {
            String all = " (all take about %,.0f thread instructions)";
            return result.after(executed, cost == 0 ? "" : String.format(Locale.ROOT, all, cost));
        }
        Attempt all = new Attempt(WayRuns.all(candidate), RUNS * AFFORDABLE);
        Result whole = all.result();
        boolean isDear = all.stopped.isPresent() && all.stopped.get().reason() == Reason.BUDGET;
        return isDear ? result.after(executed, "") : whole;
    }

    /** True if runs of all CTAs may say more than those of some. */
    private boolean mayAllSayMore(Result result) {
        if (isDependent()) {
            return result.obstacle() != null
                    || result.difference() != null
                    || result.uncompared() != null
                    || !result.notCovered().isEmpty()
                    || !result.changed().isEmpty()
                    || !result.isAllWritten();
        }
        boolean isWrong =
                result.obstacle() != null
                        || result.difference() != null
                        || !result.notCovered().isEmpty();
        boolean mayBeWritten =
                candidate.tensors().stream()
                        .filter(t -> result.written().containsKey(t.name()))
                        .allMatch(t -> mayBeWritten(t, result.written().get(t.name())));
        return !isWrong && mayBeWritten && (result.uncompared() != null || !result.isAllWritten());
    }

    private static boolean mayBeWritten(TensorSpec tensor, WrittenElements written) {
        return isZeroed(tensor) || !written.isKnown() || written.isEstimate() || written.isAll();
    }

    private static boolean isZeroed(TensorSpec tensor) {
        return tensor.init() instanceof TensorSpec.Init.Zero;
    }

    /** True if all CTAs may be run with so many instructions and with the memory that there is. */
    private boolean mayBeRun(long instructions) {
        double ctas = 0;
        double threads = 0;
        for (Launch l : candidate.launches()) {
            ctas += l.grid().size();
            threads += (double) l.grid().size() * l.block().size();
        }
        double bytes = 0;
        for (TensorSpec t : candidate.tensors()) {
            bytes += (double) t.span() * t.type().bytes();
        }
        return ctas <= MOST_CTAS
                && threads <= instructions
                && bytes <= (double) Runtime.getRuntime().maxMemory() / MEMORY_SHARE;
    }

    private static String nothingOf(String output) {
        return "of "
                + output
                + " none was found that is written and, by the formula, 0 or of moderate magnitude";
    }

    /** True if CTAs may depend on others. */
    private boolean isDependent() {
        return candidate.launches().size() > 1
                || !BlockSample.isPossible(candidate.launches().get(0));
    }

    /** Runs of all CTAs, or of some. */
    private final class Attempt {
        private final WayRuns runs;
        private final List<CtaSample> samples;
        private final boolean isPartial; // launches find poison where CTAs were not run
        private final Map<String, WrittenElements> written = new LinkedHashMap<>();
        private final Set<String> changed = new TreeSet<>();
        private Optional<ReplayResult.Stopped> stopped = Optional.empty();
        private double cost; // of a run of all CTAs
        private boolean isBegun;
        private final Map<String, Integer> compared = new LinkedHashMap<>();
        private String difference;
        private String uncompared;

        /**
         * @param most thread instructions of all runs
         */
        Attempt(List<CtaSample> samples, long most) {
            this.samples = samples;
            isPartial = samples.stream().limit(samples.size() - 1L).anyMatch(s -> !s.isWhole());
            runs = new WayRuns(formula, candidate, samples, most, deadline);
        }

        boolean isWhole() {
            return samples.stream().allMatch(CtaSample::isWhole);
        }

        /** A run on numbers of all kinds. */
        Optional<ReplayResult.Stopped> start() {
            isBegun = true;
            Inputs inputs = inputs(0);
            if (inputs != null) {
                cost = run(inputs, null, noting()).ofAllCtas();
            }
            return stopped;
        }

        /** What these runs come to. */
        Result result() {
            for (int number : new int[] {Points.POSITIVE, Points.NEGATIVE}) {
                Inputs inputs = stopped.isEmpty() && !isWrong() ? inputs(number) : null;
                if (inputs != null) {
                    compare(inputs);
                }
            }
            if (stopped.isEmpty() && !isBegun && !isWrong()) {
                start();
            }
            executed += runs.executed();
            if (!isWhole()) {
                variables.forEach(v -> changed.add(v.substring(v.lastIndexOf(" ") + 1)));
            }
            if (stopped.isEmpty() && uncompared == null && difference == null) {
                uncompared =
                        formula.outputs().keySet().stream()
                                .map(TensorSpec::name)
                                .filter(name -> !compared.containsKey(name))
                                .map(ShippedRuns::nothingOf)
                                .findFirst()
                                .orElse(null);
            }
            return new Result(
                    samples.stream()
                            .map(s -> s.isWhole() && !s.isSmall() ? null : s.ctas())
                            .toList(),
                    executed,
                    runs.ways().stream().filter(w -> !covered.contains(w)).toList(),
                    written,
                    compared.values().stream().mapToInt(n -> n).sum(),
                    difference,
                    uncompared,
                    changed,
                    stopped.map(ReplayResult.Stopped::toString).orElse(null));
        }

        /** True if nothing else matters. */
        private boolean isWrong() {
            return difference != null
                    || isWhole() && !written.values().stream().allMatch(WrittenElements::isAll);
        }

        /** The inputs of a point; null if they cannot be drawn in time. */
        private Inputs inputs(int number) {
            try {
                return runs.points().get(number);
            } catch (PairRuns.Stop e) {
                stopped = Optional.of(new ReplayResult.Stopped(e.reason(), e.getMessage(), null));
                return null;
            }
        }

        private ReplayOptions noting() {
            return poisoned(ONE_POISON).notingWays();
        }

        private ReplayOptions poisoned(byte poison) {
            return isPartial ? runs.options().poisoned(poison) : runs.options();
        }

        /** Compares elements at some inputs; where they differ, as far as roundings explain it. */
        private void compare(Inputs inputs) {
            SampledElements elements = new SampledElements(formula, new RunClock(deadline));
            if (isWhole()) {
                elements.spread();
            }
            Map<String, TensorContents> plain = run(inputs, elements, noting()).left();
            Map<String, TensorContents> other =
                    isPartial ? run(inputs, null, poisoned(OTHER_POISON)).left() : null;
            if (stopped.isPresent()) {
                return;
            }
            SampledElements.Result result = elements.compare(inputs, plain, other, List.of());
            if (result.difference().isPresent()) {
                List<Map<String, TensorContents>> noisy = new ArrayList<>();
                for (int seed = 1; seed <= NOISY_RUNS; seed++) {
                    ReplayOptions how = poisoned(ONE_POISON).noisy(seed);
                    LaunchesRun run = runs.prepared(inputs, null, how);
                    if (stopped(run).isEmpty()) {
                        noisy.add(run.left());
                    }
                }
                result = elements.compare(inputs, plain, other, noisy);
            }
            result.compared().forEach((name, n) -> compared.merge(name, n, Integer::sum));
            boolean isMet = formula.formula().leftOut().isEmpty();
            String unmet = isMet ? "" : " (at inputs that do not meet all assumptions)";
            difference =
                    difference != null
                            ? difference
                            : result.difference().map(d -> d + unmet).orElse(null);
            uncompared = uncompared != null ? uncompared : result.obstacle().orElse(null);
        }

        private LaunchesRun run(Inputs inputs, SampledElements picked, ReplayOptions how) {
            LaunchesRun run = runs.prepared(inputs, picked, how);
            stopped = stopped.or(() -> stopped(run));
            if (stopped.isEmpty()) {
                count(run);
            }
            return run;
        }

        private Optional<ReplayResult.Stopped> stopped(LaunchesRun run) {
            try {
                return runs.run(run);
            } catch (OutOfMemoryError e) {
                return Optional.of(
                        new ReplayResult.Stopped(Reason.BUDGET, "the Java heap is full", null));
            }
        }

        /** Keeps the least that some run has written. */
        private void count(LaunchesRun run) {
            for (TensorSpec t : candidate.tensors()) {
                if (t.role() == TensorSpec.Role.OUT) {
                    boolean isZeroed = isWhole() && isZeroed(t);
                    WrittenElements now =
                            isZeroed
                                    ? WrittenElements.all(t.size())
                                    : WrittenElements.of(run.written().get(t.name()), t.size());
                    written.merge(t.name(), now, WrittenElements::worse);
                }
            }
            changed.addAll(run.changedVariables());
        }
    }
}
