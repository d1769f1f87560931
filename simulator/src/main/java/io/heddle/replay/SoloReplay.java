package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxModule;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.step.LiftedFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Runs one side on concrete inputs, a launch or several, and looks for defects: accesses out of
 * bounds or misaligned, threads blocked at barriers that never complete, results that depend on
 * what was never written, and, where threads meet at barriers of whole CTAs only, races. It judges
 * nothing else: a run that stops for another reason says nothing.
 *
 * <p>What was never written is found by its effects, without a shadow: the run is repeated with
 * other bytes in registers, in shared and local memory and in outputs, and must leave the same; a
 * long one once, a short one at two points with two kinds of bytes each.
 */
public final class SoloReplay {
    private static final int POINTS = 16;
    private static final int POISONED_POINTS = 2;
    private static final byte[] POISONS = {0x3C, (byte) 0xC1};

    /** Runs of more thread instructions are repeated with one poison, at one point. */
    private static final long LONG_RUN = 1 << 20;

    private static final int SLACK = 4;
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

    private final Computation side;
    private final ReplayOptions options;
    private final boolean wholeRangeIntegers;
    private final long expected;
    private final long nanos;
    private final ConcreteSide runs;
    private final ConcreteSide poisonedRuns; // these runs go on at the same time
    private final Set<Excuse> excuses = EnumSet.of(Excuse.OVERFLOW);
    private boolean trapsExcluded;
    private Set<StepAssumption> assumptions = Set.of();

    /**
     * @param side launches
     * @param options budget for all runs, and schedule
     * @param wholeRangeIntegers false: integers of 32 and 64 bits stay small
     * @param expected thread instructions of one run, of which at least one is made
     * @param nanos after which all runs stop
     */
    public SoloReplay(
            Computation side,
            ReplayOptions options,
            boolean wholeRangeIntegers,
            long expected,
            long nanos) {
        this.expected = expected;
        this.nanos = nanos;
        this.side = side;
        runs = PairRuns.side(side, new LiftedFunctions());
        poisonedRuns = PairRuns.side(side, new LiftedFunctions());
        this.options = options;
        this.wholeRangeIntegers = wholeRangeIntegers;
    }

    /**
     * What the claim that there is no defect assumes.
     *
     * @param assumed points that it excludes by what happens there
     * @param traps true if it assumes that no trap is executed
     */
    public SoloReplay excusing(Set<Excuse> assumed, boolean traps) {
        excuses.addAll(assumed);
        trapsExcluded = traps;
        return this;
    }

    /** What the claim assumes of single instructions: some input must meet it. */
    public SoloReplay assuming(Set<StepAssumption> ofInstructions) {
        assumptions = Set.copyOf(ofInstructions);
        return this;
    }

    /** What the runs came to. */
    public sealed interface Result extends RunOutcome {
        /**
         * Nothing was found at a number of inputs.
         *
         * @param note what was left out, or empty
         * @param overflows true if it stops at other inputs, where numbers leave the range of their
         *     type or are subnormal
         */
        record Clean(int points, String note, boolean overflows) implements Result {}

        /** A defect shows at some input. */
        record Defect(String message) implements Result {}

        /** A defect shows at some input, and would not if results were rounded otherwise. */
        record Rounded(String message) implements Result {}

        /** What the claim assumes holds at no input that was tried. */
        record Unmet(String reason) implements Result {}

        /** Nothing could be said. */
        record Skipped(String reason) implements Result {}
    }

    /**
     * Runs it on several inputs.
     *
     * @param races whether races are looked for
     */
    public Result run(boolean races) {
        long began = System.nanoTime();
        Points points = new Points(side, side, wholeRangeIntegers).until(began + nanos);
        long budget = options.maxInstructions();
        ReplayOptions all = options.within(Math.max(budget, SLACK * expected)).until(began + nanos);
        ReplayOptions watched = races && isWatchable() ? all.watching() : all;
        boolean part = expected > budget && BlockSample.isPossible(side);
        List<Dim3> blocks =
                part ? BlockSample.spread((Launch) side, expected, budget) : runs.blocks();
        long spent = 0;
        long cost = 0;
        int done = 0;
        String obstacle = "";
        Result.Rounded rounded = null;
        boolean overflows = false;
        boolean excused = false;
        boolean traps = trapsExcluded;
        for (int number = 0; number < Math.min(POINTS, points.count()); number++) {
            int point = number;
            boolean late = System.nanoTime() - began > ReplayTime.toBegin(nanos);
            if (number > 0 && (late || spent + cost > budget / 3)) {
                break;
            }
            Inputs inputs;
            try {
                inputs = points.get(number);
            } catch (PairRuns.Stop stop) {
                obstacle = stop.getMessage();
                break;
            }
            ReplayResult result;
            List<ReplayResult> repeated;
            if (done > 0 && cost < PairRuns.BRIEF) {
                result = runs.run(inputs, watched, blocks);
                repeated = repeated(inputs, all, blocks, poisons(point));
            } else {
                CompletableFuture<List<ReplayResult>> others =
                        CompletableFuture.supplyAsync(
                                () -> repeated(inputs, all, blocks, poisons(point)));
                try {
                    result = runs.run(inputs, watched, blocks);
                } finally {
                    repeated = PairRuns.joined(others);
                }
            }
            if (result instanceof ReplayResult.Finished f) {
                done++;
                spent += f.instructions();
                cost = Math.max(cost, f.instructions());
                Optional<String> undefined = undefined(f, repeated);
                if (undefined.isPresent()) {
                    return new Result.Defect(undefined.get() + " at " + inputs.shown());
                }
                continue;
            }
            ReplayResult.Stopped stopped = (ReplayResult.Stopped) result;
            String message = stopped + " at " + inputs.shown();
            switch (cause(stopped, inputs, all, blocks)) {
                case KERNEL -> {
                    return new Result.Defect(message);
                }
                case ROUNDING -> rounded = rounded == null ? new Result.Rounded(message) : rounded;
                case OVERFLOW -> overflows = true;
                case EXCUSED -> excused = true;
                case UNKNOWN -> {}
            }
            obstacle = stopped.toString();
            traps &= stopped.reason() == ReplayResult.Reason.TRAP;
            if (stopped.reason() == ReplayResult.Reason.UNSUPPORTED) {
                break; // at every input
            }
        }
        if (rounded != null) {
            return rounded;
        }
        if (done == 0 && traps) {
            return new Result.Unmet(
                    "the kernel traps at all inputs of the replay, which is assumed not to happen: "
                            + obstacle);
        }
        if (done == 0 && overflows) {
            return new Result.Unmet(
                    "the kernel stops at all inputs of the replay, where numbers leave the range of"
                            + " their type or are subnormal: "
                            + obstacle);
        }
        if (done == 0 && excused) {
            return new Result.Unmet(
                    "the kernel stops at all inputs of the replay, where what is assumed does not"
                            + " hold: "
                            + obstacle);
        }
        if (done == 0) {
            return new Result.Skipped("the replay stopped: " + obstacle);
        }
        PairRuns twice = twice(all, blocks);
        Optional<String> unmet = new AssumptionCheck(twice, points, assumptions, cost).unmet();
        if (unmet.isPresent()) {
            return new Result.Unmet(unmet.get());
        }
        String note = part ? BlockSample.describe((Launch) side, blocks) : "";
        return new Result.Clean(done, note, overflows);
    }

    /** Runs of the side, and of as little of it as there can be. */
    private PairRuns twice(ReplayOptions how, List<Dim3> blocks) {
        PairRuns twice = new PairRuns(side, side, how, how);
        twice.until(how.deadline());
        twice.only(blocks, blocks.isEmpty() ? blocks : blocks.subList(0, 1));
        return twice;
    }

    /** How many times the run at a point is repeated with other bytes in what is not written. */
    private int poisons(int point) {
        boolean isLong = expected > LONG_RUN;
        return point >= (isLong ? 1 : POISONED_POINTS) ? 0 : isLong ? 1 : POISONS.length;
    }

    /** The same run with other bytes in what is not written. */
    private List<ReplayResult> repeated(
            Inputs inputs, ReplayOptions how, List<Dim3> blocks, int times) {
        List<ReplayResult> results = new ArrayList<>();
        for (byte poison : Arrays.copyOf(POISONS, times)) {
            results.add(poisonedRuns.run(inputs, how.poisoned(poison), blocks));
        }
        return results;
    }

    /** Why a kernel stops. */
    private enum Cause {
        /** By its own fault, however results are rounded. */
        KERNEL,
        /** It would not if results were rounded otherwise. */
        ROUNDING,
        /** It would not if numbers that leave the range of their type were others. */
        OVERFLOW,
        /** What the claim assumes does not hold there. */
        EXCUSED,
        /** For no reason that says something of the claim. */
        UNKNOWN
    }

    private Cause cause(
            ReplayResult.Stopped stopped, Inputs inputs, ReplayOptions how, List<Dim3> blocks) {
        switch (stopped.reason()) {
            case RACE -> {
                return Cause.KERNEL;
            }
            case OUT_OF_BOUNDS, MISALIGNED, DEADLOCK -> {}
            case TRAP -> {
                if (trapsExcluded) {
                    return Cause.UNKNOWN;
                }
            }
            default -> {
                return Cause.UNKNOWN;
            }
        }
        ConfirmedStop stop = new ConfirmedStop(twice(how, blocks), inputs);
        try {
            Set<Excuse> found = stop.excuses(excuses);
            if (!found.isEmpty() || stop.breaks(assumptions)) {
                return found.contains(Excuse.OVERFLOW) ? Cause.OVERFLOW : Cause.EXCUSED;
            }
            return stop.isCertain() ? Cause.KERNEL : Cause.ROUNDING;
        } catch (PairRuns.Stop unknown) {
            return Cause.UNKNOWN;
        }
    }

    /** What depends on what was never written, if anything does. */
    private Optional<String> undefined(ReplayResult.Finished plain, List<ReplayResult> repeated) {
        for (ReplayResult other : repeated) {
            if (other instanceof ReplayResult.Stopped stopped) {
                switch (stopped.reason()) {
                    case UNSUPPORTED, BUDGET, ARGUMENTS -> {
                        continue;
                    }
                    default -> {
                        return Optional.of(
                                "a value that was never written decides that a run ends in "
                                        + other);
                    }
                }
            }
            Optional<String> element =
                    difference(plain.tensors(), ((ReplayResult.Finished) other).tensors());
            if (element.isPresent()) {
                return element.map(e -> "a value that was never written reaches " + e);
            }
        }
        return Optional.empty();
    }

    /** The first element that two runs leave differently, if there is one. */
    private Optional<String> difference(
            Map<String, TensorContents> one, Map<String, TensorContents> two) {
        for (TensorSpec t : side.tensors()) {
            TensorContents a = one.get(t.name());
            TensorContents b = two.get(t.name());
            for (int i = 0; t.isOutput() && a != null && i < a.size(); i++) {
                boolean written = a.isDefined(i);
                if (written != b.isDefined(i) || (written && a.bits(i) != b.bits(i))) {
                    return Optional.of(t.symbol().element(i));
                }
            }
        }
        return Optional.empty();
    }

    /** True if nothing in the module orders threads but barriers of whole CTAs. */
    private boolean isWatchable() {
        return side.launches().stream().allMatch(SoloReplay::isWatchable);
    }

    private static boolean isWatchable(Launch launch) {
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
