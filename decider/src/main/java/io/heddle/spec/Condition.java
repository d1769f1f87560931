package io.heddle.spec;

import io.heddle.spec.index.Guard;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.Relation;
import io.heddle.term.LimitExceededException;

/** A condition on indices and on integers among the inputs. */
sealed interface Condition {
    /** Comparisons that a condition may join. */
    int MOST = 100;

    /** How many comparisons it joins. */
    default int size() {
        return 1;
    }

    /** A condition on indices alone. */
    record OfIndices(Guard guard) implements Condition {}

    /** Two integers, of which inputs decide one, compare so. */
    record OfData(Relation relation, Real a, Real b) implements Condition {}

    /** Both hold. */
    record And(Condition a, Condition b) implements Condition {
        @Override
        public int size() {
            return a.size() + b.size();
        }
    }

    /** The other does not hold. */
    record Not(Condition a) implements Condition {
        @Override
        public int size() {
            return a.size();
        }
    }

    /** A condition that is known. */
    static Condition of(boolean holds) {
        return new OfIndices(Guard.of(holds));
    }

    /** Both hold. */
    static Condition and(Condition a, Condition b) {
        if (a.size() + b.size() > MOST) {
            throw new LimitExceededException(MOST + " comparisons of data in one condition");
        }
        return a instanceof OfIndices x && b instanceof OfIndices y
                ? new OfIndices(Guard.and(x.guard(), y.guard()))
                : new And(a, b);
    }

    /** The other does not hold. */
    static Condition not(Condition a) {
        return a instanceof OfIndices x ? new OfIndices(Guard.not(x.guard())) : new Not(a);
    }

    /** One of them holds. */
    static Condition or(Condition a, Condition b) {
        return not(and(not(a), not(b)));
    }

    /** {@code a if condition else b}. */
    static Real choice(Condition condition, Real a, Real b) {
        if (condition instanceof OfIndices i) {
            return i.guard().equals(Guard.TRUE)
                    ? a
                    : i.guard().equals(Guard.FALSE) ? b : new Real.Choice(i.guard(), a, b);
        } else if (condition instanceof OfData d) {
            return new Real.DataChoice(d.relation(), d.a(), d.b(), a, b);
        } else if (condition instanceof And and) {
            return choice(and.a(), choice(and.b(), a, b), b);
        }
        return choice(((Not) condition).a(), b, a);
    }
}
