package io.heddle.cli;

import io.heddle.check.CtaChoice;
import io.heddle.suite.CostLimits;
import io.heddle.suite.Expectation;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that ask what kernels cost; a picocli mixin. */
public final class CostOptions {
    @Option(
            names = "--cost",
            description =
                    "count instructions, memory transactions, bank conflicts and divergence, line"
                            + " by line")
    private boolean cost;

    @Option(
            names = "--cost-max",
            paramLabel = "NAME=VALUE,…",
            description = {
                "exit status 1 if the kernel, or the candidate, costs more:",
                "    conflicts=0,sectors_per_request=4; implies --cost"
            })
    private List<String> most = new ArrayList<>();

    /** True if costs are asked for. */
    public boolean isAsked() {
        return cost || !most.isEmpty();
    }

    /**
     * Refuses limits of a launch of which nobody asked to count one CTA alone.
     *
     * @param auto whether Heddle chooses which CTAs are executed
     * @throws InputException if it is one of several
     */
    void requireWhole(Pair pair, boolean auto) {
        if (auto && !most.isEmpty() && !CtaChoice.covers(pair)) {
            throw new InputException(
                    "--cost-max: only CTA 0,0,0 would be counted; --cta all counts the launch,"
                            + " --cta 0,0,0 that CTA");
        }
    }

    /** An expectation with these limits. */
    public Expectation on(Expectation expectation) {
        return isAsked() ? expectation.with(CostLimits.parse("--cost-max", most)) : expectation;
    }
}
