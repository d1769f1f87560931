package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Value.Piece;

/**
 * The sign of a zero that a floating-point operation returns, as far as the operands determine it
 * (IEEE 754, section 6.3). A zero of known sign becomes concrete bits; otherwise it stays a term,
 * which has no sign.
 */
public final class ZeroResults {
    /** The sign of a float, as far as it is known. */
    enum Sign {
        PLUS,
        MINUS,
        UNKNOWN;

        private Sign times(Sign other) {
            if (this == UNKNOWN || other == UNKNOWN) {
                return UNKNOWN;
            }
            return this == other ? PLUS : MINUS;
        }
    }

    /**
     * An operand, as far as it is known.
     *
     * @param value the operand's bits
     * @param zero true if it is known to be a zero
     * @param constant true if it is known whether it is a zero
     */
    private record Operand(Value value, Sign sign, boolean zero, boolean constant) {
        private Operand times(Operand other) {
            return new Operand(
                    null,
                    sign.times(other.sign),
                    zero || other.zero,
                    zero && other.constant || other.zero && constant || constant && other.constant);
        }

        private Operand negated() {
            return new Operand(null, sign.times(Sign.MINUS), zero, constant);
        }
    }

    private ZeroResults() {}

    /** The sign of the float whose bits are {@code v}. */
    static Sign sign(TermStore s, FloatFormat format, Value v) {
        return operand(s, format, v).sign;
    }

    /** True if {@code v} is known to be a zero that may be −0. */
    public static boolean mayBeNegativeZero(TermStore s, FloatFormat format, Value v) {
        Operand o = operand(s, format, v);
        return o.zero && o.sign != Sign.PLUS;
    }

    private static Operand operand(TermStore s, FloatFormat format, Value v) {
        Value low = v.width() == format.bits() ? v : v.resize(format.bits());
        if (low.isConcrete()) {
            long bits = low.pieces()[0].payload();
            boolean minus = (bits >>> format.bits() - 1 & 1) != 0;
            boolean zero = (bits & Value.mask(format.bits() - 1)) == 0;
            return new Operand(low, minus ? Sign.MINUS : Sign.PLUS, zero, true);
        }
        Piece p = low.pieces()[0];
        if (low.pieces().length != 1 || !Tag.isFloat(p.tag()) || !p.isWhole()) {
            return new Operand(low, Sign.UNKNOWN, false, false);
        }
        int t = Tag.term(p.payload());
        if (s.isRational(t)) {
            int signum = s.rationalValue(t).signum();
            Sign sign = signum == 0 ? Sign.UNKNOWN : signum > 0 ? Sign.PLUS : Sign.MINUS;
            return new Operand(low, sign, signum == 0, true);
        }
        if (t == s.posInf() || t == s.negInf()) {
            return new Operand(low, t == s.posInf() ? Sign.PLUS : Sign.MINUS, false, true);
        }
        boolean positive = (s.flags(t) & TermStore.POSITIVE) != 0;
        Sign sign = positive || s.op(t) == Op.ABS ? Sign.PLUS : Sign.UNKNOWN;
        return new Operand(low, sign, false, positive);
    }

    /**
     * The value of the zero {@code t} that {@code i} returns: concrete bits if {@code sign} is
     * known.
     */
    static Value of(Warp w, Instruction i, int t, FloatFormat format, Sign sign) {
        boolean clamped = i.has("sat") || i.has("relu");
        return sign == Sign.UNKNOWN || clamped && sign == Sign.MINUS
                ? w.views().ofReal(t, format)
                : Value.concrete(sign == Sign.PLUS ? 0 : 1L << format.bits() - 1, format.bits());
    }

    /**
     * Like {@link #of(Warp, Instruction, int, FloatFormat, Sign)}, with the sign that {@code i}
     * gives to a zero computed of {@code values}, whose formats are {@code from}.
     */
    static Value of(
            Warp w, Instruction i, int t, FloatFormat format, FloatFormat[] from, Value... values) {
        Operand[] x = new Operand[values.length];
        for (int k = 0; k < x.length; k++) {
            x[k] = operand(w.store(), from[k], values[k]);
        }
        return of(w, i, t, format, sign(i, x));
    }

    /** True if {@code t} is the number 0. */
    public static boolean isZero(TermStore s, int t) {
        return s.isRational(t) && s.rationalValue(t).isZero();
    }

    private static Sign sign(Instruction i, Operand[] x) {
        boolean down = i.has("rm");
        return switch (i.opcode()) {
            case "neg" -> x[0].sign.times(Sign.MINUS);
            case "abs", "ex2", "lg2" -> Sign.PLUS;
            case "mul", "div" -> x[0].sign.times(x[1].sign);
            case "rcp", "rsqrt", "sqrt", "sin", "tanh" -> x[0].sign;
            case "add" -> sum(x[0], x[1], down);
            case "sub" ->
                    x[0].value.equals(x[1].value)
                            ? cancelled(down)
                            : sum(x[0], x[1].negated(), down);
            case "fma", "mad" -> sum(x[0].times(x[1]), x[2], down);
            case "max", "min" -> extremum(i, x);
            default -> Sign.UNKNOWN;
        };
    }

    private static Sign cancelled(boolean down) {
        return down ? Sign.MINUS : Sign.PLUS;
    }

    /**
     * The sign of a sum that is 0: that of both operands if they are zeros of one sign; else +, or
     * − if the result is rounded down.
     */
    private static Sign sum(Operand x, Operand y, boolean down) {
        if (!x.constant || !y.constant) {
            return Sign.UNKNOWN;
        }
        Sign usual = cancelled(down);
        if (!x.zero || x.sign == usual || y.sign == usual) {
            return usual;
        }
        return x.sign == y.sign ? x.sign : Sign.UNKNOWN;
    }

    /** The sign of a {@code max} or {@code min} that is 0: +0 is greater than −0 (PTX ISA, max). */
    private static Sign extremum(Instruction i, Operand[] x) {
        if (i.has("abs")) {
            return Sign.PLUS;
        }
        Sign strongest = i.opcode().equals("max") ? Sign.PLUS : Sign.MINUS;
        boolean all = true;
        for (Operand o : x) {
            if (!o.constant) {
                return Sign.UNKNOWN;
            }
            if (o.zero && o.sign == strongest) {
                return strongest;
            }
            all &= !o.zero || o.sign != Sign.UNKNOWN;
        }
        return all ? strongest.times(Sign.MINUS) : Sign.UNKNOWN;
    }
}
