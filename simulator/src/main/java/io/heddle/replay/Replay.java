package io.heddle.replay;

import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import io.heddle.replay.machine.AccessWatch;
import io.heddle.replay.machine.Cta;
import io.heddle.replay.machine.Image;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.ParameterBlock;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.VariableStores;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a launch on concrete inputs. */
public final class Replay {
    private final Launch launch;
    private final ReplayOptions options;
    private final Function entry;
    private final Image image;
    private final Map<String, Rational> scalars;
    private final Programs programs;
    private final List<Dim3> blocks;
    private long executed;

    private Replay(
            Programs programs,
            Map<String, TensorContents> initial,
            VariableStores stored,
            Map<String, Rational> scalars,
            ReplayOptions options,
            List<Dim3> blocks) {
        this.programs = programs;
        launch = programs.launch();
        this.blocks = blocks;
        this.options = options;
        this.scalars = scalars;
        entry = launch.module().function(launch.entry());
        if (entry == null || !entry.entry() || !entry.defined()) {
            throw new StopException(ReplayResult.Reason.ARGUMENTS, "no entry " + launch.entry());
        }
        Map<String, TensorContents> contents = new HashMap<>(initial);
        contents.putAll(programs.prescribed());
        RunClock clock = new RunClock(options.deadline());
        image = new Image(launch, programs.addresses(), contents, stored, options.poison(), clock);
    }

    /**
     * Runs every thread of {@code launch} to its end.
     *
     * @param initial contents of tensors that the launch leaves open; elements not given, like
     *     those of {@code out} tensors, start as all ones (NaN in every float format)
     * @param scalars values of symbolic scalar arguments, by name
     * @param options budget and schedule
     */
    public static ReplayResult run(
            Launch launch,
            Map<String, TensorContents> initial,
            Map<String, Rational> scalars,
            ReplayOptions options) {
        try {
            Programs programs = new Programs(launch, new LiftedFunctions());
            return run(programs, initial, scalars, options, blocks(launch));
        } catch (StopException e) {
            return new ReplayResult.Stopped(e.reason(), e.getMessage(), null);
        }
    }

    /**
     * The same, where the launch may have been decoded before.
     *
     * @param blocks the CTAs to run
     */
    static ReplayResult run(
            Programs programs,
            Map<String, TensorContents> initial,
            Map<String, Rational> scalars,
            ReplayOptions options,
            List<Dim3> blocks) {
        return after(VariableStores.NONE, programs, initial, scalars, options, blocks);
    }

    /**
     * The same behind other launches.
     *
     * @param stored what those of the same file have stored to its global variables
     */
    static ReplayResult after(
            VariableStores stored,
            Programs programs,
            Map<String, TensorContents> initial,
            Map<String, Rational> scalars,
            ReplayOptions options,
            List<Dim3> blocks) {
        try {
            return new Replay(programs, initial, stored, scalars, options, blocks).run();
        } catch (StopException e) {
            return new ReplayResult.Stopped(e.reason(), e.getMessage(), null);
        }
    }

    private ReplayResult run() {
        Program program = programs.entry(entry, options);
        Region parameters = ParameterBlock.of(launch, entry, image, scalars);
        AccessWatch watch = options.watched() ? new AccessWatch() : null;
        List<Cta> active = new ArrayList<>();
        List<Dim3> waiting = blocks;
        int next = 0;
        while (next < waiting.size() || !active.isEmpty()) {
            boolean progress = false;
            if (active.stream().allMatch(Cta::isSpinning) && next < waiting.size()) {
                Dim3 index = waiting.get(next++);
                active.add(
                        new Cta(
                                image,
                                watch,
                                next - 1,
                                launch,
                                index,
                                program,
                                parameters,
                                options.schedule()));
                progress = true;
            }
            for (Cta cta : active) {
                try {
                    progress |= turn(cta);
                } catch (StopException e) {
                    return new ReplayResult.Stopped(
                            e.reason(), e.getMessage() + " (" + where(cta) + ")", position(cta));
                }
            }
            active.removeIf(Cta::isFinished);
            if (!progress) {
                return new ReplayResult.Stopped(
                        ReplayResult.Reason.DEADLOCK,
                        "no thread of CTA " + active.get(0).index() + " can run",
                        null);
            }
        }
        image.end();
        return new ReplayResult.Finished(contents(), executed, image.stored());
    }

    private Map<String, TensorContents> contents() {
        Map<String, TensorContents> tensors = new LinkedHashMap<>();
        for (TensorSpec t : launch.tensors()) {
            tensors.put(t.name(), image.contents(t));
        }
        return tensors;
    }

    private boolean turn(Cta cta) {
        long n = cta.turn(options.maxInstructions() - executed);
        executed += n;
        if (executed >= options.maxInstructions() && !cta.isFinished()) {
            throw new StopException(
                    ReplayResult.Reason.BUDGET,
                    "more than " + options.maxInstructions() + " thread instructions");
        }
        return n > 0 || cta.isFinished() || cta.canRun();
    }

    private static String where(Cta cta) {
        Lane lane = cta.current();
        return "CTA " + cta.index() + (lane == null ? "" : ", thread " + lane.thread);
    }

    /** The instruction that a CTA executed last, or null if none of its lanes runs. */
    private static SourcePosition position(Cta cta) {
        Lane lane = cta.current();
        if (lane == null || lane.frame == null) {
            return null;
        }
        Instruction at = lane.frame.program.before(lane.pc);
        return at == null ? null : at.position();
    }

    /** The CTAs that a launch runs, in their order. */
    static List<Dim3> blocks(Launch launch) {
        if (launch.ctas() != null) {
            return List.of(launch.ctas());
        }
        List<Dim3> all = new ArrayList<>();
        Dim3 grid = launch.grid();
        for (int z = 0; z < grid.z(); z++) {
            for (int y = 0; y < grid.y(); y++) {
                for (int x = 0; x < grid.x(); x++) {
                    all.add(new Dim3(x, y, z));
                }
            }
        }
        return all;
    }
}
