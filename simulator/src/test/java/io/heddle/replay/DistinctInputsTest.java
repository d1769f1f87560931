package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
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
