package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.idiom.Lifter;
import io.heddle.ptx.PtxModule;
import io.heddle.replay.Evaluate;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What nvcc has inlined for a function gives nearly the same, bit for bit as the hardware does it,
 * as the function by which io.heddle.idiom replaces it.
 */
class InlinedFunctionsTest {
    private static final double TOLERANCE = 0x1p-18;
    private static final int POINTS = 64;

    @ParameterizedTest
    @CsvSource({
        "expf, -80, 80",
        "exp10f, -30, 30",
        "expm1f, -20, 20",
        "expm1f, -0.4, 0.4",
        "logf, 0.0001, 1000",
        "log2f, 0.0001, 1000",
        "log10f, 0.0001, 1000",
        "log1pf, -0.99, 100",
        "tanhf, -12, 12",
        "tanhf, -0.5, 0.5",
        "sinhf, -20, 20",
        "sinhf, -0.9, 0.9",
        "coshf, -20, 20",
        "erff, -4, 4",
        "erff, -0.9, 0.9",
        "erfcf, -4, 8",
        "normcdff, -9, 5",
        "sinf, -100, 100",
        "cosf, -100, 100",
        "tanf, -1.5, 1.5",
        "sincosf, -100, 100",
        "atanf, -50, 50",
        "cbrtf, -50, 50",
        "frsqrt_rn, 0.0001, 1000",
        "powf, 0.01, 9",
        "pow_even, -9, 9",
        "pow_odd, -9, 9",
        "pow_fraction, 0.01, 9",
        "pow_minus_even, -9, 9",
        "pow_minus_odd, -9, 9",
        "pow_minus_fraction, 0.01, 9",
        "pow_of_2, -20, 20",
        "pow_of_10, -9, 9",
        "pow_of_10000, -5, 5",
        "pow_of_500000, -5, 5",
        "pow_of_1000000, -5, 5"
    })
    void codeAndFunctionAgree(String probe, double from, double to) {
        for (String generation : List.of("sm_80", "sm_100a", "signs", "masks")) {
            String file = "/io/heddle/idiom/" + probe + "." + generation + ".ptx";
            if (InlinedFunctionsTest.class.getResource(file) == null) {
                continue; // nothing in it is spelled in another way
            }
            PtxModule code = Kernels.resource(file);
            assertNotSame(code.entries().get(0), Lifter.lift(code.entries().get(0), code));
            LiftedFunctions lifted = new LiftedFunctions();
            Random random = new Random(probe.hashCode());
            for (int k = 0; k < POINTS; k++) {
                float x = (float) (from + (to - from) * random.nextDouble());
                float y = (float) (6 * random.nextDouble() - 3);
                float[] exact = run(code, lifted, x, y, ReplayOptions.defaults().lifting());
                float[] inlined = run(code, lifted, x, y, ReplayOptions.defaults());
                for (int i = 0; i < exact.length; i++) {
                    double bound = TOLERANCE * Math.max(Math.abs(exact[i]), 0x1p-16);
                    assertTrue(
                            Math.abs(exact[i] - inlined[i]) <= bound,
                            generation
                                    + " "
                                    + x
                                    + " "
                                    + y
                                    + ": "
                                    + inlined[i]
                                    + ", not "
                                    + exact[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "exp, -80, 80",
        "log, 0.0001, 1000",
        "atan, -50, 50",
        "sin, -100, 100",
        "sin, -1e15, 1e15",
        "cos, -100, 100",
        "cos, -1e15, 1e15",
        "tan, -1.5, 1.5",
        "sincos, -1e10, 1e10",
        "pow, 0.01, 9"
    })
    void codeAndFunctionOfDoublesAgree(String probe, double from, double to) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            PtxModule code =
                    Kernels.resource("/io/heddle/idiom/" + probe + "." + generation + ".ptx");
            LiftedFunctions lifted = new LiftedFunctions();
            Random random = new Random(probe.hashCode());
            for (int k = 0; k < POINTS; k++) {
                double x = from + (to - from) * random.nextDouble();
                double y = 6 * random.nextDouble() - 3;
                double[] exact = run(code, lifted, x, y, ReplayOptions.defaults().lifting());
                double[] inlined = run(code, lifted, x, y, ReplayOptions.defaults());
                for (int i = 0; i < exact.length; i++) {
                    double bound = 0x1p-48 * Math.max(Math.abs(exact[i]), 0x1p-16);
                    String what = generation + " " + x + " " + y + ": " + inlined[i];
                    assertTrue(
                            Math.abs(exact[i] - inlined[i]) <= bound, what + ", not " + exact[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"e4m3, 448", "e5m2, 57344"})
    void softwareEncodesAsTheInstructionDoes(String format, float largest) {
        PtxModule code = Kernels.resource("/io/heddle/idiom/encode_" + format + ".sm_80.ptx");
        LiftedFunctions lifted = new LiftedFunctions();
        Random random = new Random(format.hashCode());
        for (int k = 0; k < 2000; k++) {
            float x =
                    switch (k % 4) {
                        case 0 -> Float.intBitsToFloat(random.nextInt());
                        case 1 -> largest * (random.nextInt(2048) - 1024) / 896; // ties, too
                        case 2 -> (random.nextInt(512) - 256) * 0x1p-18f;
                        default -> (float) (largest * random.nextGaussian() / 64);
                    };
            long[] instruction = bits(code, lifted, x, ReplayOptions.defaults().lifting());
            assertArrayEquals(instruction, bits(code, lifted, x, ReplayOptions.defaults()), "" + x);
        }
    }

    @ParameterizedTest
    @CsvSource({"e4m3", "e5m2"})
    void softwareDecodesAsTheInstructionDoes(String format) {
        PtxModule code = Kernels.resource("/io/heddle/idiom/decode_" + format + ".sm_80.ptx");
        LiftedFunctions lifted = new LiftedFunctions();
        for (int b = 0; b < 256; b++) {
            long[] instruction = decoded(code, lifted, b, ReplayOptions.defaults().lifting());
            assertArrayEquals(
                    instruction, decoded(code, lifted, b, ReplayOptions.defaults()), "" + b);
        }
    }

    private static long[] bits(
            PtxModule code, LiftedFunctions lifted, float x, ReplayOptions options) {
        return bits(
                new Kernels.Run(code, "probe")
                        .in("a", ElementType.F32, Evaluate.bits(x))
                        .out("o", ElementType.U8, 1)
                        .options(options)
                        .lifted(lifted));
    }

    private static long[] decoded(
            PtxModule code, LiftedFunctions lifted, int b, ReplayOptions options) {
        return bits(
                new Kernels.Run(code, "probe")
                        .in("a", ElementType.U8, b)
                        .out("o", ElementType.U16, 1)
                        .options(options)
                        .lifted(lifted));
    }

    private static long[] bits(Kernels.Run run) {
        if (run.result() instanceof ReplayResult.Finished f) {
            return new long[] {f.tensors().get("o").bits(0)};
        }
        throw new AssertionError(run.result());
    }

    private static double[] run(
            PtxModule code, LiftedFunctions lifted, double x, double y, ReplayOptions options) {
        ReplayResult r =
                new Kernels.Run(code, "probe")
                        .in("a", ElementType.F64, Evaluate.bits(x), Evaluate.bits(y))
                        .out("o", ElementType.F64, 2)
                        .options(options)
                        .lifted(lifted)
                        .result();
        if (r instanceof ReplayResult.Finished f) {
            TensorContents o = f.tensors().get("o");
            double second = o.isDefined(1) ? Double.longBitsToDouble(o.bits(1)) : 0;
            return new double[] {Double.longBitsToDouble(o.bits(0)), second};
        }
        throw new AssertionError(r);
    }

    private static float[] run(
            PtxModule code, LiftedFunctions lifted, float x, float y, ReplayOptions options) {
        ReplayResult r =
                new Kernels.Run(code, "probe")
                        .in("a", ElementType.F32, Evaluate.bits(x), Evaluate.bits(y))
                        .out("o", ElementType.F32, 2)
                        .options(options)
                        .lifted(lifted)
                        .result();
        if (r instanceof ReplayResult.Finished f) {
            TensorContents o = f.tensors().get("o");
            float second = o.isDefined(1) ? Float.intBitsToFloat((int) o.bits(1)) : 0;
            return new float[] {Float.intBitsToFloat((int) o.bits(0)), second};
        }
        throw new AssertionError(r);
    }
}
