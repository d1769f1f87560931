package io.heddle.check;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Puts values for unknowns: under the condition beta = 0 a term means what it means with 0 for
 * beta. Remembers what it has rewritten.
 */
final class Substitution {
    private final TermStore store;
    private final Map<Integer, Integer> done;

    /**
     * @param values by the term of the unknown
     */
    Substitution(TermStore store, Map<Integer, Integer> values) {
        this.store = store;
        this.done = new HashMap<>(values);
    }

    /** The term with the values put in. */
    int of(int root) {
        ArrayDeque<Integer> work = new ArrayDeque<>();
        work.push(root);
        while (!work.isEmpty()) {
            int t = work.peek();
            if (done.containsKey(t)) {
                work.pop();
                continue;
            }
            int[] operands = store.operands(t);
            boolean ready = true;
            for (int operand : operands) {
                if (!done.containsKey(operand)) {
                    work.push(operand);
                    ready = false;
                }
            }
            if (ready) {
                work.pop();
                done.put(t, rewritten(t, operands));
            }
        }
        return done.get(root);
    }

    private int rewritten(int t, int[] old) {
        int[] x = new int[old.length];
        boolean same = true;
        for (int i = 0; i < x.length; i++) {
            x[i] = done.get(old[i]);
            same &= x[i] == old[i];
        }
        return same ? t : rebuilt(t, store.op(t), x);
    }

    private int rebuilt(int t, Op op, int[] x) {
        return switch (op) {
            case ADD -> store.add(x[0], x[1]);
            case SUB -> store.sub(x[0], x[1]);
            case MUL -> store.mul(x[0], x[1]);
            case DIV -> store.div(x[0], x[1]);
            case NEG -> store.neg(x[0]);
            case FMA -> store.fma(x[0], x[1], x[2]);
            case EXP2 -> store.exp2(x[0]);
            case LOG2 -> store.log2(x[0]);
            case SQRT -> store.sqrt(x[0]);
            case MAX -> store.max(x[0], x[1]);
            case MIN -> store.min(x[0], x[1]);
            case ABS -> store.abs(x[0]);
            case FLOOR -> store.floor(x[0]);
            case CEIL -> store.ceil(x[0]);
            case TRUNC -> store.trunc(x[0]);
            case RINT -> store.rint(x[0]);
            case APPLY -> store.apply(store.functionOf(t), x);
            case ITE -> store.ite(x[0], x[1], x[2]);
            case LT -> store.lt(x[0], x[1]);
            case LE -> store.le(x[0], x[1]);
            case EQ -> store.eq(x[0], x[1]);
            case NOT -> store.not(x[0]);
            case AND -> store.and(x[0], x[1]);
            case OR -> store.or(x[0], x[1]);
            case RATIONAL,
                    LITERAL,
                    CONSTANT,
                    NEG_INF,
                    POS_INF,
                    NAN,
                    UNDEFINED,
                    ELEMENT,
                    ARGS,
                    TRUE,
                    FALSE ->
                    throw new AssertionError(op + " has no operands");
        };
    }
}
