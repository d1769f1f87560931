package io.heddle.check;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.List;

/**
 * Checks the launches of a pair against their entries, without executing anything: so that a large
 * run does not begin with a mistake in it. The simulator checks the same and more.
 */
public final class LaunchRules {
    private static final long MOST_THREADS = 1024;
    private static final int MOST_Z = 64;
    private static final int MOST_GRID_YZ = 65_535;
    private static final int POINTER = 8;

    private LaunchRules() {}

    /**
     * Why {@code pair} cannot be launched, or null. PTX that does not parse is no violation: the
     * pair's report names it.
     */
    public static String violation(Pair pair, KernelFiles files) {
        String why = violation(pair.reference(), files);
        return why != null || pair.isSingle() ? why : violation(pair.candidate(), files);
    }

    private static String violation(Side side, KernelFiles files) {
        try {
            Launch launch = side.launch(files.module(side.ptx()));
            String why = arguments(launch);
            return why == null ? size(launch) : why;
        } catch (PtxSyntaxException e) {
            return null;
        } catch (InputException e) {
            return e.getMessage();
        }
    }

    private static String arguments(Launch launch) {
        Function entry = launch.module().function(launch.entry());
        List<Argument> given = launch.arguments();
        if (given.size() != entry.parameters().size()) {
            return "the entry "
                    + entry.name()
                    + " has "
                    + entry.parameters().size()
                    + " parameters, but "
                    + given.size()
                    + " arguments are given";
        }
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i) instanceof Argument.Tensor t
                    && entry.parameters().get(i).size() != POINTER) {
                return "the argument "
                        + t.tensor().name()
                        + " is a tensor, but parameter "
                        + entry.parameters().get(i).name()
                        + " is not a pointer";
            }
        }
        return null;
    }

    private static String size(Launch launch) {
        Dim3 block = launch.block();
        long threads = (long) block.x() * block.y();
        if (threads > MOST_THREADS || threads * block.z() > MOST_THREADS) {
            return "a block of " + block + " threads; it may have 1 to " + MOST_THREADS;
        }
        if (block.z() > MOST_Z) {
            return "a block of " + block.z() + " threads in z; it may have at most " + MOST_Z;
        }
        int tall = Math.max(launch.grid().y(), launch.grid().z());
        return tall > MOST_GRID_YZ
                ? "a grid of " + tall + " CTAs in y or z; it may have at most " + MOST_GRID_YZ
                : null;
    }
}
