package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Bounds of floating-point results from the types and stated ranges of the inputs: whether a result
 * can overflow the narrowest format that the program computes in.
 */
final class Magnitudes {
    private static final int MAX_DEPTH = 100;
    private static final double GREATEST_EXPONENT = 1100; // of any float but zero, either sign
    private static final double MAY_OVERFLOW = Double.POSITIVE_INFINITY;
    private static final Set<Function> AT_MOST_ONE =
            Set.of(Function.SIN, Function.COS, Function.TANH, Function.ERF);

    private final TermStore store;
    private final Map<Integer, Double> known = new HashMap<>();
    private double limit = limit(FloatFormat.F64); // what rounds to an infinity

    Magnitudes(TermStore store) {
        this.store = store;
    }

    /** Notes the format and rounding of an instruction. */
    void read(Instruction i) {
        for (String modifier : i.modifiers()) {
            PtxType type = PtxType.parse(modifier);
            if (type != null) {
                limit = Math.min(limit, limit(type));
            } else if (modifier.equals("rm") || modifier.equals("rp")) {
                limit = 0; // what is beyond the greatest number by any little is infinite
            }
        }
    }

    private static double limit(PtxType type) {
        return switch (type) {
            case F32, F32X2, TF32 -> limit(FloatFormat.F32);
            case F64 -> limit(FloatFormat.F64);
            case BF16, BF16X2 -> limit(FloatFormat.BF16);
            case F16, F16X2 -> limit(FloatFormat.F16);
            case E4M3, E5M2, E4M3X2, E5M2X2 -> 0;
            default -> MAY_OVERFLOW;
        };
    }

    /** The least number that rounding to nearest makes infinite. */
    private static double limit(FloatFormat format) {
        if (format == FloatFormat.F64) {
            return Double.MAX_VALUE; // the half unit is none of a double
        }
        double greatest = format.lowestFinite().negate().doubleValue();
        return greatest
                + Math.scalb(1.0, Math.getExponent(greatest) - format.precision()); // half a unit
    }

    /** True if neither {@code t} nor what it is computed from can overflow. */
    boolean isBounded(int t) {
        return of(t, 0) < limit;
    }

    /** An upper bound of |t|, or {@link #MAY_OVERFLOW} also if something below may overflow. */
    private double of(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return MAY_OVERFLOW;
        }
        Double before = known.get(t);
        if (before == null) {
            double m = bound(t, depth + 1);
            before = m < limit ? m : MAY_OVERFLOW;
            known.put(t, before);
        }
        return before;
    }

    private double bound(int t, int depth) {
        int a = store.a(t);
        int b = store.b(t);
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> above(store.rationalValue(t));
            case ELEMENT -> element(store.symbolOf(t));
            case NEG, ABS -> of(a, depth);
            case ADD, SUB -> up(of(a, depth) + of(b, depth));
            case MUL -> product(of(a, depth), of(b, depth));
            case FMA -> up(product(of(a, depth), of(b, depth)) + of(store.c(t), depth));
            case DIV ->
                    store.isRational(b) && store.rationalValue(b).signum() != 0
                            ? product(of(a, depth), above(store.rationalValue(b).reciprocal()))
                            : MAY_OVERFLOW;
            case MAX, MIN -> Math.max(of(a, depth), of(b, depth));
            case ITE -> Math.max(of(b, depth), of(store.c(t), depth));
            case FLOOR, CEIL, TRUNC, RINT -> up(of(a, depth) + 1);
            case SQRT -> Math.max(1, of(a, depth));
            case LOG2 -> of(a, depth) == MAY_OVERFLOW ? MAY_OVERFLOW : GREATEST_EXPONENT;
            case EXP2 -> {
                double exponent = of(a, depth);
                yield exponent < GREATEST_EXPONENT ? up(Math.pow(2, exponent)) : MAY_OVERFLOW;
            }
            case APPLY ->
                    AT_MOST_ONE.contains(store.functionOf(t)) && of(b, depth) != MAY_OVERFLOW
                            ? 1
                            : MAY_OVERFLOW;
            default -> MAY_OVERFLOW;
        };
    }

    private static double product(double x, double y) {
        return x == 0 || y == 0 ? 0 : up(x * y);
    }

    private static double up(double x) {
        return Math.nextUp(x);
    }

    private static double above(Rational r) {
        return up(Math.abs(r.doubleValue()));
    }

    private static double element(Symbol symbol) {
        if (!symbol.type().isFloat()) {
            return Math.scalb(1.0, symbol.type().bits());
        }
        Rational greatest = symbol.type().format().lowestFinite().negate();
        double most = greatest.doubleValue(); // exactly
        if (symbol.low() == null || symbol.high() == null) {
            return most;
        }
        return Math.min(most, Math.max(above(symbol.low()), above(symbol.high())));
    }
}
