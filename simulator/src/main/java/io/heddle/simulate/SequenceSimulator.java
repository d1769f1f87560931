package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.DynamicBarrier;
import io.heddle.machine.SimulationOptions;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Executes launches one after the other: what one leaves in a tensor is what the next finds there.
 * A launch begins when the one before it has ended, so that nothing races between them.
 */
public final class SequenceSimulator {
    private final LaunchSequence sequence;
    private final TermStore store;
    private final SimulationOptions options;
    private final Knowledge knowledge;
    private final Map<String, TensorSpec> specs = new LinkedHashMap<>();
    private final Map<String, int[]> terms = new LinkedHashMap<>(); // of what was stored to
    private final Map<String, BitSet> written = new LinkedHashMap<>();

    private final List<Finding> findings = new ArrayList<>();
    private final Set<Assumption> assumptions = new LinkedHashSet<>();
    private final Map<Integer, Finding> undefinedReads = new LinkedHashMap<>();
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Set<Symbol> inputVariables = new LinkedHashSet<>();
    private final Map<String, String> variableFiles = new LinkedHashMap<>(); // of these
    private RoundedNumbers rounded = RoundedNumbers.NONE;
    private Statistics statistics;
    private long ctas;

    private SequenceSimulator(LaunchSequence sequence, TermStore store, SimulationOptions options) {
        this.sequence = sequence;
        this.store = store;
        this.options = options;
        this.knowledge = Knowledge.none(sequence, store, options);
        sequence.tensors().forEach(t -> specs.put(t.name(), t));
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
        boolean complete = true;
        for (int k = 0; k < sequence.launches().size() && complete; k++) {
            complete = run(k);
        }
        List<SimulationResult.Case> cases =
                complete
                        ? List.of(new SimulationResult.Case(store.trueTerm(), contents()))
                        : List.of();
        return new SimulationResult(
                findings,
                complete,
                cases,
                List.copyOf(assumptions),
                statistics,
                ctas,
                undefinedReads,
                barriers,
                rounded,
                List.copyOf(inputVariables));
    }

    /** Executes a launch; false if it does not come to its end, or nothing may follow it. */
    private boolean run(int k) {
        Launch launch = sequence.launches().get(k);
        SimulationResult result = Simulator.run(launch.with(left()), store, options, knowledge);
        result.findings().forEach(f -> findings.add(named(f, k)));
        assumptions.addAll(result.assumptions());
        result.undefinedReads().forEach((term, f) -> undefinedReads.put(term, named(f, k)));
        barriers.addAll(result.barriers());
        Optional<String> twice = variables(result, launch);
        rounded = rounded.and(result.rounded());
        statistics = statistics == null ? result.statistics() : sum(result.statistics());
        ctas += result.ctasExecuted();
        if (!result.complete()) {
            return false;
        }
        Optional<String> why = twice.or(() -> keep(result, k == sequence.launches().size() - 1));
        why.ifPresent(message -> findings.add(unsupported(message, k)));
        return why.isEmpty();
    }

    /**
     * Takes the variables that a launch reads as inputs.
     *
     * @return why they cannot be, since two modules have one of the same name; empty if they can
     */
    private Optional<String> variables(SimulationResult result, Launch launch) {
        for (Symbol variable : result.inputVariables()) {
            String file = launch.module().file();
            String before = variableFiles.putIfAbsent(variable.name(), file);
            if (before != null && !before.equals(file)) {
                return Optional.of(
                        variable.name() + " is an input in two files, here and in " + before);
            }
            inputVariables.add(variable);
        }
        return Optional.empty();
    }

    /** The tensors as earlier launches have left them. */
    private Map<String, TensorSpec> left() {
        Map<String, TensorSpec> left = new LinkedHashMap<>();
        terms.forEach(
                (name, t) -> {
                    TensorSpec spec = specs.get(name);
                    List<Integer> kept = Arrays.stream(t).boxed().toList();
                    left.put(name, spec.holding(new TensorSpec.Init.Left(kept, spec.init())));
                });
        return left;
    }

    /**
     * Keeps what a launch has stored.
     *
     * @return why no launch may follow, if it is so
     */
    private Optional<String> keep(SimulationResult result, boolean isLast) {
        if (result.cases().size() != 1) {
            return Optional.of("a launch of several whose outcome scalar arguments decide");
        }
        boolean leavesVariables =
                result.assumptions().stream()
                        .anyMatch(a -> a.kind() == Assumption.Kind.LEFT_VARIABLE);
        if (leavesVariables && !isLast) {
            return Optional.of("a launch that leaves something in a variable for the next one");
        }
        for (OutputTensor tensor : result.cases().get(0).tensors().values()) {
            String name = tensor.spec().name();
            for (int i = tensor.nextWritten(0); i >= 0; i = tensor.nextWritten(i + 1)) {
                if (tensor.term(i) == 0) {
                    return Optional.of(
                            "a launch of several that leaves an element of which it has stored"
                                    + " some bytes: "
                                    + tensor.spec().symbol().element(i));
                }
                int at = i;
                terms.computeIfAbsent(name, n -> new int[tensor.size()])[at] = tensor.term(i);
                written.computeIfAbsent(name, n -> new BitSet()).set(i);
            }
        }
        return Optional.empty();
    }

    /** What all launches have left. */
    private Map<String, OutputTensor> contents() {
        Map<String, OutputTensor> contents = new LinkedHashMap<>();
        for (TensorSpec spec : specs.values()) {
            contents.put(
                    spec.name(),
                    new OutputTensor(
                            spec,
                            terms.getOrDefault(spec.name(), new int[0]),
                            written.getOrDefault(spec.name(), new BitSet())));
        }
        return contents;
    }

    // ---------------------------------------------------------------- findings

    private String launch(int k) {
        return "launch " + (k + 1) + " (" + sequence.launches().get(k).entry() + "): ";
    }

    private Finding named(Finding f, int k) {
        return f.withMessage(launch(k) + f.message());
    }

    private Finding unsupported(String message, int k) {
        Launch launch = sequence.launches().get(k);
        return new Finding(
                Finding.Kind.UNSUPPORTED,
                launch(k) + message,
                new Location(launch.module().function(launch.entry()).position(), null),
                List.of());
    }

    private Statistics sum(Statistics b) {
        Statistics a = statistics;
        return new Statistics(
                a.threads() + b.threads(),
                a.ptxLines() + b.ptxLines(),
                a.instructions() + b.instructions(),
                a.blockSyncs() + b.blockSyncs(),
                a.warpSyncs() + b.warpSyncs(),
                Math.max(a.sharedBytes(), b.sharedBytes()),
                a.terms() + b.terms(),
                a.loads() + b.loads(),
                a.stores() + b.stores(),
                a.dynamicBarriers() + b.dynamicBarriers(),
                a.sharedAddresses() + b.sharedAddresses(),
                a.statements() + b.statements(),
                a.raceTests() + b.raceTests());
    }
}
