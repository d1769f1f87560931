package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;

/**
 * Where a rounding may make a number NaN or infinite: roots and logarithms of what was rounded,
 * which the machine may find negative where the exact number is not (the variance as the mean of
 * squares less the square of the mean), and tests for that.
 */
final class RoundedDomains {
    private final TermStore store;
    private final RoundedTerms terms;
    private final DecidingSteps steps;

    RoundedDomains(TermStore store, RoundedTerms terms, DecidingSteps steps) {
        this.store = store;
        this.terms = terms;
        this.steps = steps;
    }

    /**
     * Notes that {@code instruction} makes {@code t} of operands, unused ones 0: each root and
     * logarithm in it of a number whose sign a rounding may turn. What is not negative by its
     * operations alone, such as a sum of squares, is so on the machine, too.
     */
    void noteMade(int t, FloatFormat format, Instruction instruction, int... operands) {
        if (!hasDomain(instruction)) {
            return;
        }
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (store.op(next) == Op.SQRT || store.op(next) == Op.LOG2) {
                int x = store.a(next);
                boolean signed = (store.flags(x) & TermStore.NONNEGATIVE) == 0;
                int rounded = isArcSine(instruction) ? operands[0] : x;
                if (signed && !store.isClosed(x) && terms.isRounded(rounded, format)) {
                    steps.addDomain(x, DecidingSteps.how(format), instruction);
                }
            } else if (!isAmong(next, operands)) {
                walk.open(store.operands(next));
            }
        }
    }

    private static boolean isAmong(int t, int... operands) {
        for (int operand : operands) {
            if (operand == t) {
                return true;
            }
        }
        return false;
    }

    /** True for the arc sine of x, which takes 1 − x² without rounding it. */
    private static boolean isArcSine(Instruction i) {
        return i.opcode().equals("heddle") && i.modifiers().get(0).equals("asin");
    }

    private static boolean hasDomain(Instruction i) {
        return switch (i.opcode()) {
            case "sqrt", "rsqrt", "lg2" -> true;
            case "heddle" ->
                    switch (i.modifiers().get(0)) {
                        case "log", "log2", "log10", "log1p", "rsqrt", "pow", "asin" -> true;
                        default -> false;
                    };
            default -> false;
        };
    }

    /**
     * Notes that {@code instruction} asks for {@code condition}, which may be that a number is NaN
     * or infinite: the comparisons of floats in it.
     */
    void noteCondition(int condition, FloatFormat format, RoundedSteps all, Instruction i) {
        TermWalk walk = new TermWalk(condition);
        for (int c = walk.next(); c != 0; c = walk.next()) {
            switch (store.op(c)) {
                case NOT, AND, OR -> walk.open(store.operands(c));
                case LT, LE, EQ -> {
                    if (!store.isInteger(store.a(c)) || !store.isInteger(store.b(c))) {
                        all.noteOrder(store.a(c), store.b(c), format, i);
                    }
                }
                default -> {}
            }
        }
    }
}
