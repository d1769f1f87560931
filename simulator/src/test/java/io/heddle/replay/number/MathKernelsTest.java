package io.heddle.replay.number;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.PtxModule;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CUDA math library as nvcc inlines it, against java.lang.Math. */
final class MathKernelsTest {
    private static final float[] POSITIVE = {
        1e-30f,
        1e-6f,
        0.01f,
        0.3f,
        0.7071f,
        0.99999f,
        1f,
        1.0001f,
        1.5f,
        2f,
        2.718f,
        3.1416f,
        10f,
        33.3f,
        80f,
        1000f,
        12345.678f,
        1e10f,
        1e38f,
        1e-39f
    };
    private static final float[] MIXED = {
        -87f, -20.5f, -9.5f, -3.3f, -1f, -0.7f, -0.5f, -0.1f, -1e-4f, -1e-20f, 0f, 1e-20f, 1e-5f,
        0.2f, 0.5f, 0.61f, 0.9f, 1f, 1.1f, 2f, 3.7f, 8.9f, 9.2f, 15f, 42f, 85f
    };

    private static void unary(
            PtxModule module, String entry, float[] x, DoubleUnaryOperator f, double ulps) {
        float[] y =
                new Kernels.Run(module, entry)
                        .threads(x.length)
                        .floats("a", x)
                        .out("o", ElementType.F32, x.length)
                        .getFloats("o");
        for (int i = 0; i < x.length; i++) {
            check(entry + "(" + x[i] + ")", (float) f.applyAsDouble(x[i]), y[i], ulps);
        }
    }

    private static void binary(
            PtxModule module,
            String entry,
            float[] x,
            float[] y,
            DoubleBinaryOperator f,
            double ulps) {
        float[] z =
                new Kernels.Run(module, entry)
                        .threads(x.length)
                        .floats("a", x)
                        .floats("b", y)
                        .out("o", ElementType.F32, x.length)
                        .getFloats("o");
        for (int i = 0; i < x.length; i++) {
            String what = entry + "(" + x[i] + ", " + y[i] + ")";
            check(what, (float) f.applyAsDouble(x[i], y[i]), z[i], ulps);
        }
    }

    private static void check(String what, float expected, float actual, double ulps) {
        boolean same = Float.compare(expected, actual) == 0;
        double error = Math.abs((double) expected - actual);
        assertTrue(
                same || error <= ulps * Math.ulp(expected),
                () -> what + " is " + actual + ", expected " + expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_100a"})
    void accurateFunctionsAgreeWithJavaWithinTheirDocumentedErrors(String architecture) {
        PtxModule m = Kernels.resource("/replay/math1." + architecture + ".ptx");
        unary(m, "k_expf", MIXED, Math::exp, 2);
        unary(m, "k_exp2f", MIXED, x -> Math.pow(2, x), 2);
        unary(m, "k_exp10f", new float[] {-37f, -2.5f, 0, 0.1f, 3f, 38f}, x -> Math.pow(10, x), 2);
        unary(m, "k_expm1f", MIXED, Math::expm1, 2);
        unary(m, "k_logf", POSITIVE, Math::log, 2);
        unary(m, "k_log2f", POSITIVE, x -> Math.log(x) / Math.log(2), 2);
        unary(m, "k_log10f", POSITIVE, Math::log10, 3);
        unary(m, "k_log1pf", POSITIVE, Math::log1p, 2);
        unary(m, "k_sqrtf", POSITIVE, Math::sqrt, 0);
        unary(m, "k_rsqrtf", POSITIVE, x -> 1 / Math.sqrt(x), 1);
        unary(m, "k_frsqrt_rn", POSITIVE, x -> 1 / Math.sqrt(x), 0);
        unary(m, "k_cbrtf", POSITIVE, Math::cbrt, 1);
        unary(m, "k_rcp", POSITIVE, x -> 1 / x, 0);
        unary(m, "k_divc", MIXED, x -> x / 3, 0);
        unary(m, "k_tanhf", MIXED, Math::tanh, 2);
        unary(m, "k_sinf", MIXED, Math::sin, 2);
        unary(m, "k_cosf", MIXED, Math::cos, 2);
        unary(m, "k_sinf", new float[] {1e6f, -3e7f, 1.5e20f}, Math::sin, 2);
        unary(m, "k_tanf", MIXED, Math::tan, 4);
        unary(m, "k_atanf", MIXED, Math::atan, 2);
        unary(m, "k_sinhf", MIXED, Math::sinh, 3);
        unary(m, "k_coshf", MIXED, Math::cosh, 2);
        unary(m, "k_floorf", MIXED, Math::floor, 0);
        unary(m, "k_rintf", MIXED, Math::rint, 0);
        unary(m, "k_truncf", MIXED, x -> x < 0 ? Math.ceil(x) : Math.floor(x), 0);
        unary(m, "k_signbit", MIXED, x -> x < 0 ? -1 : 1, 0);
        unary(m, "k_saturate", MIXED, x -> Math.max(0, Math.min(1, x)), 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_100a"})
    void functionsOfTwoArgumentsAgreeWithJava(String architecture) {
        PtxModule m = Kernels.resource("/replay/math1." + architecture + ".ptx");
        float[] x = {0.1f, 0.5f, 1f, 1.5f, 2f, 3f, 7.25f, 100f, 1e-10f, 1e10f};
        float[] y = {3f, -2.5f, 17f, 0.5f, 10f, -0.3f, 2f, 1.1f, 2.2f, -1.7f};
        binary(m, "k_powf", x, y, Math::pow, 8);
        binary(m, "k_powf", new float[] {-2f, -2f, 0f}, new float[] {3f, 4f, 2f}, Math::pow, 0);
        binary(m, "k_div", x, y, (a, b) -> a / b, 0);
        binary(m, "k_fmodf", x, y, (a, b) -> a % b, 0);
        binary(m, "k_hypotf", x, y, Math::hypot, 3);
        binary(m, "k_atan2f", x, y, Math::atan2, 3);
        binary(m, "k_fmaxf", x, y, Math::max, 0);
        binary(m, "k_copysignf", x, y, Math::copySign, 0);
        binary(m, "k_mulladd", x, y, (a, b) -> Math.fma(a, b, a), 0);
    }

    @Test
    void erfAgreesWithItsDefiningIntegral() {
        PtxModule m = Kernels.resource("/replay/math1.sm_80.ptx");
        unary(m, "k_erff", MIXED, MathKernelsTest::erf, 3);
        unary(
                m,
                "k_normcdff",
                new float[] {-2f, -0.5f, 0f, 1f},
                x -> 0.5 * (1 + erf(x * Math.sqrt(0.5))),
                8);
    }

    private static double erf(double x) {
        if (Math.abs(x) > 6) {
            return Math.signum(x);
        }
        int n = 2000;
        double h = x / n;
        double sum = 1 + Math.exp(-x * x);
        for (int k = 1; k < n; k++) {
            double t = k * h;
            sum += (k % 2 == 1 ? 4 : 2) * Math.exp(-t * t);
        }
        return 2 / Math.sqrt(Math.PI) * sum * h / 3;
    }

    @Test
    void fastFunctionsAgreeWithJavaLoosely() {
        PtxModule m = Kernels.resource("/replay/math1.sm_80.fast.ptx");
        float[] x = {-3f, -0.5f, -0.01f, 0.25f, 1f, 2.5f, 6f};
        unary(m, "k_expf", x, Math::exp, 8);
        unary(m, "k_tanhf", x, Math::tanh, 8);
        unary(m, "k_sinf", x, Math::sin, 8);
        unary(
                m,
                "k_rsqrtf",
                POSITIVE,
                v -> v < 1e-38 ? Double.POSITIVE_INFINITY : 1 / Math.sqrt(v),
                2);
    }

    @Test
    void doubleFunctionsAgreeWithJava() {
        PtxModule m = Kernels.resource("/replay/dbl.sm_80.ptx");
        double[] x = {1e-9, 0.01, 0.3, 0.7, 1, 1.5, 2.718, 10, 50.5};
        for (String f : new String[] {"exp", "log", "log1p", "expm1", "sqrt", "tanh", "sin"}) {
            long[] bits = new long[x.length];
            for (int i = 0; i < x.length; i++) {
                bits[i] = Double.doubleToRawLongBits(x[i]);
            }
            TensorContents y =
                    new Kernels.Run(m, "d_" + f)
                            .threads(x.length)
                            .in("a", ElementType.F64, bits)
                            .out("o", ElementType.F64, x.length)
                            .get("o");
            for (int i = 0; i < x.length; i++) {
                double expected = reference(f, x[i]);
                assertEquals(expected, y.value(i), 4 * Math.ulp(expected), f + "(" + x[i] + ")");
            }
        }
    }

    private static double reference(String f, double x) {
        return switch (f) {
            case "exp" -> Math.exp(x);
            case "log" -> Math.log(x);
            case "log1p" -> Math.log1p(x);
            case "expm1" -> Math.expm1(x);
            case "sqrt" -> Math.sqrt(x);
            case "tanh" -> Math.tanh(x);
            default -> Math.sin(x);
        };
    }
}
