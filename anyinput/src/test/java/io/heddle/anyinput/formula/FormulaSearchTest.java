package io.heddle.anyinput.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.formula.Arrangement.Shape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FormulaSearchTest {
    private static Samples samples(int degree, long period, int from) {
        return new Samples(
                List.of("N"),
                List.of(0),
                new Shape(Map.of(0, from), Map.of(0, period), degree),
                n -> true);
    }

    private static Optional<Formula> find(Samples samples, ToLongFunction<long[]> of) {
        return new FormulaSearch(samples).find(values(samples, of));
    }

    private static long[] values(Samples samples, ToLongFunction<long[]> of) {
        return IntStream.range(0, samples.count())
                .mapToLong(k -> of.applyAsLong(samples.launch(k)))
                .toArray();
    }

    private static String text(Samples samples, ToLongFunction<long[]> of) {
        return find(samples, of).map(Formula::toString).orElse("none");
    }

    private static long up(long n, long d) {
        return Math.floorDiv(n + d - 1, d);
    }

    @Test
    void aConstantIsANumber() {
        assertEquals("7", text(samples(1, 32, 1), n -> 7));
        assertEquals("0", text(samples(1, 32, 1), n -> 0));
    }

    @Test
    void aQuotientThatIsRoundedUpIsCeil() {
        assertEquals("31*ceil(N/32)", text(samples(1, 32, 1), n -> 31 * up(n[0], 32)));
    }

    @Test
    void aQuotientOfADivisorOfThePeriodIsFound() {
        assertEquals("3*ceil(N/8)", text(samples(1, 256, 1), n -> 3 * up(n[0], 8)));
    }

    @Test
    void whatIsOneWhereARemainderIsLeftIsADifference() {
        assertEquals(
                "-floor(N/32) + ceil(N/32)", text(samples(1, 32, 1), n -> n[0] % 32 == 0 ? 0 : 1));
    }

    @Test
    void aSumOfTwoQuotientsIsFound() {
        assertEquals(
                "5*ceil(N/32) + 48*ceil(N/256)",
                text(samples(1, 256, 1), n -> 5 * up(n[0], 32) + 48 * up(n[0], 256)));
    }

    @Test
    void anOffsetIsFound() {
        assertEquals("ceil((N - 1)/8)", text(samples(1, 8, 1), n -> up(n[0] - 1, 8)));
    }

    @Test
    void aPolynomialHasItsFractions() {
        assertEquals("N^2/2 - N/2", text(samples(2, 1, 1), n -> n[0] * (n[0] - 1) / 2));
    }

    @Test
    void aProductWithAQuotientIsFound() {
        assertEquals("3*N*ceil(N/4)", text(samples(2, 4, 1), n -> 3 * n[0] * up(n[0], 4)));
    }

    @Test
    void twoSizesAreFound() {
        Samples two =
                new Samples(
                        List.of("N", "M"),
                        List.of(0, 1),
                        new Shape(Map.of(), Map.of(0, 16L, 1, 2L), 2),
                        n -> true);
        assertEquals(
                "2*ceil(N/16)*ceil(M/2) + M",
                text(two, n -> 2 * up(n[0], 16) * up(n[1], 2) + n[1]));
    }

    @Test
    void noiseHasNoFormulaButBounds() {
        Samples samples = samples(1, 32, 1);
        long[] values = values(samples, n -> n[0] + (n[0] % 32) * (n[0] % 32) % 7);
        FormulaSearch search = new FormulaSearch(samples);
        assertEquals(Optional.empty(), search.find(values));
        Formula least = search.bound(values, false).orElseThrow();
        Formula most = search.bound(values, true).orElseThrow();
        for (int k = 0; k < values.length; k++) {
            assertTrue(least.up(samples.launch(k)) <= values[k]);
            assertTrue(most.down(samples.launch(k)) >= values[k]);
        }
        assertEquals("N", least.toString());
        assertEquals("N + 4", most.toString());
    }

    @Test
    void aFormulaThatFitsAllButOneLaunchIsNone() {
        Samples samples = samples(1, 32, 1);
        long[] values = values(samples, n -> up(n[0], 32));
        values[17] += 1;
        assertTrue(new FormulaSearch(samples).find(values).isEmpty());
    }

    @Test
    void aPeriodOfVeryManySizesIsRefused() {
        assertThrows(NoFormulaException.class, () -> samples(1, 1_000_000, 1));
    }
}
