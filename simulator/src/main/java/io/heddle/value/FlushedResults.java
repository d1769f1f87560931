package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.term.Op;
import io.heddle.term.PassedOn;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Results of instructions with {@code .ftz} that may be a flushed subnormal number: maxima, minima,
 * signs and magnitudes, which else are one of the operands, sums and products that may vanish, and
 * all that is made of a word of an integer tensor, of which every small integer is such a number.
 * Over the reals nothing is flushed; a program that reads the bits, compares the number with
 * another small one or rounds it up or down to an integer sees it, and that there is nothing to see
 * is listed.
 */
final class FlushedResults {
    private static final int MOST_OPENED = 1 << 14;
    private static final int FAR = -60; // exponent of what no sum makes subnormal

    private final TermStore store;
    private final Assumptions assumptions;
    private final BitSet results = new BitSet();

    FlushedResults(TermStore store, Assumptions assumptions) {
        this.store = store;
        this.assumptions = assumptions;
    }

    /**
     * Notes that an instruction with {@code .ftz} makes {@code t} of operands, unused ones 0.
     *
     * @return true if it may have been flushed
     */
    boolean note(int t, int... operands) {
        boolean chosen = mayVanish(t);
        for (int operand : operands) {
            chosen |= operand != 0 && isWord(operand);
        }
        if (chosen && !store.isClosed(t)) {
            results.set(t);
        }
        return chosen;
    }

    /** Notes that {@code difference} is what flushing leaves of {@code t} − t, if it does. */
    void noteDifference(int difference, int t) {
        if (isBelow(t)) {
            results.set(difference);
        }
    }

    /** Notes that an instruction makes {@code t} of operands whose signs or choice may cancel. */
    void noteHidden(int t, int... operands) {
        if (results.isEmpty() || results.get(t)) {
            return;
        }
        for (int operand : operands) {
            if (results.get(operand)
                    && (store.op(t) == Op.ELEMENT || store.op(t) == store.op(operand))
                    && Arrays.stream(PassedOn.by(store, t)).noneMatch(o -> o == operand)) {
                results.set(t);
            }
        }
    }

    /** True if {@code t}, or an operand that it is near, may be subnormal. */
    private boolean mayVanish(int t) {
        return switch (store.op(t)) {
            case MAX, MIN, NEG, ABS, ELEMENT -> true;
            case ADD, SUB -> !store.isInteger(t) && !isNormal(store.a(t)) && !isNormal(store.b(t));
            case FMA -> !store.isInteger(t) && !isNormal(store.c(t));
            case MUL -> !store.isInteger(t);
            case DIV, EXP2, SQRT -> true;
            case APPLY -> !store.functionOf(t).isDiscrete() && !store.functionOf(t).readsBits();
            default -> false;
        };
    }

    /** True for a constant that is far from all subnormal numbers. */
    private boolean isNormal(int t) {
        return store.isRational(t)
                && store.rationalValue(t).abs().compareTo(Rational.powerOfTwo(FAR)) >= 0;
    }

    /** Lists what is assumed where {@code a} and {@code b} are compared. */
    void assumeCompared(int a, int b) {
        if (!results.isEmpty() && !isNormal(a) && !isNormal(b) && (isBelow(a) || isBelow(b))) {
            assumptions.add(
                    Assumption.Kind.SUBNORMAL,
                    "no subnormal number that is compared is flushed by an instruction with .ftz",
                    null);
        }
    }

    /** Lists what is assumed where {@code t} is rounded up or down to an integer. */
    void assumeConverted(int t, boolean flushed) {
        if (!store.isInteger(t) && (isBelow(t) || flushed && mayVanish(t))) {
            assumptions.add(
                    Assumption.Kind.SUBNORMAL,
                    "no subnormal number that becomes an integer is flushed by an instruction with"
                            + " .ftz",
                    null);
        }
    }

    /** Lists what is assumed where the bits of {@code t} are read. */
    void assumeRead(int t) {
        if (!results.isEmpty() && isBelow(t)) {
            assumptions.add(
                    Assumption.Kind.SUBNORMAL,
                    "no subnormal number that is read as a word is flushed by an instruction with"
                            + " .ftz",
                    null);
        }
    }

    private boolean isWord(int t) {
        return store.op(t) == Op.APPLY && store.functionOf(t).readsBits();
    }

    private boolean isBelow(int t) {
        if (results.isEmpty()) {
            return false;
        }
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (results.get(next) || walk.count() > MOST_OPENED) {
                return true;
            }
            walk.open(PassedOn.by(store, next));
        }
        return false;
    }
}
