package io.heddle.value;

import io.heddle.finding.Assumptions;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.HashSet;
import java.util.Set;

/**
 * Results of instructions with {@code .ftz} that may be a flushed subnormal number: maxima, minima,
 * signs and magnitudes, which else are one of the operands, and all that is made of a word of an
 * integer tensor, of which every small integer is such a number. Over the reals nothing is flushed;
 * a program that reads the bits sees it, and that there is nothing to see is listed.
 */
final class FlushedResults {
    private static final int MAX_DEPTH = 8;

    private final TermStore store;
    private final Assumptions assumptions;
    private final Set<Integer> results = new HashSet<>();

    FlushedResults(TermStore store, Assumptions assumptions) {
        this.store = store;
        this.assumptions = assumptions;
    }

    /** Notes that an instruction with {@code .ftz} makes {@code t} of operands, unused ones 0. */
    void note(int t, int... operands) {
        boolean chosen =
                switch (store.op(t)) {
                    case MAX, MIN, NEG, ABS -> true;
                    default -> false;
                };
        for (int operand : operands) {
            chosen |= operand != 0 && isWord(operand);
        }
        if (chosen && !store.isClosed(t)) {
            results.add(t);
        }
    }

    /** Lists what is assumed where the bits of {@code t} are read. */
    void assumeRead(int t) {
        if (!results.isEmpty() && isBelow(t, 0)) {
            assumptions.add(
                    "no subnormal number that is read as a word is flushed by an instruction with"
                            + " .ftz",
                    null);
        }
    }

    private boolean isWord(int t) {
        return store.op(t) == Op.APPLY && store.functionOf(t).readsBits();
    }

    private boolean isBelow(int t, int depth) {
        if (results.contains(t)) {
            return true;
        }
        if (depth > MAX_DEPTH) {
            return false;
        }
        return switch (store.op(t)) {
            case NEG, ABS -> isBelow(store.a(t), depth + 1);
            case MAX, MIN -> isBelow(store.a(t), depth + 1) || isBelow(store.b(t), depth + 1);
            case ITE -> isBelow(store.b(t), depth + 1) || isBelow(store.c(t), depth + 1);
            default -> false;
        };
    }
}
