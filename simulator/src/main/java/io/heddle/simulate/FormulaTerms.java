package io.heddle.simulate;

import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.memory.InitialTerms;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.ElementRange;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.TermEvaluator;
import io.heddle.term.ElementType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongToIntFunction;

/** Evaluates a formula into a term store, with the result that the execution of a kernel has. */
public final class FormulaTerms {
    private FormulaTerms() {}

    /**
     * All elements of all outputs that the formula defines.
     *
     * @param deadlineNanos when to stop, by the nanosecond clock
     * @throws io.heddle.term.LimitExceededException if there are too many terms, or it is late
     * @throws io.heddle.spec.index.FormulaException if it reads out of range
     */
    public static SimulationResult run(Evaluation evaluation, TermStore store, long deadlineNanos) {
        int before = store.size();
        TermEvaluator evaluator = evaluator(evaluation, store, deadlineNanos);
        Map<String, OutputTensor> tensors = new LinkedHashMap<>();
        for (Map.Entry<TensorSpec, Definition> output : evaluation.outputs().entrySet()) {
            TensorSpec tensor = output.getKey();
            int size = Math.toIntExact(tensor.size());
            int[] terms = new int[size];
            for (int i = 0; i < size; i++) {
                terms[i] = evaluator.element(output.getValue(), i);
            }
            BitSet all = new BitSet();
            all.set(0, size);
            tensors.put(tensor.name(), new OutputTensor(tensor, terms, all));
        }
        return new SimulationResult(
                List.of(),
                true,
                List.of(new SimulationResult.Case(store.trueTerm(), tensors)),
                List.of(),
                statistics(store.size() - before),
                0);
    }

    private static TermEvaluator evaluator(
            Evaluation evaluation, TermStore store, long deadlineNanos) {
        Map<Input, LongToIntFunction> inputs = new HashMap<>();
        Map<Input, Function> gathered = new HashMap<>();
        Map<Input, ElementRange> ranges = new HashMap<>();
        for (Input input : evaluation.formula().inputs().values()) {
            TensorSpec tensor = evaluation.inputs().get(input);
            if (tensor == null) {
                int symbol = store.declare(new Symbol(input.name(), input.type(), List.of()));
                inputs.put(input, flat -> store.element(symbol, 0));
            } else {
                inputs.put(input, InitialTerms.of(tensor, store));
                gathered.put(input, Function.elementOf(tensor.symbol()));
                ranges.put(input, range(tensor));
            }
        }
        return new TermEvaluator(store, inputs, gathered, ranges, deadlineNanos);
    }

    /** The range of a tensor's elements: that which is stated, or else that of its type. */
    private static ElementRange range(TensorSpec tensor) {
        ElementType type = tensor.type();
        if (type.isFloat()) {
            return new ElementRange(tensor.low(), tensor.high());
        }
        Rational low = tensor.low() == null ? type.minInteger() : tensor.low();
        return new ElementRange(low, tensor.high() == null ? type.maxInteger() : tensor.high());
    }

    /** Nothing is executed; terms are made. */
    private static Statistics statistics(long terms) {
        return new Statistics(0, 0, 0, 0, 0, 0, terms, 0, 0, 0, 0, 0, 0);
    }
}
