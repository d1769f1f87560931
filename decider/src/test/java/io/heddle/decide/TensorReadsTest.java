package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.term.ElementType;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Elements of tensors at indices that data decide. */
final class TensorReadsTest {
    private static final Rational LAST = Rational.of(9);
    private static final Symbol X = new Symbol("x", ElementType.F32, List.of(10));
    private static final Symbol ORDER =
            new Symbol("order", ElementType.S32, List.of(10), Rational.ZERO, LAST);
    private static final Symbol INDEX =
            new Symbol("i", ElementType.S32, List.of(4), Rational.ZERO, LAST);

    private final Terms terms = new Terms();
    private final int x = terms.store.declare(X);
    private final int index = terms.store.declare(INDEX);

    TensorReadsTest() {
        terms.store.declare(ORDER);
    }

    private int index(int k) {
        return terms.store.element(index, k);
    }

    private int read(Symbol tensor, int at) {
        return terms.store.apply(Function.elementOf(tensor), at);
    }

    private Decision decide(int reference, int candidate) {
        return terms.decide(reference, candidate, DecideOptions.defaults());
    }

    private Counterexample refuted(int reference, int candidate) {
        Decision d = decide(reference, candidate);
        return assertInstanceOf(Decision.Refuted.class, d, d.toString()).counterexample();
    }

    @Test
    void aKnownIndexGivesTheElement() {
        assertEquals(terms.store.element(x, 7), read(X, terms.number(7, 1)));
    }

    @Test
    void anIndexOutsideGivesNoElement() {
        int behind = read(X, terms.number(10, 1));
        int before = read(X, terms.number(-1, 1));
        assertNotEquals(behind, before);
        assertFalse(terms.store.op(behind) == Op.ELEMENT || terms.store.op(before) == Op.ELEMENT);
    }

    @Test
    void aGuardKeepsTheIndexInside() {
        int any =
                terms.store.element(
                        terms.store.declare(new Symbol("any", ElementType.S32, List.of(4))), 0);
        int inside = terms.store.lt(any, terms.number(9, 1));
        int both = terms.store.and(terms.store.le(terms.store.zero(), any), inside);
        int less = terms.store.and(both, terms.store.lt(any, terms.number(8, 1)));
        int guarded = terms.store.ite(both, read(X, any), terms.store.zero());
        Counterexample c =
                refuted(guarded, terms.store.ite(less, read(X, any), terms.store.zero()));
        assertEquals(Rational.of(8), c.inputs().get("any[0]"));
    }

    @Test
    void equalIndicesReadEqualElements() {
        int sum = terms.store.add(index(0), index(1));
        int difference = terms.store.sub(sum, index(1));
        Decision d =
                decide(
                        terms.store.mul(read(X, index(0)), terms.number(2, 1)),
                        terms.store.add(read(X, difference), read(X, index(0))));
        assertInstanceOf(Decision.Proved.class, d, d.toString());
    }

    @Test
    void otherIndicesReadOtherElements() {
        Counterexample found = refuted(read(X, index(0)), read(X, index(1)));
        Map<String, Rational> at = found.inputs();
        assertNotEquals(at.get("i[0]"), at.get("i[1]"));
        assertNotEquals(
                at.getOrDefault("x[" + at.get("i[0]") + "]", Rational.ZERO),
                at.getOrDefault("x[" + at.get("i[1]") + "]", Rational.ZERO));
    }

    @Test
    void aReadElementIsTheElementOfThatNumber() {
        int chosen =
                terms.store.ite(
                        terms.store.eq(index(0), terms.number(3, 1)),
                        read(X, index(0)),
                        terms.store.zero());
        int known =
                terms.store.ite(
                        terms.store.eq(index(0), terms.number(3, 1)),
                        terms.store.element(x, 3),
                        terms.store.zero());
        assertFalse(decide(chosen, known) instanceof Decision.Refuted, "they are equal");
        int other =
                terms.store.ite(
                        terms.store.eq(index(0), terms.number(3, 1)),
                        terms.store.element(x, 4),
                        terms.store.zero());
        assertFalse(decide(chosen, other) instanceof Decision.Proved, "x[3] is not x[4]");
    }

    @Test
    void indicesMayBeReadAtIndices() {
        int nested = read(X, read(ORDER, index(0)));
        Decision d =
                decide(
                        terms.store.add(nested, nested),
                        terms.store.mul(nested, terms.number(2, 1)));
        assertInstanceOf(Decision.Proved.class, d, d.toString());
        Map<String, Rational> at = refuted(nested, read(X, index(0))).inputs();
        Rational inner = at.get("order[" + at.get("i[0]") + "]");
        assertNotEquals(at.get("i[0]"), inner);
        assertTrue(inner.signum() >= 0 && inner.compareTo(LAST) <= 0, inner::toString);
    }

    @Test
    void elementsOfTensorsOfOneIndexDiffer() {
        refuted(read(X, index(0)), read(ORDER, index(0)));
    }

    /** order[order[0]] where order[0] is 0 is order[0] again, which has one value. */
    @Test
    void anElementHasOneValueHoweverItIsRead() {
        int first = terms.store.element(terms.store.declare(ORDER), 0);
        int zero = terms.store.zero();
        int again = read(ORDER, first);
        int same =
                terms.store.ite(terms.store.eq(first, zero), terms.store.sub(again, first), zero);
        assertFalse(decide(same, zero) instanceof Decision.Refuted, "0 - 0 is 0");
    }
}
