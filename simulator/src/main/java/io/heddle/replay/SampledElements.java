package io.heddle.replay;

import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.ElementSet;
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
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Some elements of what launches leave, compared with a formula in doubles: a few of each CTA, or
 * many that are spread over the outputs. They may differ by {@value #TOLERANCE} of the element, and
 * by {@value #NOISE} of the root mean square of all.
 */
final class SampledElements {
    private static final double TOLERANCE = 1e-4;
    private static final double NOISE = 1e-5;
    private static final int ULPS = 4;
    private static final int SPREADS = 16;
    private static final double LEAST = 1e-30; // smaller and greater ones may be beyond a type
    private static final long MOST_OPERATIONS = 400_000_000;
    private static final int PARTS = 3; // of the elements of a CTA, the first of each
    private static final int MANY_BITS = 12; // of the number of elements that are spread
    private static final long ENOUGH_OPERATIONS = 20_000_000; // for these, after the first
    private static final double MOST_SPREAD = 0.1; // that roundings may explain

    private final Evaluation formula;
    private final RunClock clock;
    private final Map<String, Set<Integer>> elements = new LinkedHashMap<>();
    private boolean isSpread;

    /**
     * @param clock ends the comparison
     */
    SampledElements(Evaluation formula, RunClock clock) {
        this.formula = formula;
        this.clock = clock;
        formula.outputs().keySet().forEach(t -> elements.put(t.name(), new LinkedHashSet<>()));
    }

    /** Takes some of the elements that a CTA has written of a tensor. */
    void add(String tensor, ElementSet written) {
        Set<Integer> some = elements.get(tensor);
        if (some == null || isSpread || written.isEmpty()) {
            return;
        }
        int first = written.next(0);
        long extent = written.last() + 1L - first;
        for (int part = 0; part < PARTS; part++) {
            some.add(written.next(first + (int) (extent * part / PARTS)));
        }
        some.add(written.last());
    }

    /** Takes elements of all parts of the outputs: all of small ones. */
    void spread() {
        isSpread = true;
        for (TensorSpec t : formula.outputs().keySet()) {
            elements.get(t.name()).addAll(spread(t.size()));
        }
    }

    /** Places from 0 to the one before {@code size}; the first few lie far apart. */
    static Set<Integer> spread(long size) {
        Set<Integer> places = new LinkedHashSet<>();
        if (size > 0) {
            places.add(0);
            places.add((int) (size - 1));
        }
        int many = 1 << MANY_BITS;
        for (int k = 0; k < many; k++) {
            long part = (Integer.reverse(k) & 0xFFFFFFFFL) >>> Integer.SIZE - MANY_BITS;
            long from = size * part / many;
            long to = size * (part + 1) / many;
            if (from < to) {
                long jitter = (part + 1) * 0x9E3779B97F4A7C15L >>> 1;
                places.add((int) (from + jitter % (to - from)));
            }
        }
        return places;
    }

    /**
     * What the comparison came to.
     *
     * @param compared how many elements of each output of which some were
     * @param difference the first that differs, in words; empty if none does
     * @param obstacle why some were not compared that should be; empty if all were
     */
    record Result(
            Map<String, Integer> compared,
            Optional<String> difference,
            Optional<String> obstacle) {}

    /**
     * Compares what was left with the formula at the same inputs. What is not known there is not
     * compared, nor what is something else in another run.
     *
     * @param other what a run has left with other poison; null if all that launches read is known
     * @param noisy what runs with random roundings have left
     */
    Result compare(
            Inputs inputs,
            Map<String, TensorContents> left,
            Map<String, TensorContents> other,
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
        Map<String, Integer> compared = new LinkedHashMap<>();
        Optional<String> obstacle = Optional.empty();
        try {
            for (Map.Entry<TensorSpec, Definition> output : formula.outputs().entrySet()) {
                TensorSpec tensor = output.getKey();
                TensorContents found = left.get(tensor.name());
                List<Integer> known = new ArrayList<>();
                for (int place : elements.get(tensor.name())) {
                    if (isKnown(place, found, other == null ? found : other.get(tensor.name()))) {
                        known.add(place);
                    } else if (!isSpread && obstacle.isEmpty()) {
                        obstacle =
                                Optional.of(
                                        tensor.symbol().element(place)
                                                + " may depend on CTAs that were not run");
                    }
                }
                List<TensorContents> others =
                        noisy.stream().map(all -> all.get(tensor.name())).toList();
                double[] expected = expected(evaluator, output.getValue(), known);
                Compared one = compare(tensor, known, expected, found, others);
                if (one.count() > 0) {
                    compared.put(tensor.name(), one.count());
                }
                if (one.difference() != null) {
                    return new Result(compared, Optional.of(one.difference()), obstacle);
                }
            }
        } catch (FormulaException | LimitExceededException | StopException e) {
            return new Result(compared, Optional.empty(), Optional.of(e.getMessage()));
        } catch (OutOfMemoryError e) {
            return new Result(compared, Optional.empty(), Optional.of("the Java heap is full"));
        }
        return new Result(compared, Optional.empty(), obstacle);
    }

    private static boolean isKnown(int place, TensorContents one, TensorContents other) {
        return one != null
                && one.isDefined(place)
                && (one == other || other.isDefined(place) && other.bits(place) == one.bits(place));
    }

    /** What the formula gives, for all places or for as many of many as do not take long. */
    private double[] expected(NumberEvaluator evaluator, Definition output, List<Integer> places) {
        double[] expected = new double[places.size()];
        long before = evaluator.operations();
        for (int i = 0; i < expected.length; i++) {
            long most = isSpread ? ENOUGH_OPERATIONS : MOST_OPERATIONS / 4;
            if (i > 1 && evaluator.operations() - before > most) {
                return java.util.Arrays.copyOf(expected, i);
            }
            expected[i] = evaluator.element(output, places.get(i));
        }
        return expected;
    }

    /** How many elements of a tensor were compared, and the first that differs, or null. */
    private record Compared(int count, String difference) {}

    private static Compared compare(
            TensorSpec tensor,
            List<Integer> places,
            double[] expected,
            TensorContents found,
            List<TensorContents> others) {
        double scale = rootMeanSquare(expected);
        double spread = 0;
        for (int i = 0; i < expected.length; i++) {
            spread = Math.max(spread, spread(found, others, places.get(i), NOISE * scale));
        }
        int count = 0;
        for (int i = 0; i < expected.length; i++) {
            if (!isMeasurable(expected[i])) {
                continue;
            }
            int place = places.get(i);
            double is = found.value(place);
            double size = Math.abs(expected[i]);
            double most =
                    TOLERANCE * size
                            + NOISE * scale
                            + ULPS * Elements.ulp(expected[i], tensor.type());
            double explained =
                    Math.min(
                            SPREADS * spread * (size + NOISE * scale),
                            MOST_SPREAD * Math.max(size, scale));
            count++;
            double expects = expected[i];
            boolean isNear =
                    Math.abs(is - expects) <= most + explained
                            || others.stream()
                                    .anyMatch(o -> Math.abs(o.value(place) - expects) <= most);
            if (!isNear) {
                String element = tensor.symbol().element(place);
                return new Compared(
                        count,
                        element
                                + " is "
                                + (float) is
                                + ", the formula's is "
                                + (float) expected[i]);
            }
        }
        return new Compared(count, null);
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
