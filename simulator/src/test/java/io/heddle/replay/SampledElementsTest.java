package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Evaluation;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.replay.machine.ElementSet;
import io.heddle.replay.machine.RunClock;
import io.heddle.replay.machine.TensorContents;
import io.heddle.spec.Formula;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements of y = x + 100 i, right but for one. */
class SampledElementsTest {
    private static final int SIZE = 90;

    private static Argument tensor(String name, Role role) {
        TensorSpec.Init init =
                role == Role.IN ? new TensorSpec.Init.Symbolic() : new TensorSpec.Init.Undefined();
        return new Argument.Tensor(
                new TensorSpec(
                        name, ElementType.F32, List.of(SIZE), List.of(1L), role, init, null, null));
    }

    private final Evaluation formula =
            Evaluation.of(
                    Formula.parse("f.py", "x: f32[N]; y[i:N] = x[i] + 100 * i"),
                    List.of(tensor("x", Role.IN), tensor("y", Role.OUT)));
    private final Inputs inputs = new Points(formula, formula, false).get(Points.POSITIVE);

    private static ElementSet range(int from, int to) {
        ElementSet set = new ElementSet();
        set.set(from, to);
        return set;
    }

    private double noise; // of a run with random roundings; 0 for none

    private Map<String, TensorContents> left(int wrong, double factor, double noisy) {
        TensorContents x = inputs.tensors().get("x");
        return Map.of(
                "y",
                TensorContents.computed(
                        ElementType.F32,
                        SIZE,
                        i -> {
                            double right = (1 + noisy) * (x.value(i) + 100 * i);
                            return Float.floatToRawIntBits(
                                    (float) (i == wrong ? factor * right : right));
                        }));
    }

    private SampledElements.Result compare(int wrong, double factor, SampledElements samples) {
        return samples.compare(
                inputs,
                left(wrong, factor, 0),
                null,
                noise == 0 ? List.of() : List.of(left(wrong, factor, noise)));
    }

    @Test
    void aFewElementsOfEachCtaAreCompared() {
        SampledElements samples = new SampledElements(formula, new RunClock(0));
        samples.add("y", range(0, 30));
        samples.add("y", range(60, 90));
        samples.add("z", range(0, 30)); // no output
        SampledElements.Result result = compare(45, 2, samples);
        assertEquals(
                Map.of("y", 8),
                result.compared()); // 0 10 20 29, 60 70 80 89: parts of what was written
        assertEquals(Optional.empty(), result.difference());
        assertEquals(Optional.empty(), result.obstacle());
    }

    @Test
    void oneThatDiffersIsNamed() {
        for (int wrong : new int[] {10, 20, 29}) {
            SampledElements samples = new SampledElements(formula, new RunClock(0));
            samples.add("y", range(0, 30));
            String difference = compare(wrong, 0, samples).difference().orElse("");
            assertTrue(difference.startsWith("y[" + wrong + "] is 0.0"), wrong + difference);
        }
    }

    @Test
    void roundingsAreNoDifference() {
        SampledElements samples = new SampledElements(formula, new RunClock(0));
        samples.add("y", range(0, 30));
        assertEquals(Optional.empty(), compare(29, 1.00005, samples).difference());
        assertTrue(compare(29, 1.0002, samples).difference().isPresent());
        noise = 0.001;
        assertEquals(Optional.empty(), compare(29, 1.01, samples).difference());
        assertTrue(compare(29, 1.03, samples).difference().isPresent());
        assertTrue(compare(29, Double.NaN, samples).difference().isPresent());
        noise = 0.1; // which explains no more than a tenth
        assertEquals(Optional.empty(), compare(29, 1.09, samples).difference());
        assertTrue(compare(29, 1.5, samples).difference().isPresent());
    }

    /** The elements of a run in which something was not known. */
    private Map<String, TensorContents> changedAt(int place) {
        TensorContents all = left(10, 0, 0).get("y");
        return Map.of(
                "y",
                TensorContents.computed(
                        ElementType.F32, SIZE, i -> all.bits(i) + (i == place ? 1 : 0)));
    }

    @Test
    void whatDependsOnPoisonIsNotCompared() {
        SampledElements samples = new SampledElements(formula, new RunClock(0));
        samples.add("y", range(0, 30));
        SampledElements.Result result =
                samples.compare(inputs, left(10, 0, 0), changedAt(10), List.of());
        assertEquals(Map.of("y", 3), result.compared());
        assertEquals(Optional.empty(), result.difference());
        assertEquals("y[10] may depend on CTAs that were not run", result.obstacle().orElse(""));
        result = samples.compare(inputs, left(10, 0, 0), changedAt(11), List.of());
        assertTrue(result.difference().isPresent());
    }

    @Test
    void ofWholeOutputsManyElementsAreCompared() {
        for (int wrong = 0; wrong < SIZE; wrong++) {
            SampledElements samples = new SampledElements(formula, new RunClock(0));
            samples.spread();
            assertEquals(Map.of("y", SIZE), compare(-1, 1, samples).compared());
            assertTrue(compare(wrong, 2, samples).difference().isPresent());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4097, 1_000_003, Integer.MAX_VALUE})
    void elementsThatAreSpreadLieInAllParts(long size) {
        List<Integer> places = List.copyOf(SampledElements.spread(size));
        assertTrue(places.stream().allMatch(p -> p >= 0 && p < size), places + "");
        long distance = 0;
        int before = 0;
        for (int place : places.stream().sorted().toList()) {
            distance = Math.max(distance, (long) place - before);
            before = place;
        }
        assertTrue(distance <= 2 * (size / 4096 + 1), size + ": " + distance);
        assertEquals(size == 0 ? 0 : size - 1, before);
    }
}
