package io.heddle.term;

import java.util.Optional;

/**
 * What holds of every store, whatever was built in it: operands come before what is made of them,
 * conditions stand where conditions belong, no two terms have the same content, and a term is
 * closed exactly if its operands are. Tests call {@link #violation}; so does every check of a pair
 * where assertions are enabled ({@code java -ea}). Linear in the terms; while it runs, no other
 * thread may look terms up.
 */
public final class StoreInvariants {
    private StoreInvariants() {}

    /** What does not hold of the store, with the term. */
    public static Optional<String> violation(TermStore store) {
        for (int t = 1; t < store.size(); t++) {
            Optional<String> fault = fault(store, t);
            if (fault.isPresent()) {
                return Optional.of("term " + t + " (" + store.op(t) + ") " + fault.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fault(TermStore store, int t) {
        Op op = store.op(t);
        boolean closed = op != Op.ELEMENT && op != Op.UNDEFINED;
        int[] operands = store.operands(t);
        for (int i = 0; i < operands.length; i++) {
            int operand = operands[i];
            if (operand < 1 || operand >= t) {
                return Optional.of("has the operand " + operand);
            }
            if (store.op(operand) == Op.ARGS) {
                closed &= op == Op.ARGS;
                continue;
            }
            closed &= store.isClosed(operand);
            boolean either = store.mayBeUndefined(t); // a register may have held something else
            if (!either && store.op(operand).isCondition() != takesCondition(op, i)) {
                return Optional.of("has " + store.op(operand) + " as its operand " + i);
            }
        }
        if (op.arity() > 0 && op != Op.ARGS && closed != store.isClosed(t)) {
            return Optional.of(
                    store.isClosed(t) ? "is closed, an operand is not" : "is not closed");
        }
        if (store.find(t) != t) {
            return Optional.of("has the content of term " + store.find(t));
        }
        return Optional.empty();
    }

    private static boolean takesCondition(Op op, int operand) {
        return switch (op) {
            case NOT, AND, OR -> true;
            case ITE -> operand == 0;
            default -> false;
        };
    }
}
