package io.heddle.refute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.Literals;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ExplainTest {
    private final TermStore s = new TermStore();
    private final int x = s.declare(new Symbol("x", ElementType.F32, List.of(64)));
    private final int a = s.declare(new Symbol("A", ElementType.F32, List.of(8, 8)));
    private final int b = s.declare(new Symbol("B", ElementType.F32, List.of(8, 8)));

    private int x(int i) {
        return s.element(x, i);
    }

    private String words(int reference, int candidate) {
        return new Explain(s, new Cone.Builder(s), Literals.exact(s))
                .difference(reference, candidate);
    }

    private int dot(int n) {
        int sum = s.zero();
        for (int k = 0; k < n; k++) {
            sum = s.fma(s.element(a, 3 * 8 + k), s.element(b, k * 8 + 5), sum);
        }
        return sum;
    }

    private int sum(int from, int to) {
        int sum = s.zero();
        for (int i = from; i < to; i++) {
            sum = s.add(sum, x(i));
        }
        return sum;
    }

    @Test
    void aMissingProductIsNamed() {
        assertEquals("candidate lacks A[3,7]*B[7,5]", words(dot(8), dot(7)));
        assertEquals("candidate has an extra A[3,7]*B[7,5]", words(dot(7), dot(8)));
    }

    @Test
    void aSwappedInputIsNamed() {
        assertEquals(
                "candidate has x[3] where the reference has x[4]",
                words(s.add(x(0), x(4)), s.add(x(0), x(3))));
    }

    @Test
    void aChangedCoefficientIsNamed() {
        assertEquals(
                "coefficient of x[1] is 2 instead of 1",
                words(s.add(x(0), x(1)), s.add(s.add(x(1), x(0)), x(1))));
    }

    @Test
    void aChangedConstantIsNamedWhereItStands() {
        int five = s.rational(Rational.of(1, 100000));
        int six = s.rational(Rational.of(1, 1000000));
        assertEquals(
                "in the denominator: under the square root: candidate adds 0.000001 instead of"
                        + " 0.00001",
                words(
                        s.div(x(0), s.sqrt(s.add(s.mul(x(1), x(1)), five))),
                        s.div(x(0), s.sqrt(s.add(s.mul(x(1), x(1)), six)))));
    }

    @Test
    void floatsAreNamedAsTheUserWroteThem() {
        int slope = s.literal(FloatFormat.F32, Float.floatToIntBits(0.1f));
        int other = s.literal(FloatFormat.F32, Float.floatToIntBits(0.01f));
        assertEquals(
                "coefficient of x[0] is 0.01 instead of 0.1",
                words(s.mul(x(0), slope), s.mul(x(0), other)));
        assertEquals("candidate has max(…, 0.1)", words(x(0), s.max(x(0), slope)));
    }

    @Test
    void aDroppedRescaleIsNamedByItsFactor() {
        int log2E = s.constant(NamedConstant.LOG2_E);
        int max = s.max(s.max(x(0), x(1)), x(2));
        int sum = s.zero();
        for (int i = 0; i < 3; i++) {
            sum = s.add(sum, s.exp2(s.mul(s.sub(x(i), max), log2E)));
        }
        int first = s.exp2(s.mul(s.sub(x(0), max), log2E));
        int two = s.max(x(0), x(1));
        int early =
                s.add(
                        s.exp2(s.mul(s.sub(x(0), two), log2E)),
                        s.exp2(s.mul(s.sub(x(1), two), log2E)));
        int last = s.exp2(s.mul(s.sub(x(2), max), log2E));
        int rescale = s.exp2(s.mul(s.sub(two, max), log2E));
        int good = s.div(first, s.add(s.mul(early, rescale), last));
        int numerator = s.mul(s.exp2(s.mul(s.sub(x(0), two), log2E)), rescale);
        int bad = s.div(numerator, s.add(early, last));
        assertEquals("", compareOnly(s.div(first, sum), good));
        assertTrue(
                words(s.div(first, sum), bad)
                        .startsWith("in the denominator: candidate lacks the factor exp2("),
                words(s.div(first, sum), bad));
    }

    @Test
    void denominatorsAreComparedInUnitsOfTheirNumerators() {
        int log2E = s.constant(NamedConstant.LOG2_E);
        int[] e = new int[3];
        int[] shifted = new int[3];
        int max = x(0);
        int sum = s.zero();
        int running = s.zero();
        for (int i = 0; i < 3; i++) {
            max = s.max(max, x(i));
            e[i] = s.exp2(s.mul(x(i), log2E));
            shifted[i] = s.exp2(s.mul(s.sub(x(i), max), log2E));
            sum = s.add(sum, e[i]);
            running = s.add(running, shifted[i]); // never rescaled
        }
        assertEquals(
                "in the denominator, in units of the numerator: candidate lacks "
                        + "exp2((log2(e)*x[0])); candidate lacks exp2((log2(e)*x[1])); "
                        + "candidate has an extra the constant 1; and 1 more",
                words(s.div(e[2], sum), s.div(shifted[2], running)));
    }

    @Test
    void anAtomThatAllTermsShareIsComparedByItself() {
        int square = s.mul(x(1), x(1));
        int good = s.sqrt(s.add(square, s.rational(Rational.of(1, 100000))));
        int bad = s.sqrt(s.add(square, s.rational(Rational.of(1, 1000000))));
        int mean = s.mul(s.add(x(0), x(1)), s.rational(Rational.HALF));
        assertEquals(
                "under the square root: candidate adds 0.000001 instead of 0.00001",
                words(
                        s.fma(s.sub(x(0), mean), s.div(x(2), good), x(3)),
                        s.fma(s.sub(x(0), mean), s.div(x(2), bad), x(3))));
    }

    private String compareOnly(int reference, int candidate) {
        String words = words(reference, candidate);
        return words.contains("lacks") || words.contains("extra") ? words : "";
    }

    @Test
    void aMissingClampIsNamed() {
        assertEquals("candidate lacks min(…, 6)", words(s.min(x(0), s.integer(6)), x(0)));
        assertEquals("candidate has max(…, 0)", words(x(0), s.max(x(0), s.zero())));
    }

    @Test
    void theOperandsOfAMaximumAreNamed() {
        int left = s.max(s.max(x(0), x(1)), x(2));
        assertEquals("candidate lacks x[2] in a maximum", words(left, s.max(x(0), x(1))));
        assertEquals(
                "candidate has x[3] where the reference has x[2] in a maximum",
                words(left, s.max(s.max(x(1), x(3)), x(0))));
    }

    @Test
    void manyMonomialsAreCutShort() {
        assertEquals(
                "candidate lacks x[50]; candidate lacks x[51]; candidate lacks x[52]; and 11 more",
                words(sum(0, 64), sum(0, 50)));
    }

    @Test
    void formsWithoutACommonShapeNameTheInputsThatOneSideDoesNotRead() {
        int left = s.div(sum(0, 8), s.exp2(sum(8, 16)));
        int right = s.mul(sum(0, 8), s.exp2(s.neg(s.add(sum(8, 15), x(20)))));
        assertEquals(
                "candidate does not read x[15]; only the candidate reads x[20]",
                words(left, right));
    }

    @Test
    void equalSumsHaveNoWords() {
        assertTrue(
                words(s.add(s.add(x(0), x(1)), x(2)), s.add(x(0), s.add(x(1), x(2))))
                        .startsWith("reference is"));
    }
}
