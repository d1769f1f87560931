package io.heddle.machine;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Value;
import io.heddle.value.ValueTerms;
import io.heddle.value.Views;

/**
 * Values that another order of the threads would change: what an atomic reads, the state of an
 * mbarrier, clocks, processor numbers. Each is an opaque function of the kind {@link
 * Function.Kind#RUN_DEPENDENT}. A kernel may compute with such values, but no branch, address or
 * output may depend on one.
 */
public final class ScheduleDependence {
    private static final int MOST_SHOWN = 80; // characters of a term

    private final TermStore store;

    ScheduleDependence(TermStore store) {
        this.store = store;
    }

    /**
     * The function symbol of the values of one kind.
     *
     * @param what the kind, such as {@code atom.add}, for messages
     * @param arity number of operands that distinguish two such values
     */
    public static Function function(String what, int arity) {
        return new Function(Function.Kind.RUN_DEPENDENT, "schedule." + what, arity, true);
    }

    /** True if {@code term} itself is such a value. */
    boolean is(int term) {
        return store.op(term) == Op.APPLY && isOne(store.functionOf(term));
    }

    private static boolean isOne(Function f) {
        return f.kind() == Function.Kind.RUN_DEPENDENT;
    }

    /** True if {@code term} depends on such a value. */
    public boolean reaches(int term) {
        return source(term, new TermWalk()) != 0;
    }

    /**
     * Says why a later launch may not read what this one has stored, or null if it may.
     *
     * @param views with which the values were made
     */
    public java.util.function.Function<Value, String> refusal(Views views) {
        TermWalk[] walk = {new TermWalk()}; // over terms that depend on none
        return v -> {
            int[] culprit = {0};
            ValueTerms.visit(
                    v, views, t -> culprit[0] = culprit[0] != 0 ? culprit[0] : source(t, walk[0]));
            if (culprit[0] == 0) {
                return null;
            }
            walk[0] = new TermWalk();
            return "depends on the schedule: " + store.show(culprit[0], MOST_SHOWN);
        };
    }

    /**
     * Such a value that {@code term} depends on, or 0 if there is none.
     *
     * @param walk over terms that are known to depend on none; it ends where one is found
     */
    public int source(int term, TermWalk walk) {
        if (store.functions().stream().noneMatch(ScheduleDependence::isOne)) {
            return 0;
        }
        walk.open(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (is(t)) {
                return t;
            }
            walk.open(store.operands(t));
        }
        return 0;
    }
}
