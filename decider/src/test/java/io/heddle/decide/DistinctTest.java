package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.term.ElementType;
import io.heddle.term.Facts;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tensors whose elements are distinct. */
final class DistinctTest {
    private final Terms terms = new Terms();
    private final int[] order = elements("order", true);
    private final int[] any = elements("any", false);

    private int[] elements(String name, boolean distinct) {
        Symbol symbol =
                new Symbol(
                        name, ElementType.S32, List.of(4), Rational.ZERO, Rational.of(3), distinct);
        int declared = terms.store.declare(symbol);
        return new int[] {
            terms.store.element(declared, 0),
            terms.store.element(declared, 1),
            terms.store.element(declared, 2),
            terms.store.element(declared, 3)
        };
    }

    private int is(int element, int value) {
        return terms.store.eq(element, terms.number(value, 1));
    }

    @Test
    void twoElementsAreNeverEqual() {
        assertEquals(terms.store.falseTerm(), terms.store.eq(order[0], order[1]));
        assertEquals(terms.store.trueTerm(), terms.store.eq(order[0], order[0]));
        assertNotEquals(terms.store.falseTerm(), terms.store.eq(any[0], any[1]));
    }

    @Test
    void oneValueHasOneElement() {
        Facts facts = new Facts(terms.store);
        Facts both = facts.with(terms.store.and(is(order[0], 2), is(order[1], 2)), true);
        assertTrue(both.areContradictory());
        assertTrue(!facts.with(is(order[0], 2), true).areContradictory());
        assertTrue(
                !facts.with(terms.store.and(is(order[0], 2), is(order[1], 3)), true)
                        .areContradictory());
        assertTrue(
                !facts.with(terms.store.and(is(any[0], 2), is(any[1], 2)), true)
                        .areContradictory());
    }

    @Test
    void witnessesAreDistinct() {
        int condition = terms.store.and(is(order[3], 0), terms.store.lt(order[0], order[1]));
        int all = terms.store.and(condition, terms.store.lt(order[1], order[2]));
        Map<String, Rational> point = Reachability.point(terms.store, all).orElseThrow();
        assertEquals(4, new HashSet<>(point.values()).size(), point.toString());
    }

    @Test
    void noWitnessIsGivenThatIsNot() {
        int condition = terms.store.and(is(order[0], 1), is(order[1], 1));
        assertTrue(Reachability.point(terms.store, condition).isEmpty());
    }

    @Test
    void counterexamplesAreDistinct() {
        int sum = terms.sum(order);
        int twice = terms.store.mul(terms.number(2, 1), terms.store.add(order[0], order[3]));
        Decision d = terms.decide(sum, twice, DecideOptions.defaults());
        Map<String, Rational> point =
                assertInstanceOf(Decision.Refuted.class, d, d.toString()).counterexample().inputs();
        assertEquals(4, new HashSet<>(point.values()).size(), point.toString());
    }

    /** x0 = x1 on some of the points without the promise: with it there is nothing to refute. */
    @Test
    void aDifferenceThatNeedsEqualElementsIsNone() {
        int one = terms.number(1, 1);
        int equal = terms.store.and(is(order[0], 1), is(order[1], 1));
        int jump = terms.store.ite(equal, one, terms.store.zero());
        Decision d = terms.decide(jump, terms.store.zero(), DecideOptions.defaults());
        assertTrue(!(d instanceof Decision.Refuted), d.toString());
        int free = terms.store.and(is(any[0], 1), is(any[1], 1));
        int other = terms.store.ite(free, one, terms.store.zero());
        assertInstanceOf(
                Decision.Refuted.class,
                terms.decide(other, terms.store.zero(), DecideOptions.defaults()));
    }

    private int read(int index) {
        return terms.store.apply(Function.elementOf(terms.store.symbolOf(order[0])), index);
    }

    private int plus(int t, int n) {
        return terms.store.add(t, terms.number(n, 1));
    }

    private boolean isFalse(int a, int b) {
        return terms.store.eq(a, b) == terms.store.falseTerm();
    }

    @Test
    void elementsAtIndicesThatDifferAreNotEqual() {
        int[] other = elements("other", true);
        assertTrue(isFalse(read(other[0]), read(other[1])));
        assertTrue(isFalse(read(plus(other[0], 1)), read(plus(other[1], 1))));
        assertTrue(isFalse(read(any[0]), read(plus(any[0], 1))));
        assertTrue(isFalse(read(read(other[0])), read(read(other[1]))));
        int two = terms.number(2, 1);
        assertTrue(
                isFalse(
                        read(terms.store.fma(two, other[0], any[1])),
                        read(terms.store.fma(two, other[1], any[1]))));
    }

    @Test
    void elementsAtIndicesThatMayBeEqualMayBe() {
        int[] other = elements("other", true);
        assertFalse(isFalse(read(any[0]), read(any[1])));
        assertFalse(isFalse(read(other[0]), read(plus(other[1], 1))));
        assertFalse(isFalse(read(other[0]), order[2]));
        int zero = terms.store.zero();
        assertFalse(
                isFalse(
                        read(terms.store.mul(any[2], other[0])),
                        read(terms.store.mul(any[2], other[1]))));
        assertFalse(isFalse(read(plus(any[0], 0)), read(terms.store.add(any[0], zero))));
        int third = terms.store.mul(terms.number(1, 3), other[0]);
        int half = terms.store.floor(third);
        assertFalse(isFalse(read(half), read(other[1])));
    }

    @Test
    void oneValueHasOneIndex() {
        Facts facts = new Facts(terms.store);
        int both = terms.store.and(is(read(any[0]), 2), is(read(any[1]), 2));
        assertFalse(facts.with(both, true).areContradictory());
        int apart = terms.store.and(is(any[0], 0), is(any[1], 3));
        assertTrue(facts.with(terms.store.and(apart, both), true).areContradictory());
        int same = terms.store.and(is(any[0], 3), is(any[1], 3));
        assertFalse(facts.with(terms.store.and(same, both), true).areContradictory());
        int known = terms.store.and(is(order[1], 2), is(read(any[0]), 2));
        assertFalse(facts.with(known, true).areContradictory());
        assertTrue(facts.with(terms.store.and(is(any[0], 0), known), true).areContradictory());
    }

    @Test
    void aReadElementIsInTheRangeOfItsTensor() {
        Facts facts = new Facts(terms.store);
        assertTrue(facts.with(is(read(any[0]), 4), true).areContradictory());
        assertFalse(facts.with(is(read(any[0]), 3), true).areContradictory());
    }

    @Test
    void witnessesOfReadElementsAreDistinct() {
        int both = terms.store.and(is(read(any[0]), 2), is(read(any[1]), 2));
        Map<String, Rational> point = Reachability.point(terms.store, both).orElseThrow();
        assertEquals(point.get("any[0]"), point.get("any[1]"), point.toString());
        int apart = terms.store.and(is(any[0], 0), is(any[1], 3));
        assertTrue(Reachability.point(terms.store, terms.store.and(apart, both)).isEmpty());
        int known = terms.store.and(is(order[1], 2), is(read(any[0]), 2));
        assertEquals(
                Rational.ONE, Reachability.point(terms.store, known).orElseThrow().get("any[0]"));
    }
}
