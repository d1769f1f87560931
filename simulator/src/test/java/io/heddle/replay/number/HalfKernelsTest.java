package io.heddle.replay.number;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.ptx.PtxModule;
import io.heddle.replay.Kernels;
import io.heddle.replay.machine.TensorContents;
import io.heddle.term.ElementType;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** f16, bf16 and fp8 kernels as nvcc compiles them, with and without native instructions. */
final class HalfKernelsTest {
    private static void check(
            PtxModule m, String entry, ElementType type, DoubleUnaryOperator f, double... values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Elements.nearestBits(values[i], type);
        }
        Kernels.Run run = new Kernels.Run(m, entry).threads(values.length).in("a", type, bits);
        TensorContents y = run.in("b", type, bits).out("o", type, values.length).get("o");
        TensorContents x = TensorContents.ofBits(type, bits);
        for (int i = 0; i < values.length; i++) {
            long expected = Elements.nearestBits(f.applyAsDouble(x.value(i)), type);
            double ulps = Math.abs(y.bits(i) - expected);
            assertEquals(0, ulps, 1, entry + "(" + x.value(i) + ") = " + y.value(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90a"})
    void halfFunctionsAgreeWithinAUnit(String architecture) {
        PtxModule m = Kernels.resource("/replay/half." + architecture + ".ptx");
        double[] x = {0.3, 1, 1.7, 2.5, 5.1, 0.0072975};
        check(m, "h_add", ElementType.F16, v -> v + v, x);
        check(m, "h_mul", ElementType.F16, v -> v * v, x);
        check(m, "h_div", ElementType.F16, v -> 1, x);
        check(m, "h_exp", ElementType.F16, Math::exp, x);
        check(m, "h_log", ElementType.F16, Math::log, x);
        check(m, "h_sqrt", ElementType.F16, Math::sqrt, x);
        check(m, "h_rsqrt", ElementType.F16, v -> 1 / Math.sqrt(v), x);
        check(m, "h_tanh", ElementType.F16, Math::tanh, x);
        check(m, "b_add", ElementType.BF16, v -> v + v, x);
        check(m, "b_mul", ElementType.BF16, v -> v * v, x);
        check(m, "b_exp", ElementType.BF16, Math::exp, x);
        check(m, "b_fma", ElementType.BF16, v -> v * v + v, x);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90a"})
    void everyE4m3PatternHasTheSameValueByBitLoopAndByInstruction(String architecture) {
        PtxModule m = Kernels.resource("/replay/half." + architecture + ".ptx");
        long[] bits = new long[256];
        for (int i = 0; i < 256; i++) {
            bits[i] = i;
        }
        TensorContents y =
                new Kernels.Run(m, "c_e4m32f")
                        .threads(256)
                        .in("a", ElementType.U8, bits)
                        .out("o", ElementType.F32, 256)
                        .get("o");
        for (int i = 0; i < 256; i++) {
            assertEquals(BinaryFormat.E4M3.toDouble(i), y.value(i), 0.0, "pattern " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_80", "sm_90a"})
    void floatsRoundToFp8AlikeByBitTricksAndByInstruction(String architecture) {
        PtxModule m = Kernels.resource("/replay/half." + architecture + ".ptx");
        float[] x = {0, 1, -1.06f, 0.001f, 0.0146f, 17, 18, 19, 447, 460, 1e6f, -0.0009f, 3.14159f};
        for (String name : new String[] {"e4m3", "e5m2"}) {
            BinaryFormat format = name.equals("e4m3") ? BinaryFormat.E4M3 : BinaryFormat.E5M2;
            TensorContents y =
                    new Kernels.Run(m, "c_f2" + name)
                            .threads(x.length)
                            .floats("a", x)
                            .out("o", ElementType.U8, x.length)
                            .get("o");
            for (int i = 0; i < x.length; i++) {
                long expected = format.fromDouble(x[i], Rounding.NEAREST_EVEN, true);
                assertEquals(expected, y.bits(i), name + " of " + x[i]);
            }
        }
    }

    @Test
    void quantisationTricksUnpackTheirNibbles() {
        PtxModule m = Kernels.resource("/replay/quant.sm_80.ptx");
        TensorContents y =
                new Kernels.Run(m, "q_i4_lop3")
                        .in("a", ElementType.U32, 0x76543210L)
                        .out("o", ElementType.F16, 8)
                        .get("o");
        double[] expected = {-8, -4, -7, -3, -6, -2, -5, -1}; // nibbles 0 4, 1 5, 2 6, 3 7, less 8
        for (int i = 0; i < 8; i++) {
            assertEquals(expected[i], y.value(i), "nibble " + i);
        }
        TensorContents z =
                new Kernels.Run(m, "q_i8_f32_prmt")
                        .in("a", ElementType.U32, 0x80FF7F01L)
                        .out("o", ElementType.F32, 4)
                        .get("o");
        assertEquals(1, z.value(0));
        assertEquals(127, z.value(1));
        assertEquals(-1, z.value(2));
        assertEquals(-128, z.value(3));
    }
}
