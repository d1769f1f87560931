package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.term.ElementType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** sin² + cos² = 1 of one argument, and of nothing else. */
class UnitCircleTest {
    private final TermStore store = new TermStore();
    private final int symbol = store.declare(new Symbol("x", ElementType.F32, List.of(10)));
    private final int u = x(0);
    private final int v = x(1);
    private final int a = x(2);
    private final int b = x(3);
    private final int s = store.apply(Function.SIN, u);
    private final int c = store.apply(Function.COS, u);

    private int x(int index) {
        return store.element(symbol, index);
    }

    private int square(int t) {
        return store.mul(t, t);
    }

    private int norm(int t, int r) {
        return store.add(square(t), square(r));
    }

    private boolean areEqual(int t, int r) {
        VerificationCondition claim = new VerificationCondition("y", 0, t, r);
        Decider decider = new Decider(store, DecideOptions.defaults());
        return decider.decide(List.of(claim)).get(0) instanceof Decision.Proved;
    }

    @Test
    void squaresOfSineAndCosineAddUpToOne() {
        assertTrue(areEqual(norm(s, c), store.one()));
        assertTrue(areEqual(square(s), store.sub(store.one(), square(c))));
        assertTrue(areEqual(norm(store.mul(a, s), store.mul(a, c)), square(a)));
        assertTrue(areEqual(store.sqrt(norm(s, c)), store.one()));
        int minus = store.apply(Function.SIN, store.neg(u));
        assertTrue(areEqual(norm(minus, c), store.one()));
    }

    @Test
    void higherPowersFollow() {
        int fourth = store.sub(square(square(s)), square(square(c)));
        assertTrue(areEqual(fourth, store.sub(square(s), square(c))));
        assertTrue(areEqual(fourth, store.sub(store.one(), store.mul(square(c), number(2)))));
        int cube = store.mul(s, square(s));
        assertTrue(areEqual(cube, store.sub(s, store.mul(s, square(c)))));
        assertFalse(areEqual(cube, store.sub(s, square(c))));
    }

    private int number(long value) {
        return store.rational(Rational.of(value));
    }

    @Test
    void quotientsFollow() {
        int tangent = store.div(s, c);
        int cotangent = store.div(c, s);
        int one = store.one();
        assertTrue(areEqual(store.add(one, square(tangent)), store.div(one, square(c))));
        assertTrue(areEqual(store.add(one, square(cotangent)), store.div(one, square(s))));
        assertTrue(areEqual(store.div(square(s), store.sub(one, c)), store.add(one, c)));
        assertTrue(areEqual(store.div(a, norm(s, c)), a));
        assertFalse(areEqual(store.add(one, square(tangent)), store.div(one, square(s))));
    }

    @Test
    void rotationsKeepTheNorm() {
        int p = store.sub(store.mul(a, c), store.mul(b, s));
        int q = store.add(store.mul(a, s), store.mul(b, c));
        assertTrue(areEqual(norm(p, q), norm(a, b)));
        assertTrue(areEqual(store.sqrt(norm(p, q)), store.sqrt(norm(a, b))));
        int wrong = store.sub(store.mul(a, s), store.mul(b, c));
        assertFalse(areEqual(norm(p, wrong), norm(a, b)));
    }

    @Test
    void otherArgumentsAndSignsDoNot() {
        int other = store.apply(Function.COS, v);
        int twice = store.apply(Function.COS, store.add(u, u));
        assertFalse(areEqual(norm(s, other), store.one()));
        assertFalse(areEqual(norm(s, twice), store.one()));
        assertFalse(areEqual(store.sub(square(s), square(c)), store.one()));
        assertFalse(areEqual(norm(s, c), number(2)));
        assertFalse(areEqual(store.add(s, c), store.one()));
        assertFalse(areEqual(norm(s, s), store.one()));
    }

    @Test
    void squaresKeepTheirSign() {
        assertTrue(areEqual(store.max(square(s), store.zero()), square(s)));
        assertTrue(areEqual(store.sqrt(square(s)), store.abs(s)));
    }
}
