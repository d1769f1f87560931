package io.heddle.spec.index;

import io.heddle.term.LimitExceededException;
import java.io.Serializable;
import java.util.List;

/** A condition on indices. */
public sealed interface Guard extends Serializable {
    /** Holds always. */
    Guard TRUE = new All(List.of());

    /** Holds never. */
    Guard FALSE = new Not(TRUE);

    /** Whether it holds for the indices in {@code frame}. */
    boolean holds(long[] frame);

    /** How many integers and comparisons it is written with, at least 1. */
    int size();

    /** Complains about an integer or a condition that is too long to be computed often. */
    static void checkSize(int size) {
        if (size > 10_000) {
            throw new LimitExceededException("10000 operations in one integer or condition");
        }
    }

    /** {@code a relation b}. */
    record Compared(Relation relation, Int a, Int b) implements Guard {
        @Override
        public boolean holds(long[] frame) {
            return relation.holds(a.value(frame), b.value(frame));
        }

        @Override
        public int size() {
            return a.size() + b.size();
        }
    }

    /** All of them hold. */
    record All(List<Guard> guards) implements Guard {
        /** Copies the list. */
        public All {
            guards = List.copyOf(guards);
        }

        @Override
        public boolean holds(long[] frame) {
            for (int i = 0; i < guards.size(); i++) {
                if (!guards.get(i).holds(frame)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int size() {
            return 1 + guards.stream().mapToInt(Guard::size).sum();
        }
    }

    /** The other does not hold. */
    record Not(Guard guard) implements Guard {
        @Override
        public boolean holds(long[] frame) {
            return !guard.holds(frame);
        }

        @Override
        public int size() {
            return 1 + guard.size();
        }
    }

    /** The guard of a comparison, decided at once where both sides are constants. */
    static Guard compared(Relation relation, Int a, Int b) {
        return a.isConstant() && b.isConstant()
                ? of(relation.holds(a.constant(), b.constant()))
                : new Compared(relation, a, b);
    }

    /** {@link #TRUE} or {@link #FALSE}. */
    static Guard of(boolean holds) {
        return holds ? TRUE : FALSE;
    }

    /** Both hold. */
    static Guard and(Guard a, Guard b) {
        if (a.equals(TRUE) || b.equals(FALSE)) {
            return b;
        }
        if (b.equals(TRUE) || a.equals(FALSE)) {
            return a;
        }
        Guard both = new All(List.of(a, b));
        checkSize(both.size());
        return both;
    }

    /** The other does not hold. */
    static Guard not(Guard a) {
        return a instanceof Not n ? n.guard() : new Not(a);
    }

    /** One of them holds. */
    static Guard or(Guard a, Guard b) {
        return not(and(not(a), not(b)));
    }
}
