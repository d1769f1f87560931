package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.machine.Tickets;
import io.heddle.ptx.Instruction;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.value.RoundedNumbers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Executes a launch whose CTAs find out by a counter which of them is the last ({@link Tickets}):
 * once for each CTA as the last one. Only if all these runs leave the same in every tensor is that
 * the result.
 *
 * <p>Why this covers every order: in each execution exactly one CTA is the last to arrive. The
 * others learn only that they are not. Whatever they do beside is ordered with it or a race, so
 * that it has one outcome for each last CTA.
 */
final class LastCta {
    private static final int MOST = 64;

    private final Launch launch;
    private final int ctas;
    private final IntFunction<Run> execution;

    /**
     * One run.
     *
     * @param taken true if its CTAs took tickets, as far as the run went
     */
    record Run(SimulationResult result, boolean taken) {}

    /**
     * @param execution executes the launch with the CTA of a number as the last one
     */
    LastCta(Launch launch, int ctas, IntFunction<Run> execution) {
        this.launch = launch;
        this.ctas = ctas;
        this.execution = execution;
    }

    /** What the launch does; empty if its CTAs take no tickets, or if that cannot be known. */
    Optional<SimulationResult> result() {
        Instruction atomic = atomic(launch);
        if (atomic == null) {
            return Optional.empty();
        }
        Run first = execution.apply(ctas - 1);
        if (!first.taken()) {
            return Optional.empty();
        }
        Set<Assumption> assumptions = new LinkedHashSet<>(first.result().assumptions());
        RoundedNumbers rounded = first.result().rounded();
        for (int last = 0; last < ctas - 1 && isClean(first.result()); last++) {
            Run run = execution.apply(last);
            if (!run.taken()) {
                return Optional.empty();
            }
            if (!isClean(run.result())) {
                return Optional.of(run.result());
            }
            Optional<String> difference = difference(first.result(), run.result());
            if (difference.isPresent()) {
                return Optional.of(dependent(first.result(), atomic, difference.get(), last));
            }
            assumptions.addAll(run.result().assumptions());
            rounded = rounded.and(run.result().rounded());
        }
        return Optional.of(first.result().assuming(List.copyOf(assumptions)).rounding(rounded));
    }

    /** The first atomic by which a CTA may arrive at a counter, or null. */
    static Instruction atomic(Launch launch) {
        long grid = launch.grid().size();
        if (launch.ctas() != null && grid > 1 || grid > MOST) {
            return null;
        }
        return launch.module().functions().stream()
                .filter(f -> !f.entry() || f.name().equals(launch.entry()))
                .flatMap(f -> f.body().stream())
                .filter(Tickets::mayBeTaken)
                .findFirst()
                .orElse(null);
    }

    private static boolean isClean(SimulationResult result) {
        return result.complete() && result.findings().isEmpty();
    }

    /** An element that two runs do not leave the same; empty if there is none. */
    private Optional<String> difference(SimulationResult a, SimulationResult b) {
        if (a.cases().size() != b.cases().size()) {
            return Optional.of("a branch on a scalar argument");
        }
        for (int k = 0; k < a.cases().size(); k++) {
            Case one = a.cases().get(k);
            Case other = b.cases().get(k);
            if (one.condition() != other.condition()) {
                return Optional.of("a branch on a scalar argument");
            }
            for (Map.Entry<String, OutputTensor> e : one.tensors().entrySet()) {
                OutputTensor second = other.tensors().get(e.getKey());
                int at = difference(e.getValue(), second);
                if (at >= 0) {
                    return Optional.of(second.spec().symbol().element(at));
                }
            }
            String variable = one.variables().difference(other.variables());
            if (variable != null) {
                return Optional.of("what is left in " + variable);
            }
        }
        return Optional.empty();
    }

    /** The first element that differs, or -1. */
    private static int difference(OutputTensor a, OutputTensor b) {
        for (int i = 0; i < a.size(); i++) {
            if (a.isWritten(i) != b.isWritten(i) || a.term(i) != b.term(i)) {
                return i;
            }
        }
        return -1;
    }

    private SimulationResult dependent(
            SimulationResult result, Instruction atomic, String what, int last) {
        return result.stoppedBy(
                new Finding(
                        Finding.Kind.UNSUPPORTED,
                        what
                                + " depends on which CTA is the last to arrive at the counter: it"
                                + " is another term if CTA "
                                + last
                                + " is than if CTA "
                                + (ctas - 1)
                                + " is",
                        Location.of(atomic),
                        List.of()));
    }
}
