package io.heddle.term;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The exact values of constants that operations make of literals and rationals. */
final class ClosedValues {
    /** Operations above one another, beyond which constants are folded. */
    static final int DEEPEST = 64;

    /** A value, and how many operations lie above one another in the term. */
    private record Value(Rational value, int depth) {}

    private final TermNodes store;
    private final Map<Integer, Value> known = new ConcurrentHashMap<>();

    ClosedValues(TermNodes store) {
        this.store = store;
    }

    /** The value of a constant, or null where it is none of rationals, literals and + − · ÷. */
    Rational of(int t) {
        Value v = value(t);
        return v == null ? null : v.value();
    }

    /** How many operations lie above one another in a constant that has a value. */
    int depth(int t) {
        return value(t).depth();
    }

    private Value value(int t) {
        Op op = store.op(t);
        if (op == Op.RATIONAL || op == Op.LITERAL) {
            return new Value(store.rationalValue(t), 0);
        }
        if (!store.isMadeOfLiterals(t) && !isOneOperation(t)) {
            return null;
        }
        Value made = known.get(t);
        if (made == null) {
            made = made(op, t);
            if (made != null) {
                known.put(t, made);
            }
        }
        return made;
    }

    /** True for an operation on two rationals or literals, and for its negative. */
    private boolean isOneOperation(int t) {
        return switch (store.op(t)) {
            case NEG -> isOneOperation(store.a(t));
            case ADD, SUB, MUL, DIV -> isPlain(store.a(t)) && isPlain(store.b(t));
            default -> false;
        };
    }

    private boolean isPlain(int t) {
        return store.op(t) == Op.RATIONAL || store.op(t) == Op.LITERAL;
    }

    private Value made(Op op, int t) {
        Value x = value(store.a(t));
        if (x == null) {
            return null;
        }
        if (op == Op.NEG) {
            return new Value(x.value().negate(), x.depth() + 1);
        }
        Value y = value(store.b(t));
        Rational value = y == null ? null : of(op, x.value(), y.value());
        return value == null ? null : new Value(value, 1 + Math.max(x.depth(), y.depth()));
    }

    /** The value of an operation, or null for a division by zero. */
    static Rational of(Op op, Rational x, Rational y) {
        return switch (op) {
            case ADD -> x.add(y);
            case SUB -> x.subtract(y);
            case MUL -> x.multiply(y);
            case DIV -> y.isZero() ? null : x.divide(y);
            default -> throw new AssertionError(op);
        };
    }
}
