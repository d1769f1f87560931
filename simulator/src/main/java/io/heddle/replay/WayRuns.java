package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.VariableStores;
import io.heddle.replay.machine.Way;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs launches on concrete inputs and notes which ways their instructions go, and how much of the
 * outputs they write. Of a large grid the CTAs at the corners and edges and some inside are run,
 * each alone.
 */
public final class WayRuns {
    private static final int NOISY_RUNS = 3;
    private static final long ENOUGH = 20_000_000; // thread instructions, after ordinary points

    private final Computation formula;
    private final Computation candidate;
    private final List<Programs> programs = new ArrayList<>();
    private final List<CtaSample> samples = new ArrayList<>();
    private final Map<String, Double> written = new LinkedHashMap<>();
    private final Set<String> uneven = new LinkedHashSet<>();
    private final Set<String> unlike = new LinkedHashSet<>();
    private final ReplayOptions options;
    private final ReplayOptions unwatched; // which ways instructions go
    private Map<String, TensorContents> left; // by the last run
    private long executed;
    private int compared;
    private String difference;
    private String uncompared; // why

    /**
     * @param formula says what the inputs are
     * @param candidate the launches
     * @param mostInstructions thread instructions of all runs together
     * @param deadline when runs stop, by this process's nanosecond clock
     */
    public WayRuns(
            Computation formula, Computation candidate, long mostInstructions, long deadline) {
        this.formula = formula;
        this.candidate = candidate;
        unwatched = ReplayOptions.defaults().within(mostInstructions).until(deadline);
        options = unwatched.notingWays();
        Map<String, TensorSpec> open = new LinkedHashMap<>();
        for (TensorSpec t : candidate.tensors()) {
            open.put(t.name(), t.holding(new Init.Symbolic()));
        }
        LiftedFunctions functions = new LiftedFunctions();
        for (Launch launch : candidate.launches()) {
            programs.add(new Programs(launch.with(open), functions));
            samples.add(CtaSample.of(launch.grid()));
        }
    }

    /**
     * Runs the launches one after the other on inputs of all kinds.
     *
     * @return why a run did not come to its end; empty if all did
     */
    public Optional<String> runAll() {
        return run(Integer.MAX_VALUE);
    }

    /**
     * Runs the launches on three inputs. Where all reals are positive, and again where all are
     * negative, some elements are compared with the formula: few sums cancel there.
     *
     * @return why a run did not come to its end; empty if all did
     */
    public Optional<String> runAndCompare(Evaluation reference) {
        Points points = new Points(formula, candidate, false).until(options.deadline());
        Optional<String> obstacle = run(points.get(0), null, options);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        for (int number : new int[] {Points.POSITIVE, Points.NEGATIVE}) {
            SampledElements samples =
                    new SampledElements(reference, new RunClock(options.deadline()));
            if (!reference.formula().leftOut().isEmpty()) {
                samples.close(); // inputs need not be such that the formula holds
            }
            Inputs inputs = points.get(number);
            obstacle = run(inputs, samples, options);
            if (obstacle.isPresent()) {
                return obstacle;
            }
            compare(samples, inputs);
        }
        return Optional.empty();
    }

    /**
     * Compares what the last run has left; where it differs, as far as roundings do not explain.
     */
    private void compare(SampledElements samples, Inputs inputs) {
        Map<String, TensorContents> plain = left;
        SampledElements.Result result = samples.compare(inputs, plain, List.of());
        if (result.difference().isPresent()) {
            List<Map<String, TensorContents>> noisy = new ArrayList<>();
            for (int seed = 1; seed <= NOISY_RUNS; seed++) {
                if (run(inputs, null, unwatched.noisy(seed)).isEmpty()) {
                    noisy.add(left);
                }
            }
            result = samples.compare(inputs, plain, noisy);
        }
        compared += result.compared();
        difference = difference != null ? difference : result.difference().orElse(null);
        uncompared = result.obstacle().orElse(null);
    }

    /**
     * Runs the launches one after the other on some inputs.
     *
     * @param most how many inputs at most
     * @return why a run did not come to its end; empty if all did
     */
    public Optional<String> run(int most) {
        Points points = new Points(formula, candidate, false).until(options.deadline());
        int count = Math.min(most, points.count());
        for (int number = 0; number < count; number++) {
            if (number >= Points.ORDINARY && executed > ENOUGH) {
                break;
            }
            Optional<String> obstacle = run(points.get(number), null, options);
            if (obstacle.isPresent()) {
                return obstacle;
            }
        }
        return Optional.empty();
    }

    /**
     * @param samples gets some elements that are written, to be compared; null if none are
     */
    private Optional<String> run(Inputs inputs, SampledElements samples, ReplayOptions how) {
        Map<String, TensorContents> current = new LinkedHashMap<>(inputs.tensors());
        for (TensorSpec t : candidate.tensors()) {
            TensorContents.prescribed(t).ifPresent(c -> current.put(t.name(), c));
        }
        Map<String, Double> now = new LinkedHashMap<>();
        Map<String, VariableStores> variables = new LinkedHashMap<>(); // by file
        for (int k = 0; k < programs.size(); k++) {
            Map<String, TensorContents> before = new LinkedHashMap<>(current);
            boolean isWhole = this.samples.get(k).isWhole();
            boolean followsPart = k > 0 && !this.samples.get(k - 1).isWhole();
            boolean isPartOfMore = !isWhole && !BlockSample.isPossible(programs.get(k).launch());
            if (samples != null && (followsPart || isPartOfMore)) {
                samples.close(); // what is written depends on CTAs that are not run
            }
            Count count = new Count(this.samples.get(k), samples);
            String file = programs.get(k).launch().file();
            VariableStores stored = variables.getOrDefault(file, VariableStores.NONE);
            for (int run = 0; run < count.runs(); run++) {
                ReplayResult result =
                        Replay.after(
                                stored,
                                programs.get(k),
                                before,
                                inputs.scalars(),
                                how.within(how.maxInstructions() - executed),
                                count.ctas(run));
                if (!(result instanceof ReplayResult.Finished finished)) {
                    return Optional.of(result.toString());
                }
                executed += finished.instructions();
                variables.put(file, finished.variables()); // of the last CTA, of a large grid
                count.add(run, finished.tensors());
                finished.tensors()
                        .forEach((name, is) -> current.merge(name, is, (was, c) -> c.over(was)));
            }
            count.estimates().forEach((name, n) -> now.merge(name, n, Double::sum));
            uneven.addAll(count.uneven());
            unlike.addAll(count.unlike);
        }
        left = current;
        now.forEach((name, n) -> written.merge(name, n, Math::max));
        return Optional.empty();
    }

    /** What the runs of one launch write: one of all CTAs, or one of each. */
    private static final class Count {
        private final CtaSample sample;
        private final Map<String, BitSet> union = new LinkedHashMap<>();
        private final Map<String, Double> sum = new LinkedHashMap<>();
        private final Map<String, Double> weighted = new LinkedHashMap<>();
        private final Map<String, Map<Double, Integer>> ofClass = new LinkedHashMap<>();
        private final Set<String> uneven = new LinkedHashSet<>();
        private final Set<String> unlike = new LinkedHashSet<>();

        private final SampledElements samples; // or null

        Count(CtaSample sample, SampledElements samples) {
            this.sample = sample;
            this.samples = samples;
        }

        int runs() {
            return sample.isWhole() ? 1 : sample.ctas().size();
        }

        List<Dim3> ctas(int run) {
            return sample.isWhole() ? sample.ctas() : List.of(sample.ctas().get(run));
        }

        void add(int run, Map<String, TensorContents> tensors) {
            double weight = sample.isWhole() ? 1 : sample.weights().get(run);
            tensors.forEach(
                    (name, contents) -> {
                        BitSet own = new BitSet();
                        contents.addDefined(own);
                        if (samples != null) {
                            samples.add(name, own);
                        }
                        union.computeIfAbsent(name, n -> new BitSet()).or(own);
                        sum.merge(name, (double) own.cardinality(), Double::sum);
                        weighted.merge(name, weight * own.cardinality(), Double::sum);
                        Integer alike =
                                ofClass.computeIfAbsent(name, n -> new LinkedHashMap<>())
                                        .putIfAbsent(weight, own.cardinality());
                        if (weight != 1 && alike != null && alike != own.cardinality()) {
                            uneven.add(name);
                            int less = Math.min(alike, own.cardinality());
                            if (2 * less < Math.max(alike, own.cardinality())) {
                                unlike.add(name);
                            }
                        }
                    });
        }

        /** Tensors of which CTAs that are alike write more and less, or the same elements. */
        Set<String> uneven() {
            Set<String> all = new LinkedHashSet<>(uneven);
            union.forEach(
                    (name, elements) -> {
                        if (elements.cardinality() != sum.get(name)) {
                            all.add(name);
                        }
                    });
            return all;
        }

        /**
         * The elements that all CTAs write, if each writes as many as those do that it is like, and
         * these have as much in common as those that were run.
         */
        Map<String, Double> estimates() {
            Map<String, Double> estimates = new LinkedHashMap<>();
            union.forEach(
                    (name, all) -> {
                        double distinct =
                                sum.get(name) == 0 ? 0 : all.cardinality() / sum.get(name);
                        estimates.put(name, weighted.get(name) * distinct);
                    });
            return estimates;
        }
    }

    /** How many elements were compared with the formula. */
    public int compared() {
        return compared;
    }

    /** The first element that differs from the formula, in words. */
    public Optional<String> difference() {
        return Optional.ofNullable(difference);
    }

    /** Why elements were not compared. */
    public Optional<String> uncompared() {
        return Optional.ofNullable(uncompared);
    }

    /** The ways that instructions have gone so far. */
    public Set<Way> ways() {
        Set<Way> ways = new LinkedHashSet<>();
        programs.forEach(p -> ways.addAll(p.ways().gone()));
        return ways;
    }

    /** The CTAs that are run of each launch. */
    public List<List<Dim3>> ctas() {
        return samples.stream().map(CtaSample::ctas).toList();
    }

    /**
     * How many elements of each tensor all CTAs seem to write: exact where all were run.
     *
     * <p>An element that two launches write is counted twice.
     */
    public Map<String, Double> written() {
        return new LinkedHashMap<>(written);
    }

    /** Tensors of which that is an estimate, since CTAs that are alike write more and less. */
    public Set<String> estimated() {
        return new LinkedHashSet<>(uneven);
    }

    /**
     * Tensors of which nothing is known, since of CTAs that should be alike some write more than
     * twice as many elements as others.
     */
    public Set<String> unknown() {
        return new LinkedHashSet<>(unlike);
    }

    /** Thread instructions that were executed. */
    public long executed() {
        return executed;
    }
}
