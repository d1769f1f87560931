package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.ptx.Instruction;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashSet;
import java.util.Set;

/**
 * Results that overflow on the machine where they are numbers over the reals. That they do not is
 * listed where a program asks whether they are infinite or NaN, unless the types and ranges of its
 * inputs exclude it; what it is given is a number.
 */
public final class Overflows {
    private final TermStore store;
    private final Assumptions assumptions;
    private final Magnitudes magnitudes;
    private final Set<Integer> suspect = new HashSet<>(); // whatever their terms say

    Overflows(TermStore store, Assumptions assumptions) {
        this.store = store;
        this.assumptions = assumptions;
        this.magnitudes = new Magnitudes(store);
    }

    /** Learns in which types a program computes: of each of its instructions. */
    public void read(Instruction instruction) {
        magnitudes.read(instruction);
    }

    /** Notes that {@code t} became a float of lesser range. */
    public void noteNarrowed(int t) {
        if (!store.isClosed(t)) {
            suspect.add(t);
        }
    }

    /**
     * Notes that an operation on {@code operand} gave {@code t}: over the reals the operand may
     * have cancelled, as in x · x / x, which overflows.
     */
    public void noteFolded(int t, int operand) {
        if (!isPart(operand, t) && !store.isClosed(operand) && !magnitudes.isBounded(operand)) {
            suspect.add(t);
            if (store.isRational(t) && isResult(operand) && !isClamped(operand)) {
                assumptions.add(
                        Assumption.Kind.OTHER, // at places that need not be reached
                        "no overflow: results that vanish over the reals, as in 0 * t or t - t, are"
                                + " finite",
                        null);
            }
        }
    }

    private boolean isPart(int operand, int t) {
        if (t == operand) {
            return true;
        }
        if (store.a(t) != operand && store.b(t) != operand && store.c(t) != operand) {
            return false; // quick, and usual where something is folded
        }
        for (int of : store.operands(t)) { // those of a leaf are no terms
            if (of == operand) {
                return true;
            }
        }
        return false;
    }

    /** True for what is clamped between two numbers, which it is on the machine, too. */
    private boolean isClamped(int t) {
        Op outer = store.op(t);
        if (outer != Op.MIN && outer != Op.MAX) {
            return false;
        }
        int inner = store.isRational(store.a(t)) ? store.b(t) : store.a(t);
        boolean both = store.op(inner) == (outer == Op.MIN ? Op.MAX : Op.MIN);
        return both
                && (store.isRational(store.a(t)) || store.isRational(store.b(t)))
                && (store.isRational(store.a(inner)) || store.isRational(store.b(inner)));
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
                Assumption.Kind.FLOAT_OVERFLOW,
                "no overflow: results that are tested for infinity or NaN are finite",
                null);
    }

    /** True if arithmetic made {@code t} or what it is chosen of. */
    private boolean isResult(int t) {
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (suspect.contains(next)) {
                return true;
            }
            switch (store.op(next)) {
                case ELEMENT, POS_INF, NEG_INF, NAN, UNDEFINED, CONSTANT -> {}
                case NEG, ABS, FLOOR, CEIL, TRUNC, RINT, SQRT, LOG2 -> walk.open(store.a(next));
                case MAX, MIN -> {
                    walk.open(store.a(next), store.b(next));
                }
                case ITE -> {
                    walk.open(store.b(next), store.c(next));
                }
                default -> {
                    if (!magnitudes.isBounded(next)) {
                        return true;
                    }
                    walk.open(store.operands(next));
                }
            }
        }
        return false;
    }
}
