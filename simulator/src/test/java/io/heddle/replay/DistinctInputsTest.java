package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every input of a replay obeys what is said of distinct tensors. */
final class DistinctInputsTest {
    private static final int SIZE = 16;

    private static Launch launch(Rational low, Rational high) {
        TensorSpec order =
                new TensorSpec(
                        "order",
                        ElementType.S32,
                        List.of(SIZE),
                        List.of(1L),
                        TensorSpec.Role.IN,
                        new TensorSpec.Init.Symbolic(),
                        low,
                        high,
                        true);
        String ptx =
                ".version 9.0\n.target sm_80\n.address_size 64\n"
                        + ".visible .entry k(.param .u64 p) { ret; }";
        return new Launch(
                PtxParser.parse("k.ptx", ptx),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(new Argument.Tensor(order)));
    }

    private static Set<Double> values(Inputs inputs) {
        TensorContents t = inputs.tensors().get("order");
        Set<Double> values = new HashSet<>();
        for (int i = 0; i < t.size(); i++) {
            values.add(t.value(i));
        }
        return values;
    }

    @Test
    void allPointsAreDistinct() {
        for (Launch launch :
                List.of(launch(Rational.ZERO, Rational.of(SIZE - 1)), launch(null, null))) {
            Points points = new Points(launch, launch, true);
            for (int k = 0; k < points.count() + 4; k++) {
                assertEquals(SIZE, values(points.get(k)).size(), "point " + k);
            }
        }
    }

    @Test
    void valuesStayInRange() {
        Launch launch = launch(Rational.of(-3), Rational.of(SIZE - 4));
        for (double x : values(new Points(launch, launch, true).get(3))) {
            assertTrue(x >= -3 && x <= SIZE - 4, "" + x);
        }
    }

    /** The definition: each but the first of equal values is the next that is free. */
    @Test
    void equalValuesBecomeTheNextOnesThatAreFree() {
        Launch launch = launch(Rational.ZERO, Rational.of(SIZE - 1));
        Inputs inputs = new Points(launch, launch, true).given(Map.of("order[3]", Rational.ONE));
        int[] expected = {0, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        for (int i = 0; i < SIZE; i++) {
            assertEquals(expected[i], inputs.tensors().get("order").value(i));
        }
    }

    @Test
    void drawingEndsWithTheTime() {
        Launch launch = launch(Rational.ZERO, Rational.of(SIZE - 1));
        Points points = new Points(launch, launch, true).until(System.nanoTime() - 1);
        PairRuns.Stop stop = assertThrows(PairRuns.Stop.class, () -> points.get(0));
        assertEquals(ReplayResult.Reason.BUDGET, stop.reason());
        assertEquals("its time was over while its inputs were drawn", stop.getMessage());
    }

    @Test
    void aReplayWithoutTimeForItsInputsIsSkipped() {
        Launch launch = launch(Rational.ZERO, Rational.of(SIZE - 1));
        ReplayOptions options = ReplayOptions.defaults();
        String expected = "its time was over while its inputs were drawn";
        ReplayVerdict pair = new ReplayCheck(launch, launch, options).within(-1).compare(List.of());
        assertEquals(expected, assertInstanceOf(ReplayVerdict.Skipped.class, pair).reason());
        SoloReplay.Result alone = new SoloReplay(launch, options, true, 1, -1).run(false);
        assertEquals(
                "the replay stopped: " + expected,
                assertInstanceOf(SoloReplay.Result.Skipped.class, alone).reason());
    }

    @Test
    void givenValuesStay() {
        Launch launch = launch(Rational.ZERO, Rational.of(SIZE - 1));
        Inputs inputs =
                new Points(launch, launch, true)
                        .given(Map.of("order[5]", Rational.ZERO, "order[0]", Rational.of(9)));
        TensorContents t = inputs.tensors().get("order");
        assertEquals(0, t.value(5));
        assertEquals(9, t.value(0));
        assertEquals(SIZE, values(inputs).size());
    }
}
