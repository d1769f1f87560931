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
    private static final Known TOO_DEEP = new Known(Double.NaN, MAX_DEPTH + 1);

    private final TermStore store;
    private final Map<Integer, Known> values = new HashMap<>(); // of terms that were asked for
    private final Map<Integer, Double> errors = new HashMap<>(); // greatest; absent for none

    /**
     * What is known of a closed term.
     *
     * @param value about its value, or NaN
     * @param height operations above one another
     */
    private record Known(double value, int height) {}

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
                inherited == 0
                        && store.isRational(t)
                        && narrow.holds(store.rationalValue(t))
                        && !isApproximated(instruction, operands);
        if (held) {
            return;
        }
        double v = Math.abs(value(t)) + inherited;
        double error = inherited + narrow.error(v, instruction);
        if (!(error == 0)) {
            errors.merge(t, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error, Math::max);
        }
    }

    /**
     * True for an approximation that may miss a number which the format holds, as 21 / 7; dividing
     * by a power of two only moves the exponent.
     */
    private boolean isApproximated(Instruction instruction, int... operands) {
        if (!Arithmetic.isApproximate(instruction)) {
            return false;
        }
        int divisor =
                switch (instruction.opcode()) {
                    case "div" -> operands[1];
                    case "rcp" -> operands[0];
                    default -> 0;
                };
        return divisor == 0
                || !store.isRational(divisor)
                || !store.rationalValue(divisor).isPowerOfTwo();
    }

    /** What the errors of operands make of the result of an operation. */
    private double inherited(String opcode, int... operands) {
        double[] x = new double[3];
        double[] e = new double[3];
        double sum = 0;
        for (int k = 0; k < Math.min(3, operands.length); k++) {
            if (operands[k] != 0) {
                e[k] = error(operands[k]);
                x[k] = Math.abs(value(operands[k]));
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
            case "ex2" -> Math.pow(2, value(operands[0])) * (Math.pow(2, e[0]) - 1);
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
        double x = value(a);
        double y = value(b);
        double noted = error(a) + error(b);
        return !(Math.abs(x - y) > noted + error(Math.max(Math.abs(x), Math.abs(y)), format));
    }

    /**
     * True if roundings could decide to which integer an instruction rounds the constant; of one
     * that is no conversion in any way.
     */
    boolean mayReachAnother(int t, FloatFormat format, Instruction instruction) {
        if (!store.isFinite(t)) {
            return false;
        }
        double v = value(t);
        if (instruction.opcode().equals("cvt")) {
            double off = error(t) + error(Math.abs(v), format);
            return !(rounded(v - off, instruction) == rounded(v + off, instruction));
        }
        double twice = 2 * v; // also halves, where ties are
        double noted = 2 * error(t);
        return !(Math.abs(twice - Math.rint(twice)) > noted + error(Math.abs(twice), format));
    }

    private static double rounded(double x, Instruction conversion) {
        if (conversion.has("rni")) {
            return Math.rint(x);
        }
        if (conversion.has("rmi")) {
            return Math.floor(x);
        }
        return conversion.has("rpi") || x < 0 ? Math.ceil(x) : Math.floor(x);
    }

    private static double error(double magnitude, FloatFormat format) {
        return UNITS * Math.scalb(Math.max(magnitude, Float.MIN_NORMAL), -format.precision());
    }

    /** About the value of a closed term; NaN where it is not known. */
    private double value(int t) {
        return known(t, 0).value;
    }

    private Known known(int t, int depth) {
        Known known = values.get(t);
        if (known == null) {
            known = depth > MAX_DEPTH ? TOO_DEEP : compute(t, depth + 1);
            if (known.height <= MAX_DEPTH || depth == 0) {
                values.put(t, known);
            }
        }
        return known;
    }

    private Known compute(int t, int depth) {
        Known[] x = new Known[store.op(t).isCondition() ? 0 : Math.min(3, store.op(t).arity())];
        int height = 0;
        for (int k = 0; k < x.length; k++) {
            x[k] = known(k == 0 ? store.a(t) : k == 1 ? store.b(t) : store.c(t), depth);
            height = Math.max(height, x[k].height + 1);
        }
        return height > MAX_DEPTH ? TOO_DEEP : new Known(apply(t, x), height);
    }

    private double apply(int t, Known[] x) {
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> store.rationalValue(t).doubleValue();
            case CONSTANT -> store.constantOf(t).approximation();
            case NEG -> -x[0].value;
            case ABS -> Math.abs(x[0].value);
            case SQRT -> Math.sqrt(x[0].value);
            case EXP2 -> Math.pow(2, x[0].value);
            case LOG2 -> Math.log(x[0].value) / Math.log(2);
            case ADD -> x[0].value + x[1].value;
            case SUB -> x[0].value - x[1].value;
            case MUL -> x[0].value * x[1].value;
            case DIV -> x[0].value / x[1].value;
            case MAX -> Math.max(x[0].value, x[1].value);
            case MIN -> Math.min(x[0].value, x[1].value);
            case FMA -> x[0].value * x[1].value + x[2].value;
            default -> Double.NaN;
        };
    }
}
