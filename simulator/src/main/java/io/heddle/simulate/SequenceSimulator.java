package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.machine.DynamicBarrier;
import io.heddle.machine.SimulationOptions;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executes launches one after the other: what one leaves in a tensor or in a global variable is
 * what the next finds there. A launch begins when the one before it has ended, so that nothing
 * races between them.
 *
 * <p>Where scalar arguments decide what a launch does, all launches are executed anew for each
 * case: the scalars are the same in all of them, and what is known of the terms of one case says
 * nothing in another one.
 */
public final class SequenceSimulator {
    private static final int MAX_CASES = 16;

    private final LaunchSequence sequence;
    private final TermStore store;
    private final SimulationOptions options;

    private final List<Finding> findings = new ArrayList<>();
    private final List<Case> cases = new ArrayList<>();
    private final Set<Assumption> assumptions = new LinkedHashSet<>();
    private final Map<Integer, Finding> undefinedReads = new LinkedHashMap<>();
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Set<Symbol> inputVariables = new LinkedHashSet<>();
    private RoundedNumbers rounded = RoundedNumbers.NONE;
    private Statistics statistics; // of the first case
    private long ctas;
    private boolean complete = true;

    private SequenceSimulator(LaunchSequence sequence, TermStore store, SimulationOptions options) {
        this.sequence = sequence;
        this.store = store;
        this.options = options;
    }

    /**
     * Executes the launches; the first that does not come to its end is the last.
     *
     * @throws io.heddle.finding.LaunchException if a launch is not possible
     */
    public static SimulationResult run(
            LaunchSequence sequence, TermStore store, SimulationOptions options) {
        return new SequenceSimulator(sequence, store, options).run();
    }

    private SimulationResult run() {
        ArrayDeque<Map<Integer, Boolean>> pending = new ArrayDeque<>();
        pending.add(Map.of());
        int ended = 0;
        while (!pending.isEmpty()) {
            SequenceCase one = new SequenceCase(sequence, store, options, pending.poll());
            List<Map<Integer, Boolean>> split = one.run();
            for (int k = split.size() - 1; k >= 0; k--) {
                pending.addFirst(split.get(k));
            }
            if (split.isEmpty()) {
                ended++;
                collect(one);
            }
            if (ended + pending.size() > MAX_CASES) {
                findings.add(tooMany());
                complete = false;
                break;
            }
        }
        return new SimulationResult(
                findings,
                complete,
                complete ? cases : List.of(),
                List.copyOf(assumptions),
                statistics,
                ctas,
                undefinedReads,
                barriers,
                rounded,
                List.copyOf(inputVariables));
    }

    private void collect(SequenceCase one) {
        one.findings().stream().filter(f -> !findings.contains(f)).forEach(findings::add);
        assumptions.addAll(one.assumptions());
        undefinedReads.putAll(one.undefinedReads());
        barriers.addAll(one.barriers());
        inputVariables.addAll(one.inputVariables());
        rounded = rounded.and(one.rounded());
        one.outcome().ifPresent(cases::add);
        complete &= one.isComplete();
        if (statistics == null) {
            statistics = one.statistics();
            ctas = one.ctas();
        } else if (statistics.cost() != null && one.statistics().cost() != null) {
            statistics = statistics.with(statistics.cost().or(one.statistics().cost()));
        }
    }

    private Finding tooMany() {
        Launch first = sequence.launches().get(0);
        return new Finding(
                Finding.Kind.UNSUPPORTED,
                "more than " + MAX_CASES + " cases of branches on scalar arguments in all launches",
                new Location(first.module().function(first.entry()).position(), null),
                List.of());
    }
}
