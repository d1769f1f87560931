package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What conjunctions say of the integers in them. */
final class SolvedIntegersTest {
    private final TermStore store = new TermStore();
    private final SolvedIntegers integers = new SolvedIntegers(store, new Bounds(store));
    private final int i = integer("i", 0, 7);
    private final int j = integer("j", 0, 15);
    private final int wide = integer("wide", 0, 16);

    private int integer(String name, int low, int high) {
        Symbol symbol =
                new Symbol(name, ElementType.S32, List.of(), Rational.of(low), Rational.of(high));
        return store.element(store.declare(symbol), 0);
    }

    private int number(long n) {
        return store.integer(n);
    }

    private int is(int t, long n) {
        return store.eq(t, number(n));
    }

    private int row(int x, int y) {
        return store.fma(number(16), x, y);
    }

    @Test
    void aSumOfARowAndAColumnGivesBoth() {
        int sum = is(row(i, j), 35);
        assertEquals(store.and(store.and(sum, is(i, 2)), is(j, 3)), integers.solve(sum));
        assertEquals(store.falseTerm(), integers.solve(is(row(i, j), 128)));
        assertEquals(store.falseTerm(), integers.solve(is(row(i, j), -1)));
    }

    @Test
    void aColumnThatReachesTheNextRowGivesNothing() {
        int sum = is(row(i, wide), 16);
        assertEquals(sum, integers.solve(sum));
        assertEquals(sum, integers.solve(store.and(sum, store.trueTerm())));
    }

    @Test
    void aNumberThatIsReachedInOneWayGivesBothAllTheSame() {
        int last = is(row(i, wide), 128);
        assertEquals(store.and(store.and(last, is(i, 7)), is(wide, 16)), integers.solve(last));
        int first = is(row(i, wide), 15);
        assertEquals(store.and(store.and(first, is(i, 0)), is(wide, 15)), integers.solve(first));
        assertEquals(store.falseTerm(), integers.solve(is(row(i, wide), 129)));
    }

    @Test
    void aGuardMakesTheColumnNarrow() {
        int guarded = store.and(is(row(i, wide), 35), store.lt(wide, number(16)));
        int solved = integers.solve(guarded);
        assertEquals(store.and(store.and(guarded, is(i, 2)), is(wide, 3)), solved);
    }

    @Test
    void aConditionOnOneIntegerThatLeavesOneValueGivesIt() {
        int parity = store.sub(i, store.mul(number(2), half(i)));
        int odd = store.and(is(parity, 1), is(half(i), 3));
        assertEquals(store.and(odd, is(i, 7)), integers.solve(odd));
        int none = store.and(is(parity, 1), is(i, 4));
        assertEquals(store.falseTerm(), integers.solve(none));
        assertEquals(is(parity, 1), integers.solve(is(parity, 1)));
    }

    private int half(int t) {
        return store.floor(store.mul(store.rational(Rational.HALF), t));
    }

    @Test
    void valuesThatAreLeftAreChosenInTurn() {
        int parity = is(store.sub(i, store.mul(number(2), half(i))), 1);
        int low = store.lt(j, number(2));
        int both = store.and(parity, low);
        assertEquals(store.and(store.and(both, is(i, 1)), is(j, 1)), integers.choose(both, 0));
        assertEquals(store.and(store.and(both, is(i, 3)), is(j, 0)), integers.choose(both, 1));
        assertEquals(is(i, 3), integers.choose(is(i, 3), 0));
    }

    @Test
    void whatFollowsFromAStatedValueIsLeftOut() {
        int third = store.floor(store.mul(store.rational(Rational.of(1, 3)), i));
        int six = is(i, 6);
        assertEquals(six, integers.withoutImplied(store.and(six, is(third, 2))));
        int wrong = store.and(six, is(third, 1));
        assertEquals(wrong, integers.withoutImplied(wrong));
        int open = store.and(is(third, 2), is(j, 1));
        assertEquals(open, integers.withoutImplied(open));
    }

    @Test
    void floatsAreNotSolved() {
        Symbol real = new Symbol("x", ElementType.F32, List.of(), Rational.ZERO, Rational.of(15));
        int x = store.element(store.declare(real), 0);
        int half = store.rational(Rational.HALF);
        int sum = store.and(store.eq(row(i, x), store.rational(Rational.of(65, 2))), is(i, 2));
        assertEquals(sum, integers.solve(sum));
        int both = store.and(store.eq(x, half), is(row(i, store.ceil(x)), 1));
        assertNotEquals(store.falseTerm(), integers.solve(both));
    }

    /** Every pair of values at which a sum is a number is one that the solution allows. */
    @Test
    void noSolutionIsLost() {
        SplittableRandom random = new SplittableRandom(7);
        for (int n = 0; n < 300; n++) {
            long[] factors = {random.nextInt(-20, 21), random.nextInt(-20, 21)};
            long a = random.nextInt(8);
            long b = random.nextInt(16);
            int sum = store.add(store.mul(number(factors[0]), i), store.mul(number(factors[1]), j));
            int condition = store.eq(sum, number(factors[0] * a + factors[1] * b));
            int both = store.and(is(i, a), is(j, b));
            int solved = integers.solve(store.and(integers.solve(condition), both));
            assertNotEquals(store.falseTerm(), solved, factors[0] + " i + " + factors[1] + " j");
        }
    }
}
