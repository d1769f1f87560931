package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Finding;
import io.heddle.finding.LaunchException;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.DynamicBarrier;
import io.heddle.machine.SimulationOptions;
import io.heddle.memory.LeftVariables;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.simulate.SimulationResult.Case;
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
import java.util.function.Predicate;

/** The execution of launches one after the other, in one case of the scalar arguments. */
final class SequenceCase {
    private final LaunchSequence sequence;
    private final TermStore store;
    private final SimulationOptions options;
    private final Map<Integer, Boolean> decided;
    private final Knowledge knowledge;
    private final Map<String, TensorSpec> specs = new LinkedHashMap<>();
    private final Map<String, int[]> terms = new LinkedHashMap<>(); // of what was stored to
    private final Map<String, BitSet> written = new LinkedHashMap<>();
    private final Map<String, LeftVariables> variables = new LinkedHashMap<>(); // by file

    private final List<Finding> findings = new ArrayList<>();
    private final Set<Assumption> assumptions = new LinkedHashSet<>();
    private final Map<Integer, Finding> undefinedReads = new LinkedHashMap<>();
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Set<Symbol> inputVariables = new LinkedHashSet<>();
    private final Map<String, String> variableFiles = new LinkedHashMap<>(); // of these
    private RoundedNumbers rounded = RoundedNumbers.NONE;
    private Statistics statistics;
    private long ctas;
    private boolean complete = true;
    private boolean isPossible = true;

    /**
     * @param decided truth values of conditions on scalar arguments
     */
    SequenceCase(
            LaunchSequence sequence,
            TermStore store,
            SimulationOptions options,
            Map<Integer, Boolean> decided) {
        this.sequence = sequence;
        this.store = store;
        this.options = options;
        this.decided = decided;
        this.knowledge = Knowledge.none(sequence, store, options);
        sequence.tensors().forEach(t -> specs.put(t.name(), t));
    }

    /**
     * Executes the launches; the first that does not come to its end is the last.
     *
     * @return the cases into which this one is to be split; if there are any, this one has no
     *     result
     */
    List<Map<Integer, Boolean>> run() {
        int n = sequence.launches().size();
        for (int k = 0; k < n && complete && isPossible; k++) {
            Optional<Finding> shared = sharedVariable(k);
            if (shared.isPresent()) {
                findings.add(shared.get());
                complete = false;
                return List.of();
            }
            SimulationResult result = run(k);
            if (complete && result.cases().size() > 1) {
                return result.cases().stream().map(Case::decided).toList();
            }
        }
        variables.values().forEach(left -> left.changed().forEach(this::assumeLeft));
        return List.of();
    }

    private SimulationResult execution(int k) {
        Launch launch = sequence.launches().get(k);
        InSequence place =
                new InSequence(
                        knowledge,
                        decided,
                        variables.getOrDefault(launch.file(), LeftVariables.NONE),
                        k);
        try {
            return Simulator.run(launch.with(left()), store, options, place);
        } catch (LaunchException e) {
            throw new LaunchException(Location.launch(k + 1, launch.entry()) + e.getMessage());
        }
    }

    private SimulationResult run(int k) {
        Launch launch = sequence.launches().get(k);
        SimulationResult result = execution(k);
        result.findings().forEach(f -> findings.add(named(f, k)));
        result.assumptions().stream()
                .filter(a -> a.kind() != Assumption.Kind.LEFT_VARIABLE) // of all, at the end
                .forEach(assumptions::add);
        result.undefinedReads().forEach((term, f) -> undefinedReads.put(term, named(f, k)));
        barriers.addAll(result.barriers());
        Optional<String> twice = inputs(result, launch);
        rounded = rounded.and(result.rounded());
        Statistics one = result.statistics();
        if (one.cost() != null) {
            one = one.with(one.cost().of(k + 1, launch.entry()));
        }
        statistics = statistics == null ? one : sum(one);
        ctas += result.ctasExecuted();
        complete = result.complete();
        isPossible = !complete || !result.cases().isEmpty();
        if (complete && result.cases().size() == 1) {
            Optional<String> why = twice.or(() -> keep(result.cases().get(0), launch));
            why.ifPresent(message -> findings.add(unsupported(message, k)));
            complete = why.isEmpty();
        }
        return result;
    }

    private void assumeLeft(String name) {
        Assumptions text = new Assumptions();
        text.add(
                Assumption.Kind.LEFT_VARIABLE,
                "what the launch leaves in " + name + " does not matter",
                null);
        assumptions.addAll(text.list());
    }

    /**
     * A global variable of one file that may be that of the same name of another file: one that is
     * declared {@code .extern} is, but of which one only a linker knows.
     */
    private static Optional<Variable> linked(
            Launch launch, Launch other, Predicate<Variable> which) {
        return launch.module().variables().stream()
                .filter(v -> v.space() == StateSpace.GLOBAL && which.test(v))
                .filter(
                        v ->
                                other.module().variables().stream()
                                        .filter(w -> v.external() || w.external())
                                        .anyMatch(w -> w.qualifiedName().equals(v.qualifiedName())))
                .findFirst();
    }

    /** Says that a launch may find a variable to which one of another file has stored. */
    private Optional<Finding> sharedVariable(int k) {
        Launch launch = sequence.launches().get(k);
        for (int j = 0; j < k; j++) {
            Launch before = sequence.launches().get(j);
            if (before.file().equals(launch.file()) || !variables.containsKey(before.file())) {
                continue;
            }
            Set<String> stored = variables.get(before.file()).names();
            Optional<Variable> one =
                    linked(before, launch, v -> stored.contains(v.qualifiedName()));
            if (one.isPresent()) {
                return Optional.of(
                        unsupported(
                                "the variable "
                                        + one.get().name()
                                        + " may be that of "
                                        + before.module().file()
                                        + ", to which a launch has stored: one of the two is"
                                        + " declared .extern",
                                k));
            }
        }
        return Optional.empty();
    }

    /**
     * Takes the variables that a launch reads as inputs.
     *
     * @return why they cannot be, since two modules have one of the same name; empty if they can
     */
    private Optional<String> inputs(SimulationResult result, Launch launch) {
        for (Symbol variable : result.inputVariables()) {
            String before = variableFiles.putIfAbsent(variable.name(), launch.file());
            if (before != null && !before.equals(launch.file())) {
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
    private Optional<String> keep(Case outcome, Launch launch) {
        variables.merge(launch.file(), outcome.variables(), LeftVariables::then);
        for (OutputTensor tensor : outcome.tensors().values()) {
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

    /** What all launches have left; empty if they do not come to their end, or no input does. */
    Optional<Case> outcome() {
        if (!complete || !isPossible) {
            return Optional.empty();
        }
        Map<String, OutputTensor> contents = new LinkedHashMap<>();
        for (TensorSpec spec : specs.values()) {
            contents.put(
                    spec.name(),
                    new OutputTensor(
                            spec,
                            terms.getOrDefault(spec.name(), new int[0]),
                            written.getOrDefault(spec.name(), new BitSet())));
        }
        int condition = Simulator.condition(store, decided);
        Set<String> stored = new LinkedHashSet<>();
        variables.values().forEach(left -> stored.addAll(left.names()));
        return Optional.of(new Case(condition, contents, Map.of(), LeftVariables.NONE, stored));
    }

    // ---------------------------------------------------------------- results

    boolean isComplete() {
        return complete;
    }

    List<Finding> findings() {
        return findings;
    }

    Set<Assumption> assumptions() {
        return assumptions;
    }

    Map<Integer, Finding> undefinedReads() {
        return undefinedReads;
    }

    List<DynamicBarrier> barriers() {
        return barriers;
    }

    Set<Symbol> inputVariables() {
        return inputVariables;
    }

    RoundedNumbers rounded() {
        return rounded;
    }

    /** The counts of all launches. */
    Statistics statistics() {
        return statistics;
    }

    /** The number of CTAs of all launches. */
    long ctas() {
        return ctas;
    }

    // ---------------------------------------------------------------- findings

    private Finding named(Finding f, int k) {
        return f.of(k + 1, sequence.launches().get(k).entry());
    }

    private Finding unsupported(String message, int k) {
        Launch launch = sequence.launches().get(k);
        Location entry = new Location(launch.module().function(launch.entry()).position(), null);
        return named(new Finding(Finding.Kind.UNSUPPORTED, message, entry, List.of()), k);
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
                a.raceTests() + b.raceTests(),
                a.cost() == null || b.cost() == null ? null : a.cost().and(b.cost()));
    }
}
