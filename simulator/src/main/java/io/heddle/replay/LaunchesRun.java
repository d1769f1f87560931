package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.ElementSet;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.VariableStores;
import io.heddle.replay.step.Programs;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One run of launches on some inputs, one after the other: of each grid all CTAs, or each of a
 * sample alone. Where not all are run, what the launch leaves in a tensor is known of those
 * elements only that these CTAs have stored; all others, and what atomics have changed, are poison
 * for the launches that follow.
 */
final class LaunchesRun {
    private static final long ALONE = 1 << 26; // instructions of a CTA that may wait for others

    private final List<Programs> programs;
    private final List<CtaSample> samples;
    private final Inputs inputs;
    private final ReplayOptions how;
    private final Map<String, TensorContents> current = new LinkedHashMap<>();
    private final Map<String, VariableStores> variables = new LinkedHashMap<>(); // by file
    private final Map<String, WrittenCount> written = new LinkedHashMap<>();
    private final SampledElements picked; // or null
    private long budget;
    private long executed;
    private double ofAll;

    /**
     * @param samples the CTAs of each launch
     * @param picked gets some elements of each CTA; null for none
     */
    LaunchesRun(
            Computation candidate,
            List<Programs> programs,
            List<CtaSample> samples,
            Inputs inputs,
            SampledElements picked,
            ReplayOptions how) {
        this.programs = programs;
        this.samples = samples;
        this.inputs = inputs;
        this.picked = picked;
        this.how = how;
        current.putAll(inputs.tensors());
        for (TensorSpec t : candidate.tensors()) {
            TensorContents.prescribed(t).ifPresent(c -> current.put(t.name(), c));
        }
    }

    /**
     * Runs the launches.
     *
     * @param budget thread instructions
     * @return why they did not come to their end, if they did not
     */
    Optional<ReplayResult.Stopped> run(long budget) {
        this.budget = budget;
        for (int k = 0; k < programs.size(); k++) {
            Optional<ReplayResult.Stopped> stopped =
                    samples.get(k).isWhole()
                            ? all(programs.get(k), samples.get(k))
                            : some(programs.get(k), samples.get(k));
            if (stopped.isPresent()) {
                return stopped;
            }
        }
        return Optional.empty();
    }

    private VariableStores stored(Programs program) {
        return variables.getOrDefault(program.launch().file(), VariableStores.NONE);
    }

    private ReplayResult replay(Programs program, CtaSample ctas, long most) {
        ReplayResult result =
                Replay.after(
                        stored(program),
                        program,
                        new LinkedHashMap<>(current),
                        inputs.scalars(),
                        how.within(Math.min(budget - executed, most)),
                        ctas.ctas());
        if (result instanceof ReplayResult.Finished finished) {
            executed += finished.instructions();
        }
        return result;
    }

    /** Runs all CTAs together. */
    private Optional<ReplayResult.Stopped> all(Programs program, CtaSample sample) {
        ReplayResult result = replay(program, sample, Long.MAX_VALUE);
        if (!(result instanceof ReplayResult.Finished finished)) {
            return Optional.of((ReplayResult.Stopped) result);
        }
        ofAll += finished.instructions();
        variables.put(program.launch().file(), finished.variables());
        finished.tensors()
                .forEach(
                        (name, now) -> {
                            WrittenCount.OfLaunch count = new WrittenCount.OfLaunch(true);
                            count.add(pick(name, now));
                            count(name, count);
                            current.merge(name, now, (was, is) -> is.over(was));
                        });
        return Optional.empty();
    }

    /** Runs some CTAs, each as the first one of its launch. */
    private Optional<ReplayResult.Stopped> some(Programs program, CtaSample sample) {
        Map<String, TensorContents> own = new LinkedHashMap<>();
        Map<String, WrittenCount.OfLaunch> counts = new LinkedHashMap<>();
        VariableStores before = stored(program);
        VariableStores after = before;
        long most = BlockSample.isPossible(program.launch()) ? Long.MAX_VALUE : ALONE;
        for (CtaSample.Member member : sample.members()) {
            ReplayResult result = replay(program, new CtaSample(List.of(member), false), most);
            if (!(result instanceof ReplayResult.Finished finished)) {
                return Optional.of((ReplayResult.Stopped) result);
            }
            ofAll += member.weight() * finished.instructions();
            after = after.thenUnknown(before, finished.variables(), how.poison());
            finished.tensors()
                    .forEach(
                            (name, now) -> {
                                counts.computeIfAbsent(name, n -> new WrittenCount.OfLaunch(false))
                                        .add(pick(name, now), member);
                                own.merge(name, now, (was, is) -> is.over(was));
                            });
        }
        variables.put(program.launch().file(), after);
        counts.forEach(
                (name, count) -> {
                    count(name, count);
                    if (!count.isEmpty()) {
                        current.put(name, own.get(name).withoutAtomics());
                    }
                });
        return Optional.empty();
    }

    private ElementSet pick(String tensor, TensorContents contents) {
        ElementSet own = new ElementSet();
        contents.addDefined(own);
        if (picked != null) {
            picked.add(tensor, own);
        }
        return own;
    }

    private void count(String tensor, WrittenCount.OfLaunch count) {
        written.computeIfAbsent(tensor, n -> new WrittenCount()).add(count);
    }

    // ---------------------------------------------------------------- what it came to

    /** What is known of the tensors at the end. */
    Map<String, TensorContents> left() {
        return current;
    }

    /** How much of each tensor is written. */
    Map<String, WrittenCount> written() {
        return written;
    }

    /** Variables of modules of which it is not known that they hold what they held before. */
    Set<String> changedVariables() {
        Set<String> changed = new LinkedHashSet<>();
        variables.values().forEach(v -> changed.addAll(v.changed()));
        return changed;
    }

    /** Thread instructions that were executed. */
    long executed() {
        return executed;
    }

    /** Thread instructions of all CTAs, as far as those show that were run. */
    double ofAllCtas() {
        return ofAll;
    }
}
