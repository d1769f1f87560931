package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known on a path, and what terms mean there. */
final class PathSensitiveTest {
    private final TermStore store = new TermStore();
    private final int x = element("x", ElementType.F32);
    private final int n = element("n", ElementType.S32);
    private final int undefined = store.undefined(store.newUndefinedSite());
    private final PathSensitive paths = new PathSensitive(store);

    private int element(String name, ElementType type) {
        return store.element(store.declare(new Symbol(name, type, List.of(1))), 0);
    }

    private int above(int t, int c) {
        return store.lt(store.integer(c), t);
    }

    private int refined(int t) {
        return paths.refine(t, paths.facts(store.trueTerm()));
    }

    @Test
    void anUndefinedAlternativeThatNoPathReachesIsDropped() {
        int p = above(x, 8);
        int inner = store.ite(p, x, undefined);
        assertEquals(store.ite(p, x, store.one()), refined(store.ite(p, inner, store.one())));
    }

    @Test
    void complementaryConditionsCoverEverything() {
        int p = above(x, 8);
        int t = store.ite(store.not(p), store.one(), store.ite(p, x, undefined));
        assertEquals(store.ite(store.not(p), store.one(), x), refined(t));
    }

    @Test
    void aStrongerConditionImpliesAWeakerOne() {
        int t = store.ite(above(x, 10), store.ite(above(x, 8), x, undefined), store.one());
        assertFalse(store.mayBeUndefined(refined(t)));
    }

    @Test
    void aWeakerConditionDoesNotImplyAStrongerOne() {
        int t = store.ite(above(x, 8), store.ite(above(x, 10), x, undefined), store.one());
        assertTrue(store.mayBeUndefined(refined(t)));
        int when = paths.undefinedWhen(t);
        assertEquals(store.and(above(x, 8), store.not(above(x, 10))), when);
    }

    @Test
    void arithmeticOnAnUndefinedAlternativeIsRefinedBelow() {
        int p = above(x, 8);
        int sum = store.add(store.ite(p, x, undefined), store.one());
        assertEquals(
                store.ite(p, store.add(x, store.one()), store.zero()),
                refined(store.ite(p, sum, store.zero())));
    }

    @Test
    void noIntegerLiesBetweenNeighbours() {
        Facts facts = paths.facts(above(n, 3)).with(store.lt(n, store.integer(5)), true);
        assertEquals(1, facts.decide(store.eq(n, store.integer(4))));
        assertTrue(facts.with(above(n, 4), true).areContradictory());
        Facts reals = paths.facts(above(x, 3)).with(store.lt(x, store.integer(5)), true);
        assertFalse(reals.with(above(x, 4), true).areContradictory());
    }

    @Test
    void typesBoundIntegers() {
        int u = element("u", ElementType.U8);
        assertEquals(0, paths.facts(store.trueTerm()).decide(above(u, 255)));
        assertEquals(-1, paths.facts(store.trueTerm()).decide(above(u, 254)));
    }

    @Test
    void aComparisonWithWhatMayBeNanIsNotTheOppositeOfAnother() {
        int y = element("y", ElementType.F32);
        int nan = store.ite(above(y, 0), store.nan(), x);
        Facts facts = new Facts(store).with(store.lt(nan, store.one()), false);
        assertEquals(-1, facts.decide(store.le(store.one(), nan)));
        assertEquals(0, facts.decide(store.lt(nan, store.one())));
    }

    @Test
    void theLastPartOfAFalseConjunctionIsFalse() {
        int both = store.and(above(x, 3), above(n, 3));
        Facts facts = new Facts(store).with(both, false).with(above(x, 5), true);
        assertEquals(0, facts.decide(above(n, 3)));
        assertEquals(-1, facts.decide(above(n, 2)));
    }

    @Test
    void twoTermsStandInOneRelation() {
        int y = element("y", ElementType.F32);
        Facts facts = new Facts(store).with(store.le(x, y), true).with(store.le(y, x), true);
        assertEquals(1, facts.decide(store.eq(x, y)));
        assertTrue(facts.with(store.lt(x, y), true).areContradictory());
    }
}
