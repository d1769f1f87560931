package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;

/**
 * Constants that the machine rounds and a term does not: 0.1f + 0.2f is 0.3f there, and no such
 * number over the reals. What a comparison or a conversion to an integer makes of one is known only
 * where no rounding reaches the point at which the outcome changes. How far the machine's number
 * may be from a constant is added up along the instructions that make it: what cancels leaves the
 * errors of what was much greater, and what is narrowed those of the narrow format.
 */
final class RoundedConstants {
    /** Units in the last place by which a folded constant may be off. */
    private static final double UNITS = 64;

    private static final int MAX_DEPTH = 64;

    private final TermStore store;
    private final Map<Integer, Double> errors = new HashMap<>(); // greatest; absent for none

    RoundedConstants(TermStore store) {
        this.store = store;
    }

    /** How far the machine's number may be from the constant {@code t}, as far as was noted. */
    double error(int t) {
        return errors.getOrDefault(t, 0.0);
    }

    /**
     * Notes that {@code instruction} makes the constant {@code t} of constants, unused ones 0.
     *
     * @param narrow the format of the result
     */
    void note(int t, NarrowFormat narrow, Instruction instruction, int... operands) {
        if (!store.isFinite(t)) {
            return;
        }
        double inherited = inherited(instruction.opcode(), operands);
        boolean held =
                inherited == 0 && store.isRational(t) && narrow.holds(store.rationalValue(t));
        if (held) {
            return;
        }
        double v = Math.abs(value(t, 0)) + inherited;
        double error = inherited + narrow.error(v, instruction);
        if (!(error == 0)) {
            errors.merge(t, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error, Math::max);
        }
    }

    /** What the errors of operands make of the result of an operation. */
    private double inherited(String opcode, int... operands) {
        double[] x = new double[3];
        double[] e = new double[3];
        double sum = 0;
        for (int k = 0; k < Math.min(3, operands.length); k++) {
            if (operands[k] != 0) {
                e[k] = error(operands[k]);
                x[k] = Math.abs(value(operands[k], 0));
                sum += e[k];
            }
        }
        if (sum == 0) {
            return 0;
        }
        return switch (opcode) {
            case "add", "sub", "neg", "abs", "max", "min", "cvt", "sin", "cos", "tanh" -> sum;
            case "mul" -> product(x, e);
            case "fma", "mad" -> product(x, e) + e[2];
            case "div" -> quotient(x[0], e[0], x[1], e[1]);
            case "rcp" -> quotient(1, 0, x[0], e[0]);
            case "sqrt" -> Math.sqrt(x[0] + e[0]) - Math.sqrt(Math.max(0, x[0] - e[0]));
            case "ex2" -> Math.pow(2, value(operands[0], 0)) * (Math.pow(2, e[0]) - 1);
            default -> Double.POSITIVE_INFINITY;
        };
    }

    private static double product(double[] x, double[] e) {
        return x[0] * e[1] + x[1] * e[0] + e[0] * e[1];
    }

    private static double quotient(double a, double ea, double b, double eb) {
        return eb < b ? (a * eb + b * ea) / (b * (b - eb)) : Double.POSITIVE_INFINITY;
    }

    /** True if roundings could decide how the constants compare. */
    boolean mayCross(int a, int b, FloatFormat format) {
        if (!store.isFinite(a) || !store.isFinite(b)) {
            return false; // no rounding makes an infinity or NaN a number
        }
        double x = value(a, 0);
        double y = value(b, 0);
        double noted = error(a) + error(b);
        return !(Math.abs(x - y) > noted + error(Math.max(Math.abs(x), Math.abs(y)), format));
    }

    /** True if roundings could decide to which integer the constant is rounded, in any way. */
    boolean mayReachAnother(int t, FloatFormat format) {
        if (!store.isFinite(t)) {
            return false;
        }
        double twice = 2 * value(t, 0); // also halves, where ties are
        double noted = 2 * error(t);
        return !(Math.abs(twice - Math.rint(twice)) > noted + error(Math.abs(twice), format));
    }

    private static double error(double magnitude, FloatFormat format) {
        return UNITS * Math.scalb(Math.max(magnitude, Float.MIN_NORMAL), -format.precision());
    }

    /** About the value of a closed term; NaN where it is not known. */
    private double value(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return Double.NaN;
        }
        int next = depth + 1;
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> store.rationalValue(t).doubleValue();
            case CONSTANT -> store.constantOf(t).approximation();
            case NEG -> -value(store.a(t), next);
            case ABS -> Math.abs(value(store.a(t), next));
            case SQRT -> Math.sqrt(value(store.a(t), next));
            case EXP2 -> Math.pow(2, value(store.a(t), next));
            case LOG2 -> Math.log(value(store.a(t), next)) / Math.log(2);
            case ADD -> value(store.a(t), next) + value(store.b(t), next);
            case SUB -> value(store.a(t), next) - value(store.b(t), next);
            case MUL -> value(store.a(t), next) * value(store.b(t), next);
            case DIV -> value(store.a(t), next) / value(store.b(t), next);
            case MAX -> Math.max(value(store.a(t), next), value(store.b(t), next));
            case MIN -> Math.min(value(store.a(t), next), value(store.b(t), next));
            case FMA -> value(store.a(t), next) * value(store.b(t), next) + value(store.c(t), next);
            default -> Double.NaN;
        };
    }
}
