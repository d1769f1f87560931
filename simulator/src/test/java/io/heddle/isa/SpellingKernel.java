package io.heddle.isa;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.ptx.PtxType;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel that executes one spelling, in each thread on other operands from the edges of types.
 */
final class SpellingKernel {
    static final int THREADS = 96;

    private static final long[] INTEGERS = {
        0,
        1,
        -1,
        2,
        7,
        31,
        32,
        33,
        63,
        64,
        0x80,
        0x7f,
        0x8000,
        0x7fff,
        0x80000000L,
        0x7fffffffL,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        0x5a5a5a5a5a5a5a5aL,
        0x123456789abcdefL,
        -2,
        0xff,
        0x1f00
    };
    private static final double[] REALS = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        3,
        -2.75,
        100.25,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        1e-40,
        0.75
    };

    private final Spelling spelling;
    private final int immediate;

    SpellingKernel(Spelling spelling, int immediate) {
        this.spelling = spelling;
        this.immediate = immediate;
    }

    boolean isReal() {
        return FloatingPoint.isFloat(spelling.result());
    }

    /** The greatest number of the result's type. */
    double most() {
        return FloatingPoint.format(spelling.result()).lowestFinite().abs().doubleValue();
    }

    int sources() {
        return spelling.form().opcode().equals("lop3") ? 3 : spelling.sources();
    }

    /** The operands of a thread, as bits. */
    long[] operands(int thread) {
        long[] v = new long[sources()];
        for (int k = 0; k < v.length; k++) {
            int at = k == 0 ? thread : thread * (2 * k + 1) / (k + 1) + 5 * k;
            v[k] = edge(spelling.source(k), at);
            if (k == 1 && (is("div") || is("rem")) && !isReal()) {
                v[k] |= 1;
            }
        }
        return v;
    }

    private boolean is(String opcode) {
        return spelling.form().opcode().equals(opcode);
    }

    private long edge(PtxType type, int at) {
        if (type == PtxType.PRED) {
            return at / 3 & 1;
        }
        if (type == PtxType.E4M3X2 || type == PtxType.E5M2X2) {
            return (at * 37L & 0xff) << 8 | at * 11L & 0xff;
        }
        if (!FloatingPoint.isFloat(type)) {
            return INTEGERS[at % INTEGERS.length];
        }
        int n = FloatingPoint.format(type).bits();
        long low = pattern(type, real(at));
        return FloatingPoint.isPacked(type) ? pattern(type, real(at + 4)) << n | low : low;
    }

    private double real(int at) {
        double x = REALS[at % REALS.length];
        boolean toInteger = is("cvt") && !isReal();
        boolean excluded =
                Double.isNaN(x) && toInteger
                        || Double.isInfinite(x) && toInteger
                        || x == 1e-40 && !spelling.mnemonic().contains(".f64");
        return excluded ? 0.25 : x;
    }

    private static long pattern(PtxType type, double x) {
        return switch (FloatingPoint.format(type)) {
            case F16 -> half(Float.floatToIntBits((float) x));
            case BF16 -> Float.floatToIntBits((float) x) >>> 16;
            case F64 -> Double.doubleToLongBits(x);
            default -> Float.floatToIntBits((float) x) & 0xffffffffL;
        };
    }

    /** The f16 of an f32 that it represents exactly. */
    private static long half(int bits) {
        int exponent = bits >>> 23 & 0xff;
        int sign = bits >>> 16 & 0x8000;
        int fraction = bits >>> 13 & 0x3ff;
        int biased = exponent == 0 ? 0 : exponent == 0xff ? 31 : exponent - 127 + 15;
        return sign | biased << 10 | fraction;
    }

    // ---------------------------------------------------------------- the kernel

    Launch launch() {
        List<Argument> arguments = new ArrayList<>();
        for (int k = 0; k < sources(); k++) {
            List<Rational> values = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                values.add(Rational.of(new BigInteger(Long.toUnsignedString(operands(t)[k]))));
            }
            arguments.add(
                    tensor(
                            "s" + k,
                            ElementType.U64,
                            TensorSpec.Role.IN,
                            new TensorSpec.Init.Values(values)));
        }
        ElementType result = isReal() ? ElementType.F64 : ElementType.U64;
        arguments.add(tensor("d", result, TensorSpec.Role.OUT, new TensorSpec.Init.Undefined()));
        arguments.add(tensor("e", result, TensorSpec.Role.OUT, new TensorSpec.Init.Undefined()));
        return new Launch(
                PtxParser.parse("k.ptx", text(false)),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(THREADS, 1, 1),
                0,
                null,
                arguments);
    }

    /**
     * One thread on unknown operands, each an element of the tensor {@code s<k>}.
     *
     * @param whole whether the elements have the type of the source, as far as there is one; else
     *     they are 64 bits of which the source takes its own
     */
    Launch symbolicLaunch(boolean whole) {
        List<Argument> arguments = new ArrayList<>();
        for (int k = 0; k < sources(); k++) {
            ElementType type = whole ? element(spelling.source(k)) : ElementType.U64;
            arguments.add(
                    tensor("s" + k, type, TensorSpec.Role.IN, new TensorSpec.Init.Symbolic(), 1));
        }
        ElementType result = isReal() ? ElementType.F64 : ElementType.U64;
        TensorSpec.Init undefined = new TensorSpec.Init.Undefined();
        arguments.add(tensor("d", result, TensorSpec.Role.OUT, undefined, 1));
        arguments.add(tensor("e", result, TensorSpec.Role.OUT, undefined, 1));
        return new Launch(
                PtxParser.parse("k.ptx", text(whole)),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                arguments);
    }

    /** The type of whole elements that source {@code k} is loaded from. */
    ElementType element(int k, boolean whole) {
        return whole ? element(spelling.source(k)) : ElementType.U64;
    }

    private static ElementType element(PtxType type) {
        return switch (type) {
            case B16, U16 -> ElementType.U16;
            case S16 -> ElementType.S16;
            case B32, U32 -> ElementType.U32;
            case S32 -> ElementType.S32;
            case S64 -> ElementType.S64;
            case F16 -> ElementType.F16;
            case BF16 -> ElementType.BF16;
            case F32 -> ElementType.F32;
            case F64 -> ElementType.F64;
            default -> ElementType.U64;
        };
    }

    private static Argument tensor(
            String name, ElementType type, TensorSpec.Role role, TensorSpec.Init init) {
        return tensor(name, type, role, init, THREADS);
    }

    private static Argument tensor(
            String name, ElementType type, TensorSpec.Role role, TensorSpec.Init init, int size) {
        List<Integer> shape = List.of(size);
        return new Argument.Tensor(
                new TensorSpec(
                        name, type, shape, TensorSpec.rowMajor(shape), role, init, null, null));
    }

    private String text(boolean whole) {
        StringBuilder s = new StringBuilder(".version 9.0\n.target sm_100\n.address_size 64\n");
        s.append(".visible .entry k(");
        for (int k = 0; k < sources(); k++) {
            s.append(".param .u64 s").append(k).append(", ");
        }
        s.append(".param .u64 d, .param .u64 e) {\n.reg .b64 %x<4>; .reg .b32 %t, %w<4>;\n");
        s.append(".reg .b16 %h<4>; .reg .f64 %o<2>; .reg .f32 %q<2>; .reg .b64 %y<2>;\n");
        s.append("mov.u32 %t, %tid.x; mul.wide.u32 %x0, %t, 8;\n");
        for (int k = 0; k < sources(); k++) {
            declare(s, "a" + k, spelling.source(k));
            s.append("ld.param.u64 %x1, [s" + k + "]; add.s64 %x1, %x1, %x0;");
            if (element(k, whole).bits() < 64) {
                int w = element(k, whole).bits();
                s.append(" ld.global.b" + w + " %a" + k + ", [%x1];\n");
            } else {
                s.append(" ld.global.u64 %x2, [%x1];\n");
                s.append(from("a" + k, spelling.source(k)));
            }
        }
        declare(s, "r", spelling.result());
        s.append(spelling.mnemonic()).append(" %r");
        for (int k = 0; k < sources(); k++) {
            s.append(", %a").append(k);
        }
        s.append(immediate >= 0 ? ", " + immediate : "").append(";\n");
        s.append(to(spelling.result()));
        s.append("ld.param.u64 %x1, [d]; add.s64 %x1, %x1, %x0;\n");
        s.append("ld.param.u64 %x3, [e]; add.s64 %x3, %x3, %x0;\n");
        String kind = isReal() ? "f64" : "u64";
        String name = isReal() ? "%o" : "%y";
        s.append("st.global." + kind + " [%x1], " + name + "0;\n");
        s.append("st.global." + kind + " [%x3], " + name + "1;\nret;\n}\n");
        return s.toString();
    }

    private static void declare(StringBuilder s, String name, PtxType type) {
        String register = type == PtxType.PRED ? "pred" : "b" + Math.max(16, type.bits());
        s.append(".reg .").append(register).append(" %").append(name).append(";\n");
    }

    private static String from(String name, PtxType type) {
        int w = Math.max(16, type.bits());
        return type == PtxType.PRED
                ? "setp.ne.u64 %" + name + ", %x2, 0;\n"
                : w == 64
                        ? "mov.b64 %" + name + ", %x2;\n"
                        : "cvt.u" + w + ".u64 %" + name + ", %x2;\n";
    }

    /** Statements that take the result apart: reals to f64, two elements to two outputs. */
    private String to(PtxType type) {
        if (type == PtxType.PRED) {
            return "selp.u64 %y0, 1, 0, %r; mov.u64 %y1, 0;\n";
        }
        if (!isReal()) {
            int w = Math.max(16, type.bits());
            return (w == 64 ? "mov.b64 %y0, %r;" : "cvt.u64.u" + w + " %y0, %r;")
                    + " mov.u64 %y1, 0;\n";
        }
        String zero = "mov.f64 %o1, 0d0000000000000000;\n";
        return switch (type) {
            case F64 -> "mov.b64 %o0, %r; " + zero;
            case F32, TF32 -> "mov.b32 %q0, %r; cvt.f64.f32 %o0, %q0; " + zero;
            case F16 -> "cvt.f32.f16 %q0, %r; cvt.f64.f32 %o0, %q0; " + zero;
            case BF16 -> "cvt.f32.bf16 %q0, %r; cvt.f64.f32 %o0, %q0; " + zero;
            case F32X2 -> "mov.b64 {%q0, %q1}, %r; " + both();
            case F16X2, BF16X2 -> "mov.b32 {%h0, %h1}, %r; " + halves(type);
            default ->
                    "cvt.rn.f16x2."
                            + type.name().toLowerCase(java.util.Locale.ROOT)
                            + " %w0, %r; mov.b32 {%h0, %h1}, %w0; "
                            + halves(PtxType.F16X2);
        };
    }

    private static String halves(PtxType type) {
        String half = type == PtxType.BF16X2 ? "bf16" : "f16";
        return "cvt.f32." + half + " %q0, %h0; cvt.f32." + half + " %q1, %h1; " + both();
    }

    private static String both() {
        return "cvt.f64.f32 %o0, %q0; cvt.f64.f32 %o1, %q1;\n";
    }
}
