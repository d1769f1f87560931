package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** The elements whose value a conjunction of conditions states: no other point satisfies it. */
final class Pinned {
    private final TermStore store;
    private final Map<Integer, Rational> values = new TreeMap<>(); // by term

    Pinned(TermStore store, int... conditions) {
        this.store = store;
        TermWalk walk = new TermWalk(conditions);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (store.op(t) == Op.AND) {
                walk.open(store.operands(t));
            } else if (store.op(t) == Op.EQ) {
                pin(store.a(t), store.b(t));
                pin(store.b(t), store.a(t));
            }
        }
    }

    private void pin(int element, int value) {
        if (store.op(element) == Op.ELEMENT && store.isRational(value)) {
            values.put(element, store.rationalValue(value));
        }
    }

    /** The values, by term. */
    Map<Integer, Rational> values() {
        return values;
    }

    /** Gives the elements of a cone their values, as far as these are doubles of their domain. */
    void in(double[] point, Cone cone, SamplePoints samples) {
        BitSet fixed = new BitSet();
        for (int i = 0; i < point.length && !values.isEmpty(); i++) {
            Rational value = values.get(cone.elementTerms()[i]);
            if (value != null
                    && samples.domain(i).contains(value.doubleValue())
                    && Rational.ofExact(value.doubleValue()).equals(value)) {
                point[i] = value.doubleValue();
                fixed.set(i);
            }
        }
        samples.withDistinct(point, fixed);
    }
}
