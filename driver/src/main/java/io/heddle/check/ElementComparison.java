package io.heddle.check;

import io.heddle.check.ComparedElements.OneSided;
import io.heddle.check.ComparedElements.Unusable;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.finding.Finding;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.memory.InitialTerms;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.suite.Comparison;
import io.heddle.suite.Comparison.Elements;
import io.heddle.suite.Pair;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.PathSensitive;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lists the elements to compare (contract.md, Verdicts: <em>Compared</em>).
 *
 * <p>Where a kernel branches on symbolic scalars its outcome is a list of cases. Every pair of
 * cases whose conditions can hold together is compared; its condition guards both sides, so that
 * outside it they are equal.
 */
final class ElementComparison {
    private static final int CLOCK_INTERVAL = 1 << 10; // elements

    private final Pair pair;
    private final TermStore store;
    private final SimulationResult reference;
    private final SimulationResult candidate;
    private final DecideOptions options;
    private final Map<String, TensorSpec> tensors = new LinkedHashMap<>();

    private Map<Integer, Integer> assumed = Map.of(); // by the term that it stands for
    private final Map<Integer, Substitution> substitutions = new HashMap<>();
    private final List<VerificationCondition> conditions = new ArrayList<>();
    private final List<OneSided> oneSided = new ArrayList<>();
    private final List<Unusable> undefined = new ArrayList<>();
    private final List<Unusable> partial = new ArrayList<>();
    private final List<Defect> notes = new ArrayList<>();
    private final List<String> assumptions = new ArrayList<>();
    private final Map<String, BitSet> sometimes = new HashMap<>();
    private long compared;
    private long skipped;
    private boolean oneCta;

    /**
     * @param candidate null for a single kernel: its written outputs are only looked at for
     *     undefined values
     * @param options of the proofs that no rounding decides
     */
    ElementComparison(
            Pair pair,
            TermStore store,
            SimulationResult reference,
            SimulationResult candidate,
            DecideOptions options) {
        this.pair = pair;
        this.store = store;
        this.reference = reference;
        this.candidate = candidate;
        this.options = options;
        collect(reference);
        if (candidate != null) {
            collect(candidate);
        }
    }

    /**
     * Lets what is written by one side alone be open: only one CTA of larger grids was executed,
     * and the other side may write it in another one.
     */
    ElementComparison ofOneCta(boolean isOneCta) {
        oneCta = isOneCta;
        return this;
    }

    /** Compares with these terms in place of those that they stand for. */
    ElementComparison assuming(Map<Integer, Integer> terms) {
        assumed = Map.copyOf(terms);
        return this;
    }

    private void collect(SimulationResult result) {
        for (Case c : result.cases()) {
            c.tensors().forEach((name, t) -> tensors.putIfAbsent(name, t.spec()));
        }
    }

    /** The elements; throws {@link LimitExceededException} when the time is up. */
    ComparedElements list() {
        List<Comparison> comparisons = comparisons();
        for (Comparison comparison : comparisons) {
            if (candidate == null) {
                single(comparison);
            } else {
                compare(comparison);
            }
        }
        return new ComparedElements(
                conditions,
                compared,
                skipped,
                oneSided,
                undefined,
                partial,
                notes,
                assumptions,
                sometimes,
                candidate == null
                        ? Roundings.NONE
                        : Roundings.of(
                                store, conditions, rounded(reference), rounded(candidate), options),
                oneCta);
    }

    private RoundedNumbers rounded(SimulationResult side) {
        RoundedNumbers rounded = side.rounded();
        for (Substitution s : substitutions.values()) {
            rounded = s.of(rounded);
        }
        return rounded;
    }

    /**
     * The comparisons asked for, or all outputs; and every {@code in} tensor that was stored to.
     */
    private List<Comparison> comparisons() {
        List<Comparison> comparisons = new ArrayList<>(pair.compare());
        Set<String> outputs = new HashSet<>();
        Set<String> storedInputs = new HashSet<>();
        for (KernelSide side : KernelSide.values()) {
            SimulationResult result = side == KernelSide.REFERENCE ? reference : candidate;
            if (result != null) {
                outputs(side, result, outputs, storedInputs);
            }
        }
        Set<String> asked = new HashSet<>();
        pair.compare().forEach(c -> asked.add(c.tensor()));
        for (String name : tensors.keySet()) {
            boolean isNew = !asked.contains(name);
            boolean byDefault = pair.compare().isEmpty() && outputs.contains(name);
            if (isNew && (byDefault || storedInputs.contains(name))) {
                comparisons.add(Comparison.whole(name));
            }
        }
        return comparisons;
    }

    private void outputs(
            KernelSide side,
            SimulationResult result,
            Set<String> outputs,
            Set<String> storedInputs) {
        Set<String> noted = new HashSet<>();
        for (Case c : result.cases()) {
            c.tensors()
                    .forEach(
                            (name, t) -> {
                                if (t.spec().isOutput()) {
                                    outputs.add(name);
                                } else if (t.spec().role() == Role.IN && t.nextWritten(0) >= 0) {
                                    storedInputs.add(name);
                                    if (noted.add(name)) {
                                        notes.add(storeToInput(side, t));
                                    }
                                }
                            });
        }
    }

    private static Defect storeToInput(KernelSide side, OutputTensor t) {
        String element = t.spec().symbol().element(t.nextWritten(0));
        return new Defect(
                side,
                new Finding(
                        Finding.Kind.STORE_TO_INPUT,
                        "stores to " + element + ", an element of an in tensor",
                        null,
                        null,
                        List.of(),
                        element,
                        false));
    }

    private void checkClock(int element) {
        if (element % CLOCK_INTERVAL == CLOCK_INTERVAL - 1) {
            options.checkClock();
        }
    }

    // ---------------------------------------------------------------- one kernel

    private void single(Comparison comparison) {
        for (Case c : reference.cases()) {
            OutputTensor tensor = c.tensors().get(comparison.tensor());
            int first = tensor == null ? -1 : tensor.nextWritten(0);
            for (int i = first; i >= 0; i = tensor.nextWritten(i + 1)) {
                checkClock(i);
                if (inWindow(comparison, tensor.spec(), i)) {
                    compared++;
                    int term =
                            UndefinedReads.kept(store, reference, tensor.spec(), i, tensor.term(i));
                    if (term != 0 && store.mayBeUndefined(term)) {
                        undefined.add(
                                new Unusable(
                                        comparison.tensor(),
                                        i,
                                        KernelSide.REFERENCE,
                                        guard(c.condition(), term)));
                    }
                }
            }
        }
    }

    private static boolean inWindow(Comparison comparison, TensorSpec spec, long index) {
        return comparison.window().isEmpty() || comparison.contains(spec.symbol().index(index));
    }

    // ---------------------------------------------------------------- two kernels

    private void compare(Comparison comparison) {
        TensorSpec spec = tensors.get(comparison.tensor());
        if (spec == null) {
            return;
        }
        BothCounts counts = new BothCounts();
        List<OutputTensor> outcomes = outcomes(spec.name());
        long size = spec.size();
        for (int i = 0; i < size; i++) {
            checkClock(i);
            if (!inWindow(comparison, spec, i)) {
                continue;
            }
            if (isWritten(outcomes, i)) {
                element(comparison, spec, i, counts);
            } else {
                skipped++;
            }
        }
        if (comparison.elements() == Elements.WRITTEN_BY_BOTH) {
            assumptions.add(spec.name() + counts);
        }
    }

    /** How many elements are compared because both kernels write them. */
    private static final class BothCounts {
        private long compared;
        private long leftOut;
        private long sometimes; // of those compared

        @Override
        public String toString() {
            return ": compared where both kernels write it, "
                    + compared
                    + " elements"
                    + (sometimes == 0
                            ? ""
                            : " ("
                                    + sometimes
                                    + " of them for those inputs only for which both do)")
                    + "; "
                    + leftOut
                    + " that only one of them writes are left out";
        }
    }

    /** The tensor's final contents in every case of both sides. */
    private List<OutputTensor> outcomes(String tensor) {
        return Stream.concat(reference.cases().stream(), candidate.cases().stream())
                .map(c -> c.tensors().get(tensor))
                .filter(Objects::nonNull)
                .toList();
    }

    private static boolean isWritten(List<OutputTensor> outcomes, int index) {
        for (int k = 0; k < outcomes.size(); k++) {
            if (outcomes.get(k).isWritten(index)) {
                return true;
            }
        }
        return false;
    }

    private void element(Comparison comparison, TensorSpec spec, int index, BothCounts counts) {
        boolean byBoth = comparison.elements() == Elements.WRITTEN_BY_BOTH;
        boolean anyWritten = false;
        boolean anyCompared = false;
        boolean anyByOne = false;
        for (Case r : reference.cases()) {
            for (Case c : candidate.cases()) {
                OutputTensor first = r.tensors().get(spec.name());
                OutputTensor second = c.tensors().get(spec.name());
                int together = together(r.condition(), c.condition());
                int condition = byBoth ? bothWrite(together, first, second, index) : together;
                if (together == store.falseTerm()) {
                    continue;
                }
                boolean firstWrites = first != null && first.isWritten(index);
                boolean secondWrites = second != null && second.isWritten(index);
                anyWritten |= firstWrites || secondWrites;
                anyByOne |= condition != together;
                if (condition != store.falseTerm() && (firstWrites || secondWrites)) {
                    anyCompared = true;
                    condition(spec, index, condition, first, second);
                }
            }
        }
        if (anyCompared) {
            compared++;
            counts.compared++;
        } else if (anyWritten) {
            counts.leftOut++;
        } else {
            skipped++;
        }
        if (anyCompared && anyByOne) {
            counts.sometimes++;
            sometimes.computeIfAbsent(spec.name(), t -> new BitSet()).set(index);
        }
    }

    /** When both kernels write an element, within {@code condition}. */
    private int bothWrite(int condition, OutputTensor first, OutputTensor second, int index) {
        int both = condition;
        for (OutputTensor tensor : Arrays.asList(first, second)) {
            if (tensor == null || !tensor.isWritten(index)) {
                return store.falseTerm();
            }
            int term = tensor.term(index);
            if (term != 0 && store.mayBeUndefined(term)) {
                both = together(both, store.not(new PathSensitive(store).undefinedWhen(term)));
            }
        }
        return both;
    }

    private void condition(
            TensorSpec spec, int index, int condition, OutputTensor first, OutputTensor second) {
        boolean firstWrites = first != null && first.isWritten(index);
        boolean secondWrites = second != null && second.isWritten(index);
        if (firstWrites != secondWrites) {
            OutputTensor silent = firstWrites ? second : first;
            TensorSpec silentSpec = silent == null ? spec : silent.spec();
            if (oneCta || silentSpec.init() instanceof Init.Undefined) {
                KernelSide writer = firstWrites ? KernelSide.REFERENCE : KernelSide.CANDIDATE;
                int term =
                        firstWrites
                                ? kept(reference, first, index)
                                : kept(candidate, second, index);
                oneSided.add(new OneSided(spec.name(), index, writer, condition, term, oneCta));
                return;
            }
        }
        int left = term(spec, index, condition, first, KernelSide.REFERENCE);
        int right = term(spec, index, condition, second, KernelSide.CANDIDATE);
        if (left != 0 && right != 0) {
            conditions.add(
                    new VerificationCondition(
                            spec.name(),
                            index,
                            guard(condition, specialised(condition, left)),
                            guard(condition, specialised(condition, right))));
        }
    }

    /** {@code term} with what is assumed, and with the values that {@code condition} fixes. */
    private int specialised(int condition, int term) {
        return condition == store.trueTerm() && assumed.isEmpty()
                ? term
                : substitutions
                        .computeIfAbsent(condition, c -> new Substitution(store, fixed(c)))
                        .of(term);
    }

    /** The scalars whose value a conjunction of conditions states. */
    private Map<Integer, Integer> fixed(int condition) {
        Set<Integer> conjuncts = new LinkedHashSet<>();
        conjuncts(condition, conjuncts);
        Map<Integer, Integer> values = new HashMap<>(assumed);
        for (int c : conjuncts) {
            if (store.op(c) == Op.EQ) {
                int a = store.a(c);
                int b = store.b(c);
                if (store.op(a) == Op.ELEMENT && store.isRational(b)) {
                    values.put(a, b);
                } else if (store.op(b) == Op.ELEMENT && store.isRational(a)) {
                    values.put(b, a);
                }
            }
        }
        return values;
    }

    /** The term of an element, or 0 after noting that it cannot be compared. */
    private int term(
            TensorSpec spec, int index, int condition, OutputTensor tensor, KernelSide side) {
        SimulationResult result = side == KernelSide.REFERENCE ? reference : candidate;
        int term = tensor == null ? 0 : kept(result, tensor, index);
        if (term == 0 && (tensor == null || !tensor.isWritten(index))) {
            term = InitialTerms.of(tensor == null ? spec : tensor.spec(), store).applyAsInt(index);
        }
        if (term == 0) {
            String why = tensor == null ? null : tensor.unreadable(index);
            partial.add(new Unusable(spec.name(), index, side, 0, why));
        } else if (store.mayBeUndefined(term)) {
            undefined.add(new Unusable(spec.name(), index, side, guard(condition, term)));
            return 0;
        }
        return term;
    }

    private int kept(SimulationResult result, OutputTensor tensor, int index) {
        return UndefinedReads.kept(store, result, tensor.spec(), index, tensor.term(index));
    }

    private int guard(int condition, int term) {
        return condition == store.trueTerm() ? term : store.ite(condition, term, store.zero());
    }

    /** The conjunction of two conditions; false if they contradict each other. */
    private int together(int a, int b) {
        Set<Integer> conjuncts = new HashSet<>();
        conjuncts(a, conjuncts);
        conjuncts(b, conjuncts);
        for (int c : conjuncts) {
            if (conjuncts.contains(store.not(c))) {
                return store.falseTerm();
            }
        }
        return store.and(a, b);
    }

    private void conjuncts(int condition, Set<Integer> into) {
        if (store.op(condition) == Op.AND) {
            conjuncts(store.a(condition), into);
            conjuncts(store.b(condition), into);
        } else {
            into.add(condition);
        }
    }
}
