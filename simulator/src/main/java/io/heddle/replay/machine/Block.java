package io.heddle.replay.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Steps that a thread executes one after another: only the last may branch, wait or exit. A block
 * that is executed often becomes one method handle in which every step is a constant, so that the
 * virtual machine compiles all of it as one method, without calls from step to step (measured: 6
 * instead of 12 to 22 ns a step).
 */
final class Block {
    /** Executions after which compiling the block costs less than it saves, measured. */
    static final int OFTEN = 100_000;

    private static final MethodHandle STEP;

    static {
        try {
            MethodType type = MethodType.methodType(void.class, Step.class, int.class, Lane.class);
            STEP = MethodHandles.lookup().findStatic(Block.class, "step", type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Step[] steps;
    private final int first;
    private int executed;
    private MethodHandle together; // null until it was executed often

    /** The steps {@code first} to {@code end - 1} of a program. */
    Block(Step[] program, int first, int end) {
        this.first = first;
        steps = Arrays.copyOfRange(program, first, end);
    }

    int length() {
        return steps.length;
    }

    /** Executes all of them for a lane that is at the first. */
    void run(Lane lane) {
        if (together == null) {
            oneByOne(lane);
            return;
        }
        try {
            together.invokeExact(lane);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void oneByOne(Lane lane) {
        if (++executed == OFTEN) {
            together = join();
        }
        for (int k = 0; k < steps.length; k++) {
            step(steps[k], first + k + 1, lane);
        }
    }

    private MethodHandle join() {
        MethodHandle all = null;
        for (int k = steps.length - 1; k >= 0; k--) {
            MethodHandle one = MethodHandles.insertArguments(STEP, 0, steps[k], first + k + 1);
            all = all == null ? one : MethodHandles.foldArguments(all, one);
        }
        return all;
    }

    private static void step(Step step, int next, Lane lane) {
        lane.pc = next;
        step.run(lane);
    }
}
