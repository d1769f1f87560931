package io.heddle.value;

import io.heddle.finding.Assumptions;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Results that overflow on the machine where they are numbers over the reals. That they do not is
 * listed where a program asks whether they are infinite or NaN; what it is given is a number.
 */
public final class Overflows {
    private final TermStore store;
    private final Assumptions assumptions;
    private final Set<Integer> narrowed = new HashSet<>();

    Overflows(TermStore store, Assumptions assumptions) {
        this.store = store;
        this.assumptions = assumptions;
    }

    /** Notes that {@code t} became a float of lesser range. */
    public void noteNarrowed(int t) {
        if (!store.isClosed(t)) {
            narrowed.add(t);
        }
    }

    /** Lists what is assumed where a program asks whether {@code t} is infinite or NaN. */
    public void assumeNone(int t) {
        if (isResult(t)) {
            assumeNone();
        }
    }

    /** The same for what was a result, and became a constant over the reals. */
    public void assumeNone() {
        assumptions.add(
                "no overflow: results that are tested for infinity or NaN are finite", null);
    }

    /** True if arithmetic made {@code t} or what it is chosen of. */
    private boolean isResult(int t) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            if (!seen.add(next) || store.isClosed(next)) {
                continue;
            }
            if (narrowed.contains(next)) {
                return true;
            }
            switch (store.op(next)) {
                case ELEMENT -> {}
                case NEG, ABS, FLOOR, CEIL, TRUNC, RINT, SQRT, LOG2 -> open.push(store.a(next));
                case MAX, MIN -> {
                    open.push(store.a(next));
                    open.push(store.b(next));
                }
                case ITE -> {
                    open.push(store.b(next));
                    open.push(store.c(next));
                }
                default -> {
                    return true;
                }
            }
        }
        return false;
    }
}
