package io.heddle.isa.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every form of {@code mma} gives the plain matrix product, in the simulator, whose layouts are a
 * table of bits, and in the independent interpreter, whose layouts are the manual's index formulas.
 */
final class MatrixMultiplyTest {
    private static Stream<String> forms() {
        List<String> forms = new ArrayList<>();
        for (String d : new String[] {"f16", "f32"}) {
            for (String orders : new String[] {"row.row", "row.col", "col.row", "col.col"}) {
                forms.add("m8n8k4." + orders + "." + d + ".f16.f16." + d);
            }
            forms.add("m16n8k8.row.col." + d + ".f16.f16." + d);
            forms.add("m16n8k16.row.col." + d + ".f16.f16." + d);
            for (String a : new String[] {"e4m3", "e5m2"}) {
                for (String b : new String[] {"e4m3", "e5m2"}) {
                    forms.add("m16n8k16.row.col." + d + "." + a + "." + b + "." + d);
                    forms.add("m16n8k32.row.col." + d + "." + a + "." + b + "." + d);
                }
            }
        }
        forms.add("m8n8k4.row.col.f32.f16.f16.f16");
        forms.add("m16n8k8.row.col.f32.bf16.bf16.f32");
        forms.add("m16n8k16.row.col.f32.bf16.bf16.f32");
        forms.add("m16n8k4.row.col.f32.tf32.tf32.f32");
        forms.add("m16n8k8.row.col.f32.tf32.tf32.f32");
        for (String shape : new String[] {"m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"}) {
            forms.add(shape + ".row.col.f64.f64.f64.f64");
        }
        for (String end : new String[] {"", ".satfinite"}) {
            for (String a : new String[] {"s", "u"}) {
                for (String b : new String[] {"s", "u"}) {
                    for (String shape : new String[] {"m8n8k16", "m16n8k16", "m16n8k32"}) {
                        forms.add(shape + ".row.col.s32." + a + "8." + b + "8.s32" + end);
                    }
                    for (String shape : new String[] {"m8n8k32", "m16n8k32", "m16n8k64"}) {
                        forms.add(shape + ".row.col.s32." + a + "4." + b + "4.s32" + end);
                    }
                }
            }
        }
        for (String op : new String[] {".xor.popc", ".and.popc"}) {
            for (String shape : new String[] {"m8n8k128", "m16n8k128", "m16n8k256"}) {
                forms.add(shape + ".row.col.s32.b1.b1.s32" + op);
            }
        }
        return forms.stream();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aFormMultipliesMatrices(String form) {
        check(form, 0);
    }

    @Test
    void integersSaturateOnlyWhereAsked() {
        check("m16n8k32.row.col.s32.u8.u8.s32", Integer.MAX_VALUE - 40);
        check("m16n8k32.row.col.s32.u8.u8.s32.satfinite", Integer.MAX_VALUE - 40);
        check("m16n8k32.row.col.s32.s8.u8.s32.satfinite", Integer.MIN_VALUE + 40);
    }

    @Test
    void everyElementIsHeldOnceAndTheTableIsComplete() {
        for (String form : forms().toList()) {
            MatrixForm f = form(form);
            assertHeldOnce(form + " A", f.a(), f.m(), f.k(), f.matrices());
            assertHeldOnce(form + " B", f.b(), f.k(), f.n(), f.matrices());
            assertHeldOnce(form + " C", f.c(), f.m(), f.n(), f.matrices());
            assertHeldOnce(form + " D", f.d(), f.m(), f.n(), f.matrices());
        }
    }

    private static void assertHeldOnce(
            String what, FragmentLayout layout, int rows, int columns, int matrices) {
        boolean[] seen = new boolean[matrices * rows * columns];
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < layout.elements(); e++) {
                int at =
                        (layout.matrix(lane, e) * rows + layout.row(lane, e)) * columns
                                + layout.column(lane, e);
                assertTrue(!seen[at], what);
                seen[at] = true;
            }
        }
        assertEquals(seen.length, 32 * layout.elements(), what);
    }

    private static MatrixForm form(String form) {
        return MatrixForm.of(
                new Instruction(
                        null,
                        false,
                        "mma",
                        Arrays.asList(("sync.aligned." + form).split("\\.")),
                        List.of(),
                        new SourcePosition("t", 1, 1),
                        null));
    }

    /** Multiplies small random integers, the C among them moved by {@code offset}. */
    private static void check(String form, int offset) {
        MatrixForm f = form(form);
        boolean exclusive = form.contains("xor");
        Random random = new Random(form.hashCode());
        int q = f.matrices();
        long[] a = random(random, f.types().get(1), q * f.m() * f.k(), 0);
        long[] b = random(random, f.types().get(2), q * f.k() * f.n(), 0);
        long[] c = random(random, f.types().get(3), q * f.m() * f.n(), offset);
        long[] d = new long[c.length];
        for (int x = 0; x < d.length; x++) {
            int row = x / f.n() * f.k();
            int column = x / (f.m() * f.n()) * f.k() * f.n() + x % f.n();
            d[x] = c[x];
            for (int k = 0; k < f.k(); k++) {
                long p = a[row + k];
                long r = b[column + k * f.n()];
                d[x] += exclusive ? p ^ r : p * r;
            }
            boolean saturates = form.contains("satfinite");
            d[x] =
                    saturates
                            ? Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, d[x]))
                            : f.types().get(0) == MatrixType.S32 ? (int) d[x] : d[x];
        }
        WarpKernel kernel =
                new WarpKernel("mma.sync.aligned." + form + " $d, $a, $b, $c;")
                        .result("d", words(f.types().get(0), f.d(), f.m(), f.n(), d))
                        .operand("a", words(f.types().get(1), f.a(), f.m(), f.k(), a))
                        .operand("b", words(f.types().get(2), f.b(), f.k(), f.n(), b))
                        .operand("c", words(f.types().get(3), f.c(), f.m(), f.n(), c));
        kernel.assertResults();
    }

    static long[] random(Random random, MatrixType type, int n) {
        return random(random, type, n, 0);
    }

    private static long[] random(Random random, MatrixType type, int n, int offset) {
        long[] values = new long[n];
        for (int x = 0; x < n; x++) {
            int r = random.nextInt(16);
            boolean negative = type.format() != null || type.isSigned();
            values[x] =
                    switch (type) {
                        case E4M3, E5M2, S4 -> r % 8 - 4;
                        case B1 -> r & 1;
                        default -> offset + (negative ? r - 8 : r);
                    };
        }
        return values;
    }

    /** The registers of each lane: {@code [lane][register]}. */
    static WarpKernel.Words words(
            MatrixType type, FragmentLayout layout, int rows, int columns, long[] matrix) {
        int per = type.perRegister();
        long[][] words = new long[32][layout.elements() / per];
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < layout.elements(); e++) {
                int at =
                        (layout.matrix(lane, e) * rows + layout.row(lane, e)) * columns
                                + layout.column(lane, e);
                words[lane][e / per] |= pattern(type, matrix[at]) << e % per * type.bits();
            }
        }
        return new WarpKernel.Words(Math.max(32, type.bits()), words);
    }

    private static long pattern(MatrixType type, long value) {
        FloatFormat format = type.format();
        return format == null
                ? value & (1L << type.bits()) - 1
                : format.pattern(Rational.of(value)).getAsLong();
    }
}
