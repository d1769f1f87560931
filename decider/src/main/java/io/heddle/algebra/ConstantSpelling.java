package io.heddle.algebra;

import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.util.HashSet;
import java.util.Set;

/**
 * The values that programs write for an irrational constant when they round each step of its
 * computation: {@code 1 / sqrt(n)} with the root rounded before the division, {@code scale * LOG2E}
 * as a product of two rounded factors, and CUDA's own {@code log2(e)/252} (3BBB989D, in expf) and
 * {@code log2(e)} (3FB8AA3C, in its half-precision functions).
 */
final class ConstantSpelling {
    private static final float F32_LOG2_E = (float) 1.4426950408889634;
    private static final double F64_LOG2_E = 1.4426950408889634;
    private static final RecoveredConstant LOG2_E = new RecoveredConstant(Rational.ONE, 1, 1, 0, 0);
    private static final RecoveredConstant LOG2_E_63 = LOG2_E.times(Rational.of(1, 63));

    private final FloatFormat format;
    private final Set<Double> values = new HashSet<>();

    private ConstantSpelling(FloatFormat format) {
        this.format = format;
    }

    /**
     * The values of {@code c} > 0 in f32 or f64 that such steps give; its nearest may be missing.
     */
    static Set<Double> of(RecoveredConstant c, FloatFormat format) {
        ConstantSpelling spelling = new ConstantSpelling(format);
        if (c.log2TenPower() == 0 && c.piHalves() == 0) {
            spelling.add(c);
        }
        return spelling.values;
    }

    private void add(RecoveredConstant c) {
        double log2E = format == FloatFormat.F32 ? F32_LOG2_E : F64_LOG2_E;
        RecoveredConstant algebraic = new RecoveredConstant(c.factor(), c.radicand(), 0, 0, 0);
        if (c.log2EPower() == 0) {
            addInverseRoot(algebraic, 1);
        } else if (c.log2EPower() == 1) {
            values.add(round(round(algebraic.approximation()) * log2E));
            addInverseRoot(algebraic, log2E);
            addLibrarySpelling(c);
        }
    }

    /** For {@code c} = 1/√d with a dyadic d: the rounded quotient, times the factor. */
    private void addInverseRoot(RecoveredConstant c, double factor) {
        Rational square =
                c.factor().multiply(c.factor()).multiply(Rational.of(c.radicand())).reciprocal();
        if (c.radicand() != 1 && isDyadic(square)) {
            double inverse = round(1 / round(Math.sqrt(square.doubleValue())));
            values.add(round(inverse * factor));
        }
    }

    private static boolean isDyadic(Rational r) {
        return r.denominator().bitCount() == 1;
    }

    private void addLibrarySpelling(RecoveredConstant c) {
        double power = Math.scalb(1.0, Math.getExponent(c.approximation()));
        if (format == FloatFormat.F32 && c.oddPart().equals(LOG2_E)) {
            values.add(power * Math.nextUp(F32_LOG2_E));
        } else if (format == FloatFormat.F32 && c.oddPart().equals(LOG2_E_63)) {
            float inverse = F32_LOG2_E / 63;
            values.add(power * Math.scalb(inverse, -Math.getExponent(inverse)));
        }
    }

    /** One rounding; a product or quotient of two f32 values is exact enough in a double. */
    private double round(double value) {
        return format == FloatFormat.F32 ? (float) value : value;
    }
}
