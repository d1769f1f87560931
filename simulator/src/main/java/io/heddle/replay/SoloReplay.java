package io.heddle.replay;

import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxModule;
import java.util.List;
import java.util.Set;

/**
 * Runs one launch on concrete inputs and looks for defects: accesses out of bounds or misaligned,
 * threads that wait for ever, and, where threads meet at barriers of whole CTAs only, races. It
 * judges nothing else: a run that stops for another reason says nothing.
 */
public final class SoloReplay {
    private static final int POINTS = 16;
    private static final Set<String> OTHER_ORDER =
            Set.of(
                    "atom",
                    "red",
                    "cp",
                    "mbarrier",
                    "fence",
                    "membar",
                    "wmma",
                    "ldmatrix",
                    "stmatrix",
                    "elect",
                    "griddepcontrol");

    private final Launch launch;
    private final ReplayOptions options;
    private final boolean wholeRangeIntegers;

    /**
     * @param options budget for all runs, and schedule
     * @param wholeRangeIntegers false: integers of 32 and 64 bits stay small
     */
    public SoloReplay(Launch launch, ReplayOptions options, boolean wholeRangeIntegers) {
        this.launch = launch;
        this.options = options;
        this.wholeRangeIntegers = wholeRangeIntegers;
    }

    /** What the runs came to. */
    public sealed interface Result {
        /** Nothing was found at a number of inputs. */
        record Clean(int points) implements Result {}

        /** A defect shows at some input. */
        record Defect(String message) implements Result {}

        /** Nothing could be said. */
        record Skipped(String reason) implements Result {}
    }

    /**
     * Runs it on several inputs.
     *
     * @param races whether races are looked for
     */
    public Result run(boolean races) {
        Points points = new Points(launch, launch, wholeRangeIntegers);
        ReplayOptions watched = races && isWatchable() ? options.watching() : options;
        long spent = 0;
        long cost = 0;
        int done = 0;
        for (int number = 0; number < Math.min(POINTS, points.count()); number++) {
            if (number > 0 && spent + cost > options.maxInstructions() / 3) {
                break;
            }
            Inputs inputs = points.get(number);
            ReplayResult result = Replay.run(launch, inputs.tensors(), inputs.scalars(), watched);
            if (result instanceof ReplayResult.Finished f) {
                done++;
                spent += f.instructions();
                cost = Math.max(cost, f.instructions());
                continue;
            }
            ReplayResult.Stopped stopped = (ReplayResult.Stopped) result;
            switch (stopped.reason()) {
                case OUT_OF_BOUNDS, MISALIGNED, DEADLOCK, RACE -> {
                    return new Result.Defect(stopped + " at " + inputs.shown());
                }
                default -> {
                    if (done == 0) {
                        return new Result.Skipped("the replay stopped: " + stopped);
                    }
                }
            }
        }
        return new Result.Clean(done);
    }

    /** True if nothing in the module orders threads but barriers of whole CTAs. */
    private boolean isWatchable() {
        PtxModule module = launch.module();
        for (Function f : module.functions()) {
            boolean reachable = !f.entry() || f.name().equals(launch.entry());
            if (reachable && !f.body().stream().allMatch(SoloReplay::isPlain)) {
                return false;
            }
        }
        return launch.block().size() <= 1 << 10;
    }

    private static boolean isPlain(Instruction i) {
        boolean barrier = i.opcode().equals("bar") || i.opcode().equals("barrier");
        boolean counted = barrier && i.operands().size() > 1 && !i.has("red");
        boolean partial = barrier && (i.has("warp") || i.has("arrive") || i.has("red"));
        boolean ordering =
                List.of("acquire", "release", "relaxed", "volatile").stream().anyMatch(i::has);
        return !OTHER_ORDER.contains(i.opcode()) && !counted && !partial && !ordering;
    }
}
