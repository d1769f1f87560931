package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubstitutionTest {
    private final TermStore store = new TermStore();
    private final int symbol = store.declare(Made.input("x", 4).symbol());
    private final int a = store.element(symbol, 0);
    private final int b = store.element(symbol, 1);

    private int put(int value, int term) {
        return new Substitution(store, Map.of(a, value)).of(term);
    }

    @Test
    void everyOperationIsRebuiltWithTheValue() {
        int two = store.integer(2);
        assertEquals(store.add(two, b), put(two, store.add(a, b)));
        assertEquals(store.sub(two, b), put(two, store.sub(a, b)));
        assertEquals(store.mul(two, b), put(two, store.mul(a, b)));
        assertEquals(store.div(b, two), put(two, store.div(b, a)));
        assertEquals(store.neg(two), put(two, store.neg(a)));
        assertEquals(store.fma(two, b, b), put(two, store.fma(a, b, b)));
        assertEquals(store.exp2(two), put(two, store.exp2(a)));
        assertEquals(store.log2(two), put(two, store.log2(a)));
        assertEquals(store.sqrt(two), put(two, store.sqrt(a)));
        assertEquals(store.max(two, b), put(two, store.max(a, b)));
        assertEquals(store.min(two, b), put(two, store.min(a, b)));
        assertEquals(two, put(two, store.abs(a)));
        int half = store.rational(Rational.of(5, 2));
        assertEquals(store.floor(half), put(half, store.floor(a)));
        assertEquals(store.ceil(half), put(half, store.ceil(a)));
        assertEquals(store.trunc(half), put(half, store.trunc(a)));
        assertEquals(store.rint(half), put(half, store.rint(a)));
        assertEquals(
                store.ite(store.lt(two, b), two, b), put(two, store.ite(store.lt(a, b), a, b)));
        assertEquals(store.le(two, b), put(two, store.le(a, b)));
        assertEquals(store.trueTerm(), put(two, store.eq(a, two)));
        assertEquals(store.falseTerm(), put(two, store.not(store.eq(a, two))));
        int other = store.lt(b, store.zero());
        assertEquals(other, put(two, store.and(store.eq(a, two), other)));
        assertEquals(store.trueTerm(), put(two, store.or(store.eq(a, two), other)));
    }

    @Test
    void functionsKeepTheirOtherArguments() {
        Function f = new Function("f", 3, false);
        assertEquals(store.apply(f, store.one(), b, b), put(store.one(), store.apply(f, a, b, b)));
    }

    @Test
    void whatDoesNotMentionTheUnknownKeepsItsIdentity() {
        int t = store.mul(b, store.add(b, store.one()));
        assertEquals(t, put(store.zero(), t));
    }

    @Test
    void deepTermsDoNotOverflowTheStack() {
        int t = a;
        for (int i = 0; i < 200_000; i++) {
            t = store.fma(t, b, store.one());
        }
        int u = store.zero();
        for (int i = 0; i < 200_000; i++) {
            u = store.fma(u, b, store.one());
        }
        assertEquals(u, put(store.zero(), t));
    }
}
