package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Way;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs launches on concrete inputs and notes which ways their instructions go. */
public final class WayRuns {
    private static final long ENOUGH = 20_000_000; // thread instructions, after ordinary points

    private final Computation candidate;
    private final List<Programs> programs = new ArrayList<>();
    private final List<CtaSample> samples;
    private final Points points;
    private final ReplayOptions options;
    private long executed;

    /**
     * @param formula says what the inputs are
     * @param candidate the launches
     * @param samples the CTAs of each that are run
     * @param mostInstructions thread instructions of all runs together
     * @param deadline when runs stop, by this process's nanosecond clock
     */
    WayRuns(
            Computation formula,
            Computation candidate,
            List<CtaSample> samples,
            long mostInstructions,
            long deadline) {
        this.candidate = candidate;
        this.samples = List.copyOf(samples);
        options = ReplayOptions.defaults().within(mostInstructions).until(deadline);
        points = new Points(formula, candidate, false).until(deadline);
        Map<String, TensorSpec> open = new LinkedHashMap<>();
        for (TensorSpec t : candidate.tensors()) {
            open.put(t.name(), t.holding(new Init.Symbolic()));
        }
        LiftedFunctions functions = new LiftedFunctions();
        for (Launch launch : candidate.launches()) {
            programs.add(new Programs(launch.with(open), functions));
        }
    }

    /**
     * Runs of all CTAs.
     *
     * @param formula says what the inputs are
     * @param candidate the launches
     * @param mostInstructions thread instructions of all runs together
     * @param deadline when runs stop, by this process's nanosecond clock
     */
    public static WayRuns ofAllCtas(
            Computation formula, Computation candidate, long mostInstructions, long deadline) {
        return new WayRuns(formula, candidate, all(candidate), mostInstructions, deadline);
    }

    /** All CTAs of each launch. */
    static List<CtaSample> all(Computation candidate) {
        return candidate.launches().stream().map(l -> CtaSample.all(l.grid())).toList();
    }

    /**
     * Runs the launches one after the other on some inputs.
     *
     * @param most how many inputs at most
     * @return why a run did not come to its end; empty if all did
     */
    public Optional<String> run(int most) {
        int count = Math.min(most, points.count());
        for (int number = 0; number < count; number++) {
            if (number >= Points.ORDINARY && executed > ENOUGH) {
                break;
            }
            LaunchesRun run = prepared(points.get(number), null, options.notingWays());
            Optional<ReplayResult.Stopped> stopped = run(run);
            if (stopped.isPresent()) {
                return stopped.map(ReplayResult.Stopped::toString);
            }
        }
        return Optional.empty();
    }

    /**
     * A run of the launches.
     *
     * @param picked gets some elements of each CTA; null for none
     */
    LaunchesRun prepared(Inputs inputs, SampledElements picked, ReplayOptions how) {
        return new LaunchesRun(candidate, programs, samples, inputs, picked, how);
    }

    /** Makes a run; what it executes counts. */
    Optional<ReplayResult.Stopped> run(LaunchesRun run) {
        Optional<ReplayResult.Stopped> stopped = run.run(options.maxInstructions() - executed);
        executed += run.executed();
        return stopped;
    }

    /** The inputs on which launches are run. */
    Points points() {
        return points;
    }

    /** How launches are run; ways are not noted. */
    ReplayOptions options() {
        return options;
    }

    /** The ways that instructions have gone so far. */
    public Set<Way> ways() {
        Set<Way> ways = new LinkedHashSet<>();
        programs.forEach(p -> ways.addAll(p.ways().gone()));
        return ways;
    }

    /** The CTAs that are run of each launch. */
    List<List<Dim3>> ctas() {
        return samples.stream().map(CtaSample::ctas).toList();
    }

    /** Thread instructions that were executed. */
    public long executed() {
        return executed;
    }
}
