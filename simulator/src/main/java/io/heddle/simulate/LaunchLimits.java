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
 * Limits of a launch: those of devices (CUDA C++ Programming Guide, "Compute Capabilities"), and
 * those that the parameters and directives of an entry set. Shared memory differs between devices:
 * its limit is that of the device that the PTX names as its target.
 */
public final class LaunchLimits {
    private static final int POINTER = 8; // bytes of a parameter
    private static final int MAX_THREADS = 1024;
    private static final int MAX_BLOCK_Z = 64;
    private static final int MAX_GRID_YZ = 65535;
    private static final long MAX_SHARED = 227 << 10; // the largest of all targets
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

    /** The error that a limit is exceeded, with the target whose limit it is. */
    private static LaunchException beyond(String message, Launch launch) {
        return new LaunchException(message + " (target " + target(launch) + ")");
    }

    /** {@code sm_90a}, or all that {@code .target} says if it names no architecture. */
    private static String target(Launch launch) {
        List<String> named = launch.module().target();
        return named.stream()
                .filter(word -> word.startsWith("sm_"))
                .findFirst()
                .orElse(String.join(", ", named));
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
        block(launch);
        int tall = Math.max(launch.grid().y(), launch.grid().z());
        if (tall > MAX_GRID_YZ) { // in x it may have 2^31-1, which is any int
            throw beyond(
                    "a grid of " + tall + " CTAs in y or z; it may have at most " + MAX_GRID_YZ,
                    launch);
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

    private static void block(Launch launch) {
        Dim3 block = launch.block();
        long threads = (long) block.x() * block.y(); // the product of all three may not fit a long
        if (threads < 1
                || threads > MAX_THREADS
                || block.size() < 1
                || block.size() > MAX_THREADS) {
            throw beyond(
                    "a block of " + block + " threads; it may have 1 to " + MAX_THREADS, launch);
        }
        if (block.z() > MAX_BLOCK_Z) {
            throw beyond(
                    "a block of " + block.z() + " threads in z; it may have at most " + MAX_BLOCK_Z,
                    launch);
        }
    }

    private static void directives(Launch launch, Function entry) {
        List<Long> most = entry.directives().get("maxntid");
        if (most != null && launch.block().size() > most.stream().reduce(1L, (x, y) -> x * y)) {
            throw beyond(
                    "the entry allows blocks of at most "
                            + most
                            + " threads (.maxntid), not "
                            + launch.block(),
                    launch);
        }
        List<Long> required = entry.directives().get("reqntid");
        if (required != null) {
            Dim3 b = launch.block();
            long[] have = {b.x(), b.y(), b.z()};
            for (int k = 0; k < 3; k++) {
                long want = k < required.size() ? required.get(k) : 1;
                if (have[k] != want) {
                    throw beyond(
                            "the entry requires a block of " + required + " (.reqntid), not " + b,
                            launch);
                }
            }
        }
    }

    private static void shared(Launch launch, Function entry) {
        long fixed = SharedLayout.fixedBytes(launch.module(), entry);
        if (fixed > MAX_STATIC) {
            throw beyond(
                    "the entry declares "
                            + fixed
                            + " bytes of static shared memory; it may have at most "
                            + MAX_STATIC,
                    launch);
        }
        long all = fixed + launch.dynamicShared();
        long most = mostShared(target(launch));
        if (all > most) {
            throw beyond(
                    "a CTA of "
                            + all
                            + " bytes of shared memory; "
                            + (all > MAX_SHARED
                                    ? "no device has more than " + MAX_SHARED + ", "
                                    : "")
                            + "the target at most "
                            + most,
                    launch);
        }
    }

    /**
     * Bytes of static and dynamic shared memory that a CTA may have on a target ("Maximum amount of
     * shared memory per thread block"); those of the largest device for a target that is not known.
     */
    static long mostShared(String target) {
        String number = target.replaceAll("^sm_(\\d+)[a-z]?$", "$1");
        return switch (number) {
            case "30", "32", "35", "37", "50", "52", "53", "60", "61", "62" -> MAX_STATIC;
            case "70", "72" -> 96 << 10;
            case "75" -> 64 << 10;
            case "80", "87" -> 163 << 10;
            case "86", "88", "89", "120", "121" -> 99 << 10;
            default -> MAX_SHARED;
        };
    }
}
