package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import java.util.List;
import java.util.Map;

/** Runs of a kernel's launch. */
final class LaunchRuns implements ConcreteSide {
    private final Programs programs;

    LaunchRuns(Launch launch, LiftedFunctions functions) {
        programs = new Programs(launch, functions);
    }

    @Override
    public Computation computation() {
        return programs.launch();
    }

    @Override
    public List<Dim3> blocks() {
        return Replay.blocks(programs.launch());
    }

    @Override
    public ReplayResult run(Inputs inputs, ReplayOptions options, List<Dim3> blocks) {
        return Replay.run(programs, inputs.tensors(), inputs.scalars(), options, blocks);
    }

    @Override
    public boolean isLiftable() {
        return programs.isLiftable();
    }

    @Override
    public Map<Observations.Site, Map<Long, Decisions>> takeObservations() {
        return programs.observations().take();
    }
}
