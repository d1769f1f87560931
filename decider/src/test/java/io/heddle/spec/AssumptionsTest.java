package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.spec.index.ElementFacts;
import io.heddle.spec.index.ElementRange;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What formulas assume of their inputs. */
class AssumptionsTest {
    private static BoundFormula bound(String assumption) {
        String text =
                "A: f32[3, 3]; p: f32[N]; h: f16[N]; b: bf16[N]; d: f64[N]; t: i32[N]; u: u8[N]\n"
                        + assumption
                        + "\ny[i:N] = sum[j:3, k:3](A[j, k]) + p[i] + h[i] + b[i] + d[i] + t[i] +"
                        + " u[i]";
        Map<String, List<Integer>> shapes = Map.of("p", List.of(4));
        return Formula.parse("f.py", text).bind(shapes, Map.of());
    }

    private static Input input(BoundFormula bound, String name) {
        return bound.inputs().get(name);
    }

    @Test
    void equalElementsHaveTheFirstForAll() {
        BoundFormula bound = bound("assume(A[i, j] == A[j, i])");
        ElementFacts facts = bound.facts().get(input(bound, "A"));
        assertEquals(1, facts.representative(3));
        assertEquals(5, facts.representative(7));
        assertEquals(4, facts.representative(4));
        assertEquals(List.of("assume(A[i, j] == A[j, i]) at f.py:2:1"), bound.assumptions());
    }

    @Test
    void guardsSelectElements() {
        BoundFormula bound = bound("assume(A[i, j] == 2, i > j)");
        ElementFacts facts = bound.facts().get(input(bound, "A"));
        assertEquals(Rational.TWO, facts.constant(3));
        assertEquals(null, facts.constant(1));
        assertEquals(2, facts.near(3, 17));
        assertEquals(17, facts.near(1, 17));
    }

    @Test
    void whatEachElementIsGivesARange() {
        BoundFormula all = bound("assume(t[i] in {2, 0}); assume(t[i] in {0, 2, 7})");
        assertEquals(
                new ElementRange(Rational.ZERO, Rational.TWO),
                all.facts().get(input(all, "t")).range());
        BoundFormula one = bound("assume(t[i] in {2, 1}, i > 0); assume(t[0] == 5)");
        assertEquals(
                new ElementRange(Rational.ONE, Rational.of(5)),
                one.facts().get(input(one, "t")).range());
        BoundFormula some = bound("assume(t[i] in {0, 2}, i > 0)");
        assertEquals(null, some.facts().get(input(some, "t")).range());
    }

    @Test
    void anElementMayBeOneOfAFew() {
        BoundFormula bound = bound("assume(p[i] in {1, -1}); assume(p[i] in {1, 0, -1})");
        ElementFacts facts = bound.facts().get(input(bound, "p"));
        assertEquals(List.of(Rational.MINUS_ONE, Rational.ONE), facts.values(2));
        assertEquals(-1, facts.near(2, -0.2));
        assertEquals(1, facts.near(2, 0.2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "0 <= t[i] < 5/2|t|0|2",
                "1/2 < t[i]|t|1|null",
                "-5/2 < t[i] < -1/2|t|-2|-1",
                "0 < t[i] < N|t|1|3",
                "3 > t[i]|t|null|2",
                "t[i] >= 2|t|2|null",
                "p[i] > 0|p|1/713623846352979940529142984724747568191373312|null",
                "p[i] >= 0|p|0|null",
                "p[i] < 1|p|null|16777215/16777216",
                "p[i] > 1|p|8388609/8388608|null",
                "p[i] > -1|p|-16777215/16777216|null",
                "p[i] < -1|p|null|-8388609/8388608",
                "p[i] > 1/3|p|11184811/33554432|null",
                "p[i] < 1/3|p|null|5592405/16777216",
                "p[i] > -1/3|p|-5592405/16777216|null",
                "h[i] > 0|h|1/16777216|null",
                "h[i] > 1|h|1025/1024|null",
                "h[i] < 0|h|null|-1/16777216",
                "b[i] > 1|b|129/128|null",
                "d[i] > 1|d|4503599627370497/4503599627370496|null",
            })
    void aBoundIsTheNextNumberOfTheType(String text, String name, String low, String high) {
        BoundFormula bound = bound("assume(" + text + ")");
        ElementRange range = bound.ranges().get(input(bound, name));
        assertEquals(low, range.low() == null ? null : range.low().toString());
        assertEquals(high, range.high() == null ? null : range.high().toString());
    }

    @Test
    void theTighterOfTwoBoundsHolds() {
        BoundFormula bound = bound("assume(0 <= t[i] <= 9); assume(2 <= t[i] <= 20)");
        ElementRange range = bound.ranges().get(input(bound, "t"));
        assertEquals(new ElementRange(Rational.TWO, Rational.of(9)), range);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i <= t[i] < N|2:1: a range is assumed of all elements of t alike",
                "t[0] < 6 > t[1] > 2|2:1: a range is assumed of all elements of t alike",
                "t[i] > 0, i > 1|2:1: a range is assumed of all elements of t alike",
                "p[i] > 1e39|2:15: 1e39 is beyond",
                "p[i] > 340282346638528859811704183484516925440|2:15: 340282346638528859811704183"
                        + "484516925440 does not fit in 64 bits",
                "p[i] > 3.4028235e38|2:8: no f32 is above 340282346638528859811704183484516925440",
                "p[i] in {0, 1} == 1|2:23: expected ')' or '",
                "h[i] == 0.1|2:8: h is f16, which has no number",
                "u[i] in {300}|2:17: u is u8, which has no number 300",
                "u[i] in {0, 300}|2:20: u is u8, which has no number 300",
                "1/3 <= t[i] <= 2/3|2:1: no input meets what is assumed",
                "2 <= t[i] <= 1|2:1: no input meets what is assumed",
                "p[i] != 0|2:8: an element may be ==",
                "p[i] == A[0, 0]|2:8: two elements that are assumed to be equal are of one tensor",
                "p|2:8: expected a comparison, or an element in {…}",
                "p[i] < p[i]|2:8: an element may be ==",
                "A[i, i] == 1, p[i] == 1|2:24: the index i has the extents 3 and 4",
                "1 == 1|2:8: an assumption is about an element of an input",
                "p[7] == 1|2:8: an element of p is out of range",
            })
    void whatCannotBeAssumed(String text, String expected) {
        FormulaException e =
                assertThrows(FormulaException.class, () -> bound("assume(" + text + ")"));
        assertEquals(
                "f.py:" + expected,
                e.getMessage()
                        .substring(0, Math.min(e.getMessage().length(), 5 + expected.length())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "assume(t[i] == 5)|assume(0 <= t[i] < 4)",
                "assume(p[i] == 0)|assume(p[i] > 0)",
                "assume(p[i] in {0, 1})|assume(p[i] == 3)",
                "assume(p[i] in {0, 1})|assume(p[i] in {2, 3})",
                "assume(A[i, j] == A[j, i])|assume(A[i, j] == i)",
            })
    void whatContradictsItself(String one, String two) {
        for (String text : List.of(one + "; " + two, two + "; " + one)) {
            FormulaException e = assertThrows(FormulaException.class, () -> bound(text));
            assertEquals(true, e.getMessage().endsWith("no input meets what is assumed"), text);
        }
    }

    private static final String LARGE =
            "A: f32[N, N]; p: f32[N, N]\nassume(A[i, j] == A[j, i])\nassume(0 < p[i, j] <= N)\n"
                    + "assume(A[i, j] == 0, i > j + 2)\ny = A @ p";

    @Test
    void whatIsAssumedOfTooManyElementsIsRefused() {
        FormulaException e =
                assertThrows(
                        FormulaException.class,
                        () -> Formula.parse("f.py", LARGE).bind(Map.of(), Map.of("N", 1025L)));
        assertEquals("f.py:2:1: an assumption of more than 1048576 elements", e.getMessage());
    }

    @Test
    void runsAtLargeSizesTakeRangesAndLeaveOutTheRest() {
        BoundFormula bound =
                Formula.parse("f.py", LARGE).partly().bind(Map.of(), Map.of("N", 1025L));
        assertEquals(
                List.of(
                        "assume(A[i, j] == A[j, i]) at f.py:2:1",
                        "assume(A[i, j] == 0, i > j + 2) at f.py:4:1"),
                bound.leftOut());
        ElementRange range = bound.ranges().get(input(bound, "p"));
        assertEquals(Rational.of(1025), range.high());
        assertEquals(1, range.low().signum());
        assertEquals(Map.of(), bound.facts());
        BoundFormula small = Formula.parse("f.py", LARGE).partly().bind(Map.of(), Map.of("N", 3L));
        assertEquals(List.of(), small.leftOut());
        assertEquals(2, small.facts().get(input(small, "A")).representative(6));
    }
}
