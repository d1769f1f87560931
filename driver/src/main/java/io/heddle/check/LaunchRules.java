package io.heddle.check;

import io.heddle.finding.LaunchException;
import io.heddle.launch.Computation;
import io.heddle.launch.Launch;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.simulate.LaunchLimits;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks the launches of a pair against their entries, without executing anything: so that a large
 * run does not begin with a mistake in it. The simulator checks the same and more.
 */
public final class LaunchRules {
    private LaunchRules() {}

    /**
     * Why {@code pair} cannot be launched; empty if it can be. PTX that does not parse is no
     * violation: the pair's report names it.
     */
    public static Optional<String> violation(Pair pair, KernelFiles files) {
        Optional<String> why = violation(() -> Computations.ofReference(pair, files));
        return why.isPresent() || pair.isSingle()
                ? why
                : violation(() -> Computations.of(pair.candidate(), files));
    }

    private static Optional<String> violation(Supplier<Computation> side) {
        try {
            for (Launch launch : side.get().launches()) {
                LaunchLimits.checkSizes(launch, launch.module().function(launch.entry()));
            }
            return Optional.empty();
        } catch (PtxSyntaxException e) {
            return Optional.empty();
        } catch (InputException | LaunchException e) {
            return Optional.of(e.getMessage());
        }
    }
}
