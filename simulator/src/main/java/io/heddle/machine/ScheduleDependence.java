package io.heddle.machine;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * Values that another order of the threads may change: what an atomic finds in its cell, the state
 * of an mbarrier, clocks, numbers of processors. Each is an opaque function whose name says what it
 * is. A kernel may compute with them, but no branch, address or output may depend on one.
 */
public final class ScheduleDependence {
    private static final String PREFIX = "schedule.";

    private final TermStore store;

    ScheduleDependence(TermStore store) {
        this.store = store;
    }

    /**
     * The function of such values of one kind.
     *
     * @param what the kind, such as {@code atom.add}, for messages
     * @param arity how many numbers tell one such value from another
     */
    public static Function function(String what, int arity) {
        return new Function(PREFIX + what, arity, true);
    }

    /** True if {@code term} is such a value itself. */
    boolean is(int term) {
        return store.op(term) == Op.APPLY && isOne(store.functionOf(term));
    }

    private static boolean isOne(Function f) {
        return f.name().startsWith(PREFIX);
    }

    /** True if such a value is part of {@code term}. */
    boolean reaches(int term) {
        return source(term, new BitSet()) != 0;
    }

    /**
     * Such a value that is part of {@code term}, or 0.
     *
     * @param seen terms in which there is none; grows
     */
    public int source(int term, BitSet seen) {
        if (store.functions().stream().noneMatch(ScheduleDependence::isOne)) {
            return 0;
        }
        ArrayDeque<Integer> work = new ArrayDeque<>();
        work.push(term);
        while (!work.isEmpty()) {
            int t = work.pop();
            if (seen.get(t)) {
                continue;
            }
            seen.set(t);
            if (is(t)) {
                return t;
            }
            for (int o : store.operands(t)) {
                work.push(o);
            }
        }
        return 0;
    }
}
