package io.heddle.replay.machine;

import java.util.Set;
import java.util.function.Consumer;

/**
 * How a launch is replayed.
 *
 * @param maxInstructions thread instructions after which a run stops
 * @param schedule the order in which threads run
 * @param noise 0 for the roundings that the instructions name; else the seed of random roundings:
 *     every inexact operation that rounds to nearest is rounded up or down by chance, so that the
 *     spread of several runs shows how rounding errors reach the results (random rounding: Vignes,
 *     "A stochastic arithmetic for reliable scientific computation", 1993)
 * @param direction whether random roundings go either way
 * @param conversionsFree random roundings are those of conversions to narrower floats, too, that
 *     name a direction
 * @param arithmeticFree random roundings are those of arithmetic, too, that names a direction
 * @param exact the run stops at the first operation whose result is rounded
 * @param lifted library functions that the compiler has inlined are computed as the functions that
 *     they approximate
 * @param repair what becomes of results that left the reals
 * @param watched a race stops the run: of programs whose threads meet at barriers of whole CTAs
 *     only
 * @param poison what every byte of a register, of shared and local memory and of an output holds
 *     before it is written
 * @param observed assumptions about instructions, of which the run notes whether they hold
 * @param waysNoted the run notes which ways instructions go
 * @param deadline when a run stops, by this process's nanosecond clock; 0 for never
 */
public record ReplayOptions(
        long maxInstructions,
        Schedule schedule,
        long noise,
        Direction direction,
        boolean conversionsFree,
        boolean arithmeticFree,
        boolean exact,
        boolean lifted,
        Repair repair,
        boolean watched,
        byte poison,
        Set<StepAssumption> observed,
        boolean waysNoted,
        long deadline) {
    /** NaN in every floating-point format, −1 as an integer. */
    static final byte ONES = (byte) 0xFF;

    /**
     * The order in which the threads of a CTA run; a correct kernel's result is the same in all.
     */
    public enum Schedule {
        /** Each thread until it blocks, from the first to the last. */
        ASCENDING,
        /** Each thread until it blocks, from the last to the first. */
        DESCENDING,
        /** The lanes of a warp instruction by instruction, for warp-synchronous code. */
        LOCK_STEP
    }

    /** Which way random roundings go. */
    public enum Direction {
        EITHER,
        UP,
        DOWN
    }

    /** Copies the set. */
    public ReplayOptions {
        observed = Set.copyOf(observed);
    }

    /** Thirty million instructions, threads in ascending order. */
    public static ReplayOptions defaults() {
        return new Draft().made();
    }

    /** These options with another schedule. */
    public ReplayOptions with(Schedule other) {
        return changed(o -> o.schedule = other);
    }

    /** These options with another budget. */
    public ReplayOptions within(long instructions) {
        return changed(o -> o.maxInstructions = instructions);
    }

    /** These options with a time at which runs stop. */
    public ReplayOptions until(long nanoTime) {
        return changed(o -> o.deadline = nanoTime);
    }

    /** These options with a look-out for races. */
    public ReplayOptions watching() {
        return changed(o -> o.watched = true);
    }

    /** These options with random roundings. */
    public ReplayOptions noisy(long seed) {
        return changed(o -> o.noise = seed);
    }

    /** These options with all roundings that could be random in one direction. */
    public ReplayOptions rounding(Direction all) {
        return changed(
                o -> {
                    o.noise = 1;
                    o.direction = all;
                });
    }

    /** These options with an eye on what is assumed of instructions. */
    public ReplayOptions observing(Set<StepAssumption> assumptions) {
        return changed(o -> o.observed = assumptions);
    }

    /** These options with a note of which ways instructions go. */
    public ReplayOptions notingWays() {
        return changed(o -> o.waysNoted = true);
    }

    /** These options in which conversions may be rounded at random whatever they name. */
    public ReplayOptions freeingConversions() {
        return changed(o -> o.conversionsFree = true);
    }

    /** These options in which arithmetic may be rounded at random whatever it names. */
    public ReplayOptions freeingArithmetic() {
        return changed(o -> o.arithmeticFree = true);
    }

    /** These options with a stop where a result is rounded. */
    public ReplayOptions exactly() {
        return changed(o -> o.exact = true);
    }

    /** These options with results that left the reals replaced. */
    public ReplayOptions repairing(Repair how) {
        return changed(o -> o.repair = how);
    }

    /** These options with inlined library functions computed as such. */
    public ReplayOptions lifting() {
        return changed(o -> o.lifted = true);
    }

    /** These options with other bytes in what was never written. */
    public ReplayOptions poisoned(byte with) {
        return changed(o -> o.poison = with);
    }

    private ReplayOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.maxInstructions = maxInstructions;
        draft.schedule = schedule;
        draft.noise = noise;
        draft.direction = direction;
        draft.conversionsFree = conversionsFree;
        draft.arithmeticFree = arithmeticFree;
        draft.exact = exact;
        draft.lifted = lifted;
        draft.repair = repair;
        draft.watched = watched;
        draft.poison = poison;
        draft.observed = observed;
        draft.waysNoted = waysNoted;
        draft.deadline = deadline;
        change.accept(draft);
        return draft.made();
    }

    /** Options in the making, at first the defaults. */
    private static final class Draft {
        private long maxInstructions = 30_000_000;
        private Schedule schedule = Schedule.ASCENDING;
        private long noise;
        private Direction direction = Direction.EITHER;
        private boolean conversionsFree;
        private boolean arithmeticFree;
        private boolean exact;
        private boolean lifted;
        private Repair repair = Repair.NONE;
        private boolean watched;
        private byte poison = ONES;
        private Set<StepAssumption> observed = Set.of();
        private boolean waysNoted;
        private long deadline;

        ReplayOptions made() {
            return new ReplayOptions(
                    maxInstructions,
                    schedule,
                    noise,
                    direction,
                    conversionsFree,
                    arithmeticFree,
                    exact,
                    lifted,
                    repair,
                    watched,
                    poison,
                    observed,
                    waysNoted,
                    deadline);
        }
    }
}
