package io.heddle.spec.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** erf, against digits from its series in decimals of 120 digits. */
class ErrorFunctionTest {
    private static final double NEAR = 2e-15; // its series cancels digits near 2

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    0, 0e-119
                    1e-300, 1.128379167095512602172316e-300
                    1e-10, 1.128379167095512615001730e-10
                    0.001, 0.001128378790969236403437564
                    0.1, 0.1124629160182848984047123
                    0.25, 0.2763263901682369329850683
                    0.5, 0.5204998778130465376827467
                    0.75, 0.7111556336535151315989378
                    1, 0.8427007929497148693412206
                    1.25, 0.9229001282564582301365235
                    1.5, 0.9661051464753107270669763
                    1.75, 0.9866716712191824437722111
                    1.9375, 0.9938568063952131999931299
                    1.984375, 0.9949890660500734975797979
                    1.9990234375, 0.9953020429519791433205711
                    2, 0.9953222650189527341620693
                    2.0009765625, 0.9953424082475711509918800
                    2.03125, 0.9959291822947530043777920
                    2.25, 0.9985372834133188483020892
                    2.5, 0.9995930479825550410604358
                    3, 0.9999779095030014145586272
                    3.5, 0.9999992569016276585872545
                    4, 0.9999999845827420997199811
                    4.5, 0.9999999998033839558457113
                    5, 0.9999999999984625402055720
                    5.5, 0.9999999999999926421520820
                    5.9375, 0.9999999999999999541552656
                    6, 0.9999999999999999784802633
                    6.5, 0.9999999999999999999615785
                    7, 0.9999999999999999999999582
                    """)
    void erfHasItsDigits(double x, double expected) {
        assertEquals(expected, ErrorFunction.of(x), NEAR * Math.abs(expected));
        assertEquals(-expected, ErrorFunction.of(-x), NEAR * Math.abs(expected));
    }

    @Test
    void erfRisesFromMinusOneToOne() {
        double before = -1;
        for (double x = -8; x <= 8; x += 1 / 128.0) {
            double y = ErrorFunction.of(x);
            assertTrue(y >= before - NEAR && y <= 1, "at " + x);
            before = y;
        }
        assertEquals(1, ErrorFunction.of(Double.POSITIVE_INFINITY));
        assertEquals(-1, ErrorFunction.of(Double.NEGATIVE_INFINITY));
        assertEquals(1, ErrorFunction.of(Double.MAX_VALUE));
        assertTrue(Double.isNaN(ErrorFunction.of(Double.NaN)));
        assertEquals(Double.MIN_VALUE, ErrorFunction.of(Double.MIN_VALUE));
    }
}
