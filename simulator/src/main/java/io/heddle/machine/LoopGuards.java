package io.heddle.machine;

import io.heddle.term.TermStore;
import io.heddle.value.Bounds;
import io.heddle.value.OneInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Whether a loop goes on, where one integer of the inputs says how often it does: on the path of a
 * lane, which says that it came so far, no value of the integer may be left for another round.
 * {@code for (j = 0; j < n[i]; j++)}, unrolled by four, counts {@code n[i] & ~3} down to 0.
 */
final class LoopGuards {
    private static final int MAX_STEPS = 1_000; // of a path, each as often as it takes part
    private static final int MAX_LOOKED_AT = 300_000; // steps of all paths of a run

    private final TermStore store;
    private final Bounds bounds;
    private int looked; // at steps

    LoopGuards(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /**
     * 1 or 0 where {@code condition}, under which {@code step} branches back, must be true or false
     * on {@code path}; −1 otherwise, and of other steps.
     */
    int decide(Step step, int condition, int path) {
        if (!(step instanceof BranchStep branch) || branch.target() > branch.index()) {
            return -1;
        }
        SortedSet<Integer> inputs = OneInteger.inputs(store, condition);
        if (inputs.size() != 1 || !store.isInteger(inputs.first())) {
            return -1;
        }
        int further = store.and(path, condition);
        if (looked > MAX_LOOKED_AT || !isSmall(further)) {
            return -1;
        }
        OneInteger one = new OneInteger(store, bounds, inputs.first());
        if (isNever(one, further)) {
            return 0;
        }
        return isNever(one, store.and(path, store.not(condition))) ? 1 : -1;
    }

    /** True if a condition is made in few steps: evaluation takes each as often as it is used. */
    private boolean isSmall(int condition) {
        Deque<Integer> open = new ArrayDeque<>(List.of(condition));
        int steps = 0;
        for (; !open.isEmpty() && steps <= MAX_STEPS; steps++) {
            for (int operand : store.operands(open.pop())) {
                open.push(operand);
            }
        }
        looked += steps;
        return steps <= MAX_STEPS;
    }

    private static boolean isNever(OneInteger one, int path) {
        Optional<List<Bounds.Interval>> where = one.where(path);
        return where.isPresent() && where.get().isEmpty();
    }
}
