package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.VariableStores;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs of launches one after the other, each with what those before have left. */
final class SequenceRuns implements ConcreteSide {
    private final LaunchSequence sequence;
    private final List<Programs> programs = new ArrayList<>();
    private final Map<String, TensorContents> prescribed = new LinkedHashMap<>();

    SequenceRuns(LaunchSequence sequence, LiftedFunctions functions) {
        this.sequence = sequence;
        Map<String, TensorSpec> open = new LinkedHashMap<>();
        for (TensorSpec t : sequence.tensors()) {
            open.put(t.name(), t.holding(new Init.Symbolic()));
            TensorContents.prescribed(t).ifPresent(c -> prescribed.put(t.name(), c));
        }
        for (Launch launch : sequence.launches()) {
            programs.add(new Programs(launch.with(open), functions));
        }
    }

    @Override
    public Computation computation() {
        return sequence;
    }

    @Override
    public List<Dim3> blocks() {
        return List.of(); // those of each launch are its own
    }

    @Override
    public ReplayResult run(Inputs inputs, ReplayOptions options, List<Dim3> blocks) {
        Map<String, TensorContents> current = new LinkedHashMap<>(inputs.tensors());
        current.putAll(prescribed);
        Map<String, TensorContents> stored = new LinkedHashMap<>();
        Map<String, VariableStores> variables = new LinkedHashMap<>(); // by file
        long instructions = 0;
        for (Programs program : programs) {
            String file = program.launch().file();
            ReplayResult result =
                    Replay.after(
                            variables.getOrDefault(file, VariableStores.NONE),
                            program,
                            current,
                            inputs.scalars(),
                            options.within(options.maxInstructions() - instructions),
                            Replay.blocks(program.launch()));
            if (!(result instanceof ReplayResult.Finished finished)) {
                return result;
            }
            instructions += finished.instructions();
            variables.put(file, finished.variables());
            finished.tensors()
                    .forEach(
                            (name, now) -> {
                                stored.merge(name, now, (was, is) -> is.over(was));
                                current.merge(name, now, (was, is) -> is.over(was));
                            });
        }
        return new ReplayResult.Finished(stored, instructions);
    }

    @Override
    public boolean isLiftable() {
        return programs.stream().anyMatch(Programs::isLiftable);
    }

    @Override
    public Map<Observations.Site, Map<Long, Decisions>> takeObservations() {
        Map<Observations.Site, Map<Long, Decisions>> all = new LinkedHashMap<>();
        programs.forEach(p -> all.putAll(p.observations().take()));
        return all;
    }
}
