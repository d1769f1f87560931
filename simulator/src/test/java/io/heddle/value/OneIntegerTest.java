package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What conditions leave of one integer. */
final class OneIntegerTest {
    private final TermStore store = new TermStore();
    private final Bounds bounds = new Bounds(store);
    private final int i =
            store.element(store.declare(new Symbol("i", ElementType.S32, List.of())), 0);
    private final int j =
            store.element(store.declare(new Symbol("j", ElementType.S32, List.of())), 0);
    private final int unsigned =
            store.ite(
                    store.lt(i, store.zero()),
                    store.add(i, store.rational(Rational.powerOfTwo(32))),
                    i);

    private int number(long n) {
        return store.integer(n);
    }

    private String where(int condition) {
        return new OneInteger(store, bounds, i)
                .where(condition).orElseThrow().stream()
                        .map(s -> s.low() + ".." + s.high())
                        .collect(Collectors.joining(" "));
    }

    @Test
    void twoComparisonsLeaveTheNumbersBetween() {
        int from = store.le(store.zero(), i);
        assertEquals("0..99", where(store.and(from, store.lt(i, number(100)))));
    }

    /** 10 · 0.7 in floats is 7, and less over the reals. */
    @Test
    void aComparisonThatRoundingsDecideLeavesAllNumbers() {
        int product = store.mul(i, store.rational(Rational.of(11744051, 1 << 24)));
        int guard = store.le(number(7), product);
        int range = store.and(store.le(store.zero(), i), store.le(i, number(20)));
        OneInteger one = new OneInteger(store, bounds, i);
        assertEquals("11", one.where(store.and(range, guard)).orElseThrow().get(0).low() + "");
        bounds.numbers().deciding().note(product);
        assertEquals("0", one.where(store.and(range, guard)).orElseThrow().get(0).low() + "");
        assertEquals("0", one.where(store.and(range, store.not(guard))).get().get(0).low() + "");
    }

    @Test
    void oneUnsignedComparisonDoesToo() {
        assertEquals("0..99", where(store.lt(unsigned, number(100))));
    }

    @Test
    void aDisjunctionLeavesSeveralStretches() {
        int low = store.lt(i, number(-5));
        int high = store.lt(number(5), i);
        assertEquals("-2147483648..-6 6..2147483647", where(store.or(low, high)));
        assertEquals("-5..5", where(store.not(store.or(low, high))));
    }

    @Test
    void anotherIntegerLeavesEverything() {
        int other = store.lt(j, number(5));
        assertEquals("-2147483648..2147483647", where(store.or(other, store.lt(i, number(5)))));
        assertEquals("-2147483648..4", where(store.and(other, store.lt(i, number(5)))));
    }

    @Test
    void aConditionIsLookedAtValueByValue() {
        OneInteger one = new OneInteger(store, bounds, i);
        int odd = store.eq(remainder(i), store.one());
        List<Integer> conditions = one.conditions(store.and(odd, store.lt(j, i)));
        assertEquals(List.of(odd), conditions);
        assertTrue(one.mayHold(conditions, Rational.of(7)));
        assertFalse(one.mayHold(conditions, Rational.of(8)));
    }

    private int remainder(int t) {
        int half = store.floor(store.mul(store.rational(Rational.HALF), t));
        return store.sub(t, store.mul(store.integer(2), half));
    }

    @Test
    void stretchesAreCounted() {
        int low = store.lt(i, number(-2147483646));
        int high = store.lt(number(2147483640), i);
        List<Bounds.Interval> some =
                new OneInteger(store, bounds, i).where(store.or(low, high)).orElseThrow();
        assertEquals(Rational.of(9), OneInteger.count(some));
        assertEquals(Rational.ZERO, OneInteger.count(List.of()));
    }

    @Test
    void contradictionsLeaveNothing() {
        assertEquals("", where(store.and(store.lt(i, number(3)), store.lt(number(3), i))));
    }

    @Test
    void aSumThatWrapsAroundIsALineWhereItDoesNot() {
        int sum = store.add(store.mul(unsigned, number(4)), number(1L << 40));
        OneInteger one = new OneInteger(store, bounds, i);
        Bounds.Interval inside = new Bounds.Interval(Rational.ZERO, Rational.of(9));
        OneInteger.Line line = one.line(sum, inside).orElseThrow();
        assertEquals(Rational.of(4), line.slope());
        assertEquals(Rational.of(1L << 40), line.constant());
        assertTrue(one.line(sum, new Bounds.Interval(Rational.of(-1), Rational.of(9))).isEmpty());
    }

    /** Random conditions: no number at which one holds is left out. */
    @Test
    void nothingThatHoldsIsLeftOut() {
        SplittableRandom random = new SplittableRandom(7);
        for (int k = 0; k < 500; k++) {
            int condition = condition(random, 3);
            List<Bounds.Interval> left =
                    new OneInteger(store, bounds, i).where(condition).orElseThrow();
            for (long n = -20; n <= 20; n++) {
                Rational at = Rational.of(n);
                boolean in =
                        left.stream()
                                .anyMatch(
                                        s ->
                                                s.low().compareTo(at) <= 0
                                                        && s.high().compareTo(at) >= 0);
                assertTrue(in || !holds(condition, n), store.show(condition, 200) + " at " + n);
            }
        }
    }

    private int condition(SplittableRandom random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            int n = number(random.nextInt(-12, 12));
            int t = random.nextBoolean() ? unsigned : store.mul(i, number(random.nextInt(-2, 3)));
            return random.nextBoolean() ? store.lt(t, n) : store.le(n, t);
        }
        int a = condition(random, depth - 1);
        int b = condition(random, depth - 1);
        return switch (random.nextInt(3)) {
            case 0 -> store.and(a, b);
            case 1 -> store.or(a, b);
            default -> store.not(a);
        };
    }

    private boolean holds(int condition, long n) {
        return switch (store.op(condition)) {
            case TRUE -> true;
            case FALSE -> false;
            case NOT -> !holds(store.a(condition), n);
            case AND -> holds(store.a(condition), n) && holds(store.b(condition), n);
            case OR -> holds(store.a(condition), n) || holds(store.b(condition), n);
            case LT -> value(store.a(condition), n) < value(store.b(condition), n);
            case LE -> value(store.a(condition), n) <= value(store.b(condition), n);
            default -> throw new AssertionError(store.show(condition, 100));
        };
    }

    private long value(int t, long n) {
        return switch (store.op(t)) {
            case RATIONAL -> store.rationalValue(t).numerator().longValueExact();
            case ELEMENT -> n;
            case MUL -> value(store.a(t), n) * value(store.b(t), n);
            case ADD -> value(store.a(t), n) + value(store.b(t), n);
            case NEG -> -value(store.a(t), n);
            case ITE -> value(holds(store.a(t), n) ? store.b(t) : store.c(t), n);
            default -> throw new AssertionError(store.show(t, 100));
        };
    }
}
