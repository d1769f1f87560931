package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;

/**
 * What comparisons of floats give if an operand is NaN. Over the reals {@code setp.ge} is what
 * {@code setp.lt} is not; of a NaN both are false (PTX ISA 9.3.1), so that the condition and its
 * negation are no longer opposites where a program asks for both.
 */
final class UnorderedComparisons {
    private static final int FALSE = 1;
    private static final int TRUE = 2;

    private final TermStore store;
    private final Map<Long, Integer> ofNan = new HashMap<>(); // by operation and operands

    UnorderedComparisons(TermStore store) {
        this.store = store;
    }

    /**
     * Notes that an instruction has made {@code condition}.
     *
     * @param holds whether it holds if an operand is NaN
     */
    void note(int condition, boolean holds) {
        switch (store.op(condition)) {
            case NOT -> note(store.a(condition), !holds);
            case LE -> add(store.b(condition), store.a(condition), false, holds ? FALSE : TRUE);
            case LT, EQ -> {
                boolean equal = store.op(condition) == Op.EQ;
                add(store.a(condition), store.b(condition), equal, holds ? TRUE : FALSE);
            }
            case AND, OR -> {
                note(store.a(condition), true);
                note(store.a(condition), false);
                note(store.b(condition), true);
                note(store.b(condition), false);
            }
            default -> {}
        }
    }

    private void add(int a, int b, boolean equal, int way) {
        ofNan.merge(key(a, b, equal), way, (was, is) -> was | is);
    }

    private static long key(int a, int b, boolean equal) {
        return equal ? ~((long) a << 32 | b) : (long) a << 32 | b; // ids are positive
    }

    /** True if some instruction has compared floats that the comparison is of. */
    boolean isKnown(int comparison) {
        return ofNan.containsKey(key(comparison));
    }

    /** True if the machine has two outcomes for the comparison if an operand is NaN. */
    boolean isContested(int comparison) {
        return ofNan.getOrDefault(key(comparison), 0) == (FALSE | TRUE);
    }

    private long key(int comparison) {
        int a = store.a(comparison);
        int b = store.b(comparison);
        return store.op(comparison) == Op.LE
                ? key(b, a, false)
                : key(a, b, store.op(comparison) == Op.EQ);
    }
}
