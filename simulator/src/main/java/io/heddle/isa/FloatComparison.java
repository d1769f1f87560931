package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.IntegerSums;
import io.heddle.value.Overflows;

/**
 * The comparison of two floats by an instruction. It lists the assumptions that its condition over
 * the reals needs: that floats made of integers are exact, that {@code .ftz} flushes no operand,
 * and, where it asks for an infinity or NaN, that nothing overflowed.
 *
 * @param operator the comparison operator, such as {@code lt} or {@code nan}
 * @param format of the operands
 * @param flushed true with {@code .ftz}
 * @param same true if both operands are one register
 * @param instruction the instruction that compares
 */
record FloatComparison(
        String operator,
        FloatFormat format,
        boolean flushed,
        boolean same,
        Instruction instruction) {
    static FloatComparison of(
            Instruction i, String operator, FloatFormat format, Operand a, Operand b) {
        return new FloatComparison(operator, format, i.has("ftz"), a.equals(b), i);
    }

    /** The condition term of {@code a operator b}; lists what it assumes. */
    int condition(Warp w, int a, int b) {
        TermStore s = w.store();
        int first = flushed ? Flushing.operand(s, format, a) : a;
        int second = flushed ? Flushing.operand(s, format, b) : b;
        IntegerSums sums = w.views().integerSums();
        int x = same ? first : sums.compared(first, second, format);
        int y = same ? second : sums.compared(second, first, format);
        if (!s.isRational(x) || !s.isRational(y)) {
            assume(w, x, y);
        } else if (asksForNan() || same) {
            w.views().overflows().assumeNone();
        }
        int c = RunningExtrema.compared(w, instruction, RealComparison.of(s, operator, x, y));
        if (!same && !asksForNan()) {
            boolean constant = s.isClosed(c);
            w.views().roundedSteps().noteCompared(x, y, format, constant, instruction);
        }
        if (!s.isClosed(c)) {
            w.views().roundedSteps().noteCondition(c, format, instruction);
            noteOfNan(w, c, x, y);
        }
        return c;
    }

    private void assume(Warp w, int x, int y) {
        Overflows overflows = w.views().overflows();
        boolean forNan = asksForNan() || x == y;
        if (forNan || isInfinity(w.store(), y) || isReciprocal(w.store(), x, y)) {
            overflows.assumeNone(x);
        }
        if (forNan || isInfinity(w.store(), x) || isReciprocal(w.store(), y, x)) {
            overflows.assumeNone(y);
        }
        if (!asksForNan()) {
            w.views().roundedIntegers().assumeCompared(x, y);
            if (flushed && x != y) {
                Flushing.assumeNormal(w, format, x, y);
            }
        }
    }

    private static boolean isInfinity(TermStore s, int t) {
        return t == s.posInf() || t == s.negInf();
    }

    /** True for a quotient that is compared with 0: it is 0 where the divisor is infinite. */
    private static boolean isReciprocal(TermStore s, int t, int other) {
        return s.op(t) == Op.DIV && other == s.zero();
    }

    /** Notes what the condition is of a NaN; if no numbers go the ways of a NaN, there is none. */
    private void noteOfNan(Warp w, int c, int x, int y) {
        boolean inputs = isInput(w.store(), x) && isInput(w.store(), y);
        boolean holds = operator.equals("nan") || isUnordered();
        if (!inputs && w.views().bounds().unordered().note(c, holds)) {
            w.views().overflows().assumeNone(x);
            w.views().overflows().assumeNone(y);
        }
    }

    /** True for what is no NaN since no arithmetic made it. */
    private static boolean isInput(TermStore s, int t) {
        return s.isClosed(t) || s.op(t) == Op.ELEMENT;
    }

    private boolean isUnordered() {
        return operator.length() == 3 && operator.endsWith("u");
    }

    private boolean asksForNan() {
        return operator.equals("nan") || operator.equals("num");
    }
}
