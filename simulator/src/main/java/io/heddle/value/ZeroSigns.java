package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.HashSet;
import java.util.Set;

/**
 * The sign of a zero, which a real number does not have. A program that reads the bits of a float
 * can see it (−x and 0 − x differ at 0); what only uses the float as a number cannot. An input is
 * what was loaded, sign and all; of a zero that may have been computed it is assumed that it is +0,
 * and that is listed.
 */
public final class ZeroSigns {
    private static final int MAX_DEPTH = 8;
    private static final Rational LARGE = Rational.powerOfTwo(20);

    private final TermStore store;
    private final Assumptions assumptions;
    private final Set<Integer> sums = new HashSet<>(); // inputs that a sum gave: x + 0

    ZeroSigns(TermStore store, Assumptions assumptions) {
        this.store = store;
        this.assumptions = assumptions;
    }

    /** Notes that an addition gave {@code t}: of −0 and +0 it gives +0, as 0 − x does of +0. */
    public void noteSum(int t) {
        int of = store.op(t) == Op.SUB && store.a(t) == store.zero() ? store.b(t) : t;
        of = store.op(of) == Op.NEG ? store.a(of) : of;
        if (store.op(of) == Op.ELEMENT) {
            sums.add(of);
        }
    }

    /** Lists what is assumed where the sign bit of {@code t} is read. */
    void assumeRead(int t) {
        if (!isKnown(t, 0)) {
            assumptions.add(
                    Assumption.Kind.ZERO_SIGN,
                    "zeros that are computed and whose sign is read as a bit are +0",
                    null);
        }
    }

    /** True if {@code t} is no zero, or one whose sign is that of the input that it is. */
    private boolean isKnown(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        if ((store.flags(t) & TermStore.POSITIVE) != 0) {
            return true;
        }
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> !store.rationalValue(t).isZero();
            case CONSTANT, NEG_INF, POS_INF, NAN, UNDEFINED, ABS -> true;
            case ELEMENT -> !sums.contains(t);
            case APPLY -> {
                Function f = store.functionOf(t);
                yield f.readsBits()
                        || f.equals(Function.UPPER_HALF) && isKnown(store.b(t), depth + 1);
            }
            case ADD, FMA, SUB -> isLarge(t); // the sum keeps the exponent of the constant
            case ITE -> {
                int x = store.b(t);
                int y = store.c(t);
                yield isKnown(x, depth + 1)
                        && isKnown(y, depth + 1)
                        && (isNonzero(x) || isNonzero(y));
            }
            default -> false;
        };
    }

    private boolean isNonzero(int t) {
        boolean positive = (store.flags(t) & TermStore.POSITIVE) != 0;
        boolean constant = store.isRational(t) && !store.rationalValue(t).isZero();
        return positive || constant || t == store.posInf() || t == store.negInf();
    }

    /** True if a large constant is added, as programs do in order to round. */
    private boolean isLarge(int t) {
        for (int operand : store.operands(t)) {
            if (store.isRational(operand)
                    && store.rationalValue(operand).abs().compareTo(LARGE) >= 0) {
                return true;
            }
        }
        return false;
    }
}
