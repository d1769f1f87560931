package io.heddle.decide;

import io.heddle.term.Function;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashSet;
import java.util.Set;

/**
 * Which operations make a side NaN or infinite where their operand is outside their domain, since
 * every operation above them passes that on.
 */
final class Propagation {
    private static final Set<Function> PASSING =
            Set.of(Function.TANH, Function.ERF, Function.SIN, Function.COS, Function.ATAN2); // NaN

    private final Set<Integer> nan = new HashSet<>(); // operands of roots and logarithms
    private final Set<Integer> infinite = new HashSet<>(); // of logarithms and quotients; words

    Propagation(TermStore store, int... sides) {
        for (int side : sides) {
            collect(store, side, /* infinities= */ true);
            collect(store, side, /* infinities= */ false);
        }
    }

    /** Walks down where NaN is passed on, and infinities if asked for. */
    private void collect(TermStore store, int side, boolean infinities) {
        TermWalk walk = new TermWalk(side);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            int a = store.a(t);
            switch (store.op(t)) {
                case ADD, SUB, NEG, MUL, FMA, ABS -> walk.open(store.operands(t));
                case SQRT -> {
                    nan.add(a);
                    walk.open(a);
                }
                case LOG2 -> {
                    nan.add(a);
                    if (infinities) {
                        infinite.add(a);
                    }
                    walk.open(a);
                }
                case DIV -> {
                    if (infinities) {
                        infinite.add(store.b(t));
                        walk.open(a);
                    } else {
                        walk.open(a, store.b(t));
                    }
                }
                case EXP2 -> openUnless(infinities, walk, a);
                case MAX, MIN -> {
                    if (store.propagatesNan(t)) {
                        openUnless(infinities, walk, store.operands(t));
                    }
                }
                case FLOOR, CEIL, TRUNC, RINT -> {
                    if (store.c(t) == 0) {
                        walk.open(a);
                    }
                }
                case APPLY -> {
                    if (store.functionOf(t).readsBits()) {
                        infinite.add(t);
                    } else if (PASSING.contains(store.functionOf(t))) {
                        openUnless(infinities, walk, store.operands(t));
                    }
                }
                default -> {} // may be a number all the same
            }
        }
    }

    private static void openUnless(boolean infinities, TermWalk walk, int... operands) {
        if (!infinities) {
            walk.open(operands);
        }
    }

    /**
     * True if a side is NaN or infinite for certain where terms violate a condition.
     *
     * @param terms which violate it together
     */
    boolean reaches(Set<Integer> terms, Violation violation) {
        Set<Integer> passed = violation == Violation.NEGATIVE ? nan : infinite;
        return terms.stream().anyMatch(passed::contains);
    }
}
