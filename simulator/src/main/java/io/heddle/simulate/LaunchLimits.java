package io.heddle.simulate;

import io.heddle.finding.LaunchException;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.Variable;
import java.util.List;

/**
 * Limits of a launch: those of every device (CUDA C++ Programming Guide, "Compute Capabilities"),
 * and those that the parameters and directives of an entry set.
 */
public final class LaunchLimits {
    private static final int POINTER = 8; // bytes of a parameter
    private static final int MAX_THREADS = 1024;
    private static final int MAX_BLOCK_Z = 64;
    private static final int MAX_GRID_YZ = 65535;
    private static final long MAX_SHARED = 227 << 10;
    private static final long MAX_STATIC = 48 << 10; // the limit of ptxas for every target

    private LaunchLimits() {}

    /**
     * Checks a launch against all limits.
     *
     * @throws LaunchException that names the limit, if the launch exceeds one
     */
    static void check(Launch launch, Function entry) {
        arguments(launch.arguments(), entry);
        checkLimits(launch, entry);
    }

    /**
     * Checks a launch against all limits but those of its arguments.
     *
     * @throws LaunchException that names the limit, if the launch exceeds one
     */
    public static void checkLimits(Launch launch, Function entry) {
        sizes(launch);
        directives(launch, entry);
        shared(launch, entry);
    }

    /**
     * Checks that the arguments fit the parameters and that every device can have such a block and
     * grid.
     *
     * @throws LaunchException that says which does not
     */
    public static void checkSizes(Launch launch, Function entry) {
        arguments(launch.arguments(), entry);
        sizes(launch);
    }

    private static void sizes(Launch launch) {
        block(launch.block());
        int tall = Math.max(launch.grid().y(), launch.grid().z());
        if (tall > MAX_GRID_YZ) {
            throw new LaunchException(
                    "a grid of " + tall + " CTAs in y or z; it may have at most " + MAX_GRID_YZ);
        }
    }

    private static void arguments(List<Argument> given, Function entry) {
        List<Variable> parameters = entry.parameters();
        if (given.size() != parameters.size()) {
            throw new LaunchException(
                    "the entry "
                            + entry.name()
                            + " has "
                            + parameters.size()
                            + " parameters, but "
                            + given.size()
                            + " arguments are given");
        }
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i) instanceof Argument.Tensor t && parameters.get(i).size() != POINTER) {
                throw new LaunchException(
                        "the argument "
                                + t.tensor().name()
                                + " is a tensor, but parameter "
                                + parameters.get(i).name()
                                + " is not a pointer");
            }
        }
    }

    private static void block(Dim3 block) {
        long threads = (long) block.x() * block.y(); // the product of all three may not fit a long
        if (threads < 1
                || threads > MAX_THREADS
                || block.size() < 1
                || block.size() > MAX_THREADS) {
            throw new LaunchException(
                    "a block of " + block + " threads; it may have 1 to " + MAX_THREADS);
        }
        if (block.z() > MAX_BLOCK_Z) {
            throw new LaunchException(
                    "a block of "
                            + block.z()
                            + " threads in z; it may have at most "
                            + MAX_BLOCK_Z);
        }
    }

    private static void directives(Launch launch, Function entry) {
        List<Long> most = entry.directives().get("maxntid");
        if (most != null && launch.block().size() > most.stream().reduce(1L, (x, y) -> x * y)) {
            throw new LaunchException(
                    "the entry allows blocks of at most "
                            + most
                            + " threads (.maxntid), not "
                            + launch.block());
        }
        List<Long> required = entry.directives().get("reqntid");
        if (required != null) {
            Dim3 b = launch.block();
            long[] have = {b.x(), b.y(), b.z()};
            for (int k = 0; k < 3; k++) {
                long want = k < required.size() ? required.get(k) : 1;
                if (have[k] != want) {
                    throw new LaunchException(
                            "the entry requires a block of " + required + " (.reqntid), not " + b);
                }
            }
        }
    }

    private static void shared(Launch launch, Function entry) {
        long fixed = SharedLayout.fixedBytes(launch.module(), entry);
        if (fixed > MAX_STATIC) {
            throw new LaunchException(
                    "the entry declares "
                            + fixed
                            + " bytes of static shared memory; it may have at most "
                            + MAX_STATIC);
        }
        long all = fixed + launch.dynamicShared();
        if (all > MAX_SHARED) {
            throw new LaunchException(
                    "a CTA of "
                            + all
                            + " bytes of shared memory; no device has more than "
                            + MAX_SHARED);
        }
    }
}
