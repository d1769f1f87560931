package io.heddle.spec.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Integers and conditions that indices decide. */
class IntTest {
    private static final Place PLACE = new Place("f.py", 1, 1);
    private static final Int I = new Int.Index(0);
    private static final Int J = new Int.Index(1);

    @Test
    void divisionIsThatOfPython() {
        long[][] cases = {{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}, {-6, 3}, {0, 5}, {1, -9}};
        for (long[] c : cases) {
            long quotient = (long) Math.floor((double) c[0] / c[1]);
            long remainder = c[0] - quotient * c[1];
            assertEquals(quotient, Int.over(I, J, PLACE).value(c));
            assertEquals(remainder, Int.modulo(I, J, PLACE).value(c));
            assertEquals(quotient, Int.over(Int.of(c[0]), Int.of(c[1]), PLACE).constant());
            assertEquals(remainder, Int.modulo(Int.of(c[0]), Int.of(c[1]), PLACE).constant());
        }
    }

    @Test
    void sumsOfMultiplesAreOneNode() {
        Int sum = Int.plus(Int.plus(Int.times(I, Int.of(3)), 2, J), -3, I);
        assertEquals(Int.times(J, Int.of(2)), sum);
        assertEquals(10, sum.value(new long[] {99, 5}));
        assertEquals(I, Int.plus(Int.plus(I, 1, Int.of(4)), -1, Int.of(4)));
        assertEquals(Int.of(0), Int.plus(I, -1, I));
        assertTrue(Int.plus(I, -1, I).isConstant());
        assertEquals(Int.of(0), Int.times(I, Int.of(0)));
        assertEquals(12, Int.times(I, J).value(new long[] {3, 4}));
        assertEquals(I, Int.over(I, Int.of(1), PLACE));
        assertEquals(Int.of(0), Int.modulo(I, Int.of(1), PLACE));
    }

    @Test
    void powers() {
        assertEquals(81, Int.power(I, J, PLACE).value(new long[] {-3, 4}));
        assertEquals(1, Int.power(I, J, PLACE).value(new long[] {0, 0}));
        assertEquals(0, Int.power(I, J, PLACE).value(new long[] {0, Long.MAX_VALUE}));
        assertEquals(-1, Int.power(I, J, PLACE).value(new long[] {-1, Long.MAX_VALUE}));
        assertEquals(1L << 62, Int.power(I, J, PLACE).value(new long[] {2, 62}));
        long[] tooLarge = {2, 63};
        Int power = Int.power(I, J, PLACE);
        assertThrows(ArithmeticException.class, () -> power.value(tooLarge));
        assertThrows(FormulaException.class, () -> power.value(new long[] {2, -1}));
    }

    @Test
    void whatDoesNotFitIsNoNumber() {
        long[] most = {Long.MAX_VALUE, Long.MIN_VALUE};
        Int one = Int.of(1);
        assertThrows(ArithmeticException.class, () -> Int.plus(I, 1, one).value(most));
        assertThrows(ArithmeticException.class, () -> Int.times(I, J).value(most));
        Int quotient = Int.over(J, Int.of(-1), PLACE);
        assertThrows(ArithmeticException.class, () -> quotient.value(most));
        assertThrows(ArithmeticException.class, () -> Int.plus(Int.of(most[0]), 1, one));
        assertThrows(FormulaException.class, () -> Int.over(one, Int.of(0), PLACE));
        assertThrows(FormulaException.class, () -> Int.modulo(one, Int.of(0), PLACE));
    }

    @Test
    void aChoiceFollowsItsGuard() {
        Guard less = Guard.compared(Relation.LESS, I, J);
        Int choice = Int.choice(less, I, J);
        assertEquals(2, choice.value(new long[] {2, 3}));
        assertEquals(3, choice.value(new long[] {4, 3}));
        assertEquals(I, Int.choice(Guard.TRUE, I, J));
        assertEquals(J, Int.choice(Guard.FALSE, I, J));
    }

    @Test
    void guardsAreBooleanAlgebra() {
        Guard less = Guard.compared(Relation.LESS, I, J);
        Guard even = Guard.compared(Relation.EQUAL, Int.modulo(I, Int.of(2), PLACE), Int.of(0));
        for (long i = 0; i < 4; i++) {
            for (long j = 0; j < 4; j++) {
                long[] frame = {i, j};
                assertEquals(i < j && i % 2 == 0, Guard.and(less, even).holds(frame));
                assertEquals(i < j || i % 2 == 0, Guard.or(less, even).holds(frame));
                assertEquals(i >= j, Guard.not(less).holds(frame));
                for (Relation r : Relation.values()) {
                    assertEquals(r.holds(i, j), Guard.compared(r, I, J).holds(frame));
                }
            }
        }
        assertEquals(less, Guard.not(Guard.not(less)));
        assertEquals(less, Guard.and(Guard.TRUE, less));
        assertEquals(less, Guard.and(less, Guard.TRUE));
        assertEquals(Guard.FALSE, Guard.and(less, Guard.FALSE));
        assertEquals(Guard.FALSE, Guard.and(Guard.FALSE, less));
        assertEquals(Guard.TRUE, Guard.or(less, Guard.TRUE));
        assertEquals(Guard.TRUE, Guard.not(Guard.FALSE));
        assertEquals(Guard.TRUE, Guard.compared(Relation.LESS, Int.of(1), Int.of(2)));
        assertFalse(Guard.FALSE.holds(new long[0]));
    }

    @Test
    void whatIsTooLongToComputeIsRefused() {
        assertThrows(
                LimitExceededException.class,
                () -> {
                    Int square = I;
                    for (int n = 0; n < 60; n++) {
                        square = Int.times(square, square);
                    }
                });
        assertThrows(
                LimitExceededException.class,
                () -> {
                    Guard both = Guard.compared(Relation.LESS, I, J);
                    for (int n = 0; n < 60; n++) {
                        both = Guard.and(both, both);
                    }
                });
    }
}
