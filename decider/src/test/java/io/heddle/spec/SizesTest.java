package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.spec.index.FormulaException;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Formulas that state their sizes and outputs, and numbers over them. */
class SizesTest {
    private static final String TEXT =
            """
            G: dim
            x: f32[N, G * D]
            D: dim = 3
            eps: f32 = 0.5
            h = x + eps
            y: f16[N, G * D] = h
            total: f64[1] = sum(h)
            proved(N=2, G=1); proved(G=2, N=1 + 2)
            shipped(N=2 ** 12, G=64)
            """;

    private static BoundFormula bound() {
        return Formula.parse("f.py", TEXT).bind(Map.of(), Map.of("N", 2L, "G", 4L));
    }

    @Test
    void theSizesAreThoseOfTheFile() {
        List<Sizes> sizes = Formula.parse("f.py", TEXT).sizes();
        assertEquals("[N=2, G=1, G=2, N=3, N=4096, G=64]", sizes.stream().toList().toString());
        assertEquals(List.of(false, false, true), sizes.stream().map(Sizes::isShipped).toList());
        assertEquals(8, sizes.get(1).place().line());
        assertEquals(19, sizes.get(1).place().column());
    }

    @Test
    void whatStatesATypeIsAnOutput() {
        Map<String, Output> outputs = bound().outputs();
        assertEquals(List.of("y", "total"), List.copyOf(outputs.keySet()));
        assertEquals(ElementType.F16, outputs.get("y").type());
        assertEquals(List.of(2, 12), outputs.get("y").shape());
        assertEquals(List.of(1), outputs.get("total").shape());
    }

    @Test
    void withoutOneTheLastDefinitionIs() {
        BoundFormula f =
                Formula.parse("f.py", "x: f32[N]; h = x; m = sum(h)")
                        .bind(Map.of(), Map.of("N", 2L));
        assertEquals("[m]", f.outputs().keySet().toString());
        assertEquals(ElementType.F32, f.outputs().get("m").type());
        assertEquals(List.of(1), f.outputs().get("m").shape());
        assertEquals(Map.of(), f.declaredOutputs());
    }

    @Test
    void numbersAreMadeOfDimsAndConstants() {
        Constants constants = bound().constants();
        assertEquals(12L, constants.of("c.conf", "G * D").integer());
        assertEquals(2L, constants.of("c.conf", "(N * 2 + 1) // 2").integer());
        assertEquals(0.5, constants.of("c.conf", "1 / sqrt(G)").real(), 0);
        assertEquals(null, constants.of("c.conf", "1 / sqrt(G)").integer());
        assertEquals(0.5, constants.of("c.conf", "eps").real(), 0);
    }

    private static String error(String text) {
        return assertThrows(FormulaException.class, () -> bound().constants().of("c", text))
                .getMessage();
    }

    @Test
    void whatHasNoConstantValueIsNoNumber() {
        assertEquals("c:1:1: M is not defined", error("M"));
        assertEquals("c:1:1: an input has no constant value", error("x[0, 0]"));
        assertEquals("c:1:1: an input has no constant value", error("sum(x)"));
        assertEquals("c:1:4: expected the end of the statement, found '2'", error("N  2"));
        assertEquals("c:1:1: a number divided by 0", error("1 / (N - 2)"));
    }
}
