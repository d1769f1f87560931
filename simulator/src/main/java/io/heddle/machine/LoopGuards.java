package io.heddle.machine;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds;
import io.heddle.value.ChosenBounds;
import io.heddle.value.OneInteger;
import io.heddle.value.Views;
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

    private static final int MAX_CASES = 256; // ways for comparisons to go
    private static final int MAX_ROUNDS = 20_000;

    private final TermStore store;
    private final Step[] code;
    private final Bounds bounds;
    private final ChosenBounds choices;
    private int looked; // at steps
    private int rounds; // of loops that are counted by choices

    /**
     * @param code all steps of the program
     */
    LoopGuards(TermStore store, Views views, Step[] code) {
        this.store = store;
        this.code = code;
        this.bounds = views.bounds();
        this.choices = new ChosenBounds(store, bounds, views.roundedSteps()::isMadeTwice);
    }

    /**
     * 1 or 0 where {@code condition}, under which {@code step} branches back or out of a loop, must
     * be true or false on {@code path}; −1 otherwise, and of other steps.
     */
    int decide(Step step, int condition, int path) {
        if (!(step instanceof BranchStep branch) || !isOfLoop(branch)) {
            return -1;
        }
        SortedSet<Integer> inputs = OneInteger.inputs(store, condition);
        if (inputs.size() != 1 || !store.isInteger(inputs.first())) {
            return decideByChoices(condition, path);
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

    /** True for a branch back, and for one before a branch back that has no guard. */
    private boolean isOfLoop(BranchStep branch) {
        int at = branch.index();
        return branch.target() <= at
                || at + 1 < code.length
                        && code[at + 1] instanceof BranchStep back
                        && back.guard() < 0
                        && back.target() <= at;
    }

    /** The same where floats choose the integers that are compared, as in a binary search. */
    private int decideByChoices(int condition, int path) {
        if (!isChoice(condition) || rounds >= MAX_ROUNDS) {
            return -1;
        }
        rounds++;
        if (choices.isNever(store.and(path, condition), MAX_CASES)) {
            return 0;
        }
        return choices.isNever(store.and(path, store.not(condition)), MAX_CASES) ? 1 : -1;
    }

    /** True if a condition compares integers of which a choice is one. */
    private boolean isChoice(int condition) {
        TermWalk walk = new TermWalk(condition);
        boolean choice = false;
        for (int t = walk.next(); t != 0 && walk.count() <= MAX_STEPS; t = walk.next()) {
            choice |= store.op(t) == Op.ITE && store.isInteger(t);
            walk.open(store.operands(t));
        }
        return choice && walk.count() <= MAX_STEPS;
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
