package io.heddle.replay;

import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.number.Elements;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.Domain;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.NumberEvaluator;
import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Some elements that CTAs have written, compared with a formula in doubles: a few of each CTA. They
 * may differ by {@value #TOLERANCE} of the element, and by {@value #NOISE} of the root mean square
 * of all.
 */
final class SampledElements {
    private static final double TOLERANCE = 1e-4;
    private static final double NOISE = 1e-5;
    private static final int ULPS = 4;
    private static final int SPREADS = 16;
    private static final double LEAST = 1e-30; // smaller and greater ones may be beyond a type
    private static final long MOST_OPERATIONS = 400_000_000;
    private static final int PARTS = 3; // of the elements of a CTA, the first of each

    private final Evaluation formula;
    private final RunClock clock;
    private final Map<String, Set<Integer>> elements = new LinkedHashMap<>();
    private boolean isOpen; // some launch was not run as the formula needs it

    /**
     * @param clock ends the comparison
     */
    SampledElements(Evaluation formula, RunClock clock) {
        this.formula = formula;
        this.clock = clock;
        formula.outputs().keySet().forEach(t -> elements.put(t.name(), new LinkedHashSet<>()));
    }

    /** Says that what later launches write is not what they would write in a whole grid. */
    void close() {
        isOpen = true;
    }

    /** Takes some of the elements that were written of a tensor. */
    void add(String tensor, BitSet written) {
        Set<Integer> some = elements.get(tensor);
        if (some == null || isOpen || written.isEmpty()) {
            return;
        }
        int first = written.nextSetBit(0);
        for (int part = 0; part < PARTS; part++) {
            int from = first + (int) ((long) (written.length() - first) * part / PARTS);
            some.add(written.nextSetBit(from));
        }
        some.add(written.length() - 1);
    }

    /**
     * What the comparison came to.
     *
     * @param compared how many elements
     * @param difference the first that differs, in words; empty if none does
     * @param obstacle why not all were compared; empty if they were
     */
    record Result(int compared, Optional<String> difference, Optional<String> obstacle) {}

    /**
     * Compares what was left with the formula at the same inputs.
     *
     * @param noisy what runs with random roundings have left
     */
    Result compare(
            Inputs inputs,
            Map<String, TensorContents> left,
            List<Map<String, TensorContents>> noisy) {
        NumberEvaluator evaluator =
                FormulaRuns.evaluator(
                        formula,
                        t ->
                                TensorContents.prescribed(t)
                                        .orElseGet(() -> inputs.tensors().get(t.name())),
                        inputs,
                        EnumSet.noneOf(Domain.class),
                        MOST_OPERATIONS,
                        clock::check);
        int compared = 0;
        try {
            for (Map.Entry<TensorSpec, Definition> output : formula.outputs().entrySet()) {
                TensorSpec tensor = output.getKey();
                List<Integer> places = new ArrayList<>(elements.get(tensor.name()));
                double[] expected = new double[places.size()];
                for (int i = 0; i < expected.length; i++) {
                    expected[i] = evaluator.element(output.getValue(), places.get(i));
                }
                double scale = rootMeanSquare(expected);
                TensorContents found = left.get(tensor.name());
                List<TensorContents> others =
                        noisy.stream().map(all -> all.get(tensor.name())).toList();
                double spread =
                        places.stream()
                                .mapToDouble(i -> spread(found, others, i, NOISE * scale))
                                .max()
                                .orElse(0);
                for (int i = 0; i < expected.length; i++) {
                    double is = found.value(places.get(i));
                    double size = Math.abs(expected[i]);
                    double most =
                            (TOLERANCE + SPREADS * spread) * size
                                    + (NOISE + SPREADS * NOISE * spread) * scale
                                    + ULPS * Elements.ulp(expected[i], tensor.type());
                    if (!isMeasurable(expected[i])) {
                        continue;
                    }
                    compared++;
                    if (!(Math.abs(is - expected[i]) <= most)) {
                        String element = tensor.symbol().element(places.get(i));
                        return new Result(
                                compared,
                                Optional.of(
                                        element
                                                + " is "
                                                + (float) is
                                                + ", the formula's is "
                                                + (float) expected[i]),
                                Optional.empty());
                    }
                }
            }
        } catch (FormulaException | LimitExceededException | StopException e) {
            return new Result(compared, Optional.empty(), Optional.of(e.getMessage()));
        } catch (OutOfMemoryError e) {
            return new Result(compared, Optional.empty(), Optional.of("the Java heap is full"));
        }
        return new Result(
                compared,
                Optional.empty(),
                isOpen
                        ? Optional.of(
                                formula.formula().leftOut().isEmpty()
                                        ? "CTAs depend on others, of which not all were run"
                                        : "the inputs do not meet all assumptions")
                        : Optional.empty());
    }

    /**
     * How far random roundings move an element, as a part of it.
     *
     * @param least magnitude that it is taken for
     */
    private static double spread(
            TensorContents found, List<TensorContents> others, int place, double least) {
        double is = found.value(place);
        double far = 0;
        for (TensorContents other : others) {
            far = Math.max(far, Math.abs(other.value(place) - is));
        }
        double part = far / Math.max(Math.abs(is), least);
        return Double.isFinite(part) ? part : 0;
    }

    private static boolean isMeasurable(double x) {
        return x == 0 || Math.abs(x) >= LEAST && Math.abs(x) <= 1 / LEAST;
    }

    private static double rootMeanSquare(double[] all) {
        double sum = 0;
        int n = 0;
        for (double x : all) {
            if (isMeasurable(x)) {
                sum += x * x;
                n++;
            }
        }
        return n == 0 ? 0 : Math.sqrt(sum / n);
    }
}
