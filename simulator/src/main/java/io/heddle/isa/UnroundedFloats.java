package io.heddle.isa;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;

/**
 * Whether floats decide an integer as they do over the reals, since no instruction rounds them:
 * numbers that are loaded are compared, or become integers, and the rest is arithmetic of integers.
 * {@code x[a > b ? 1 : 0]} and {@code x[(int) a]} are such indices, {@code x[(int) (0.7f * a)]} is
 * not.
 */
final class UnroundedFloats {
    private final TermStore store;

    UnroundedFloats(TermStore store) {
        this.store = store;
    }

    /** True if all floats that a term is made of decide it so, or if there are none. */
    boolean decide(int term) {
        return !isMadeOfFloats(term) || isKnown(term);
    }

    private boolean isMadeOfFloats(int term) {
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            boolean input =
                    store.op(t) == Op.ELEMENT
                            || store.op(t) == Op.APPLY && store.functionOf(t).readsTensor();
            if (input && !store.isInteger(t)) {
                return true;
            }
            walk.open(store.operands(t));
        }
        return false;
    }

    /** True if each operation is one of those that are looked at here. */
    private boolean isKnown(int term) {
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            Op op = store.op(t);
            boolean known =
                    switch (op) {
                        case ELEMENT, RATIONAL, LITERAL, POS_INF, NEG_INF, TRUE, FALSE -> true;
                        case NEG, ABS, MIN, MAX, ITE, LT, LE, EQ, AND, OR, NOT -> true;
                        case FLOOR, CEIL, TRUNC, RINT, ARGS -> true;
                        case APPLY -> store.functionOf(t).readsTensor();
                        case ADD, SUB, MUL, FMA -> isOfIntegers(t);
                        default -> false;
                    };
            if (!known) {
                return false;
            }
            walk.open(store.operands(t));
        }
        return true;
    }

    /** True if no operand of an arithmetic operation is a float that was loaded. */
    private boolean isOfIntegers(int t) {
        for (int operand : store.operands(t)) {
            boolean arithmetic =
                    switch (store.op(operand)) {
                        case ADD, SUB, MUL, FMA, RATIONAL -> true;
                        default -> store.isInteger(operand);
                    };
            if (!arithmetic) {
                return false;
            }
        }
        return true;
    }
}
