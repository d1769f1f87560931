package io.heddle.isa.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourcePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code mma.sp} gives the product of the matrix that its elements and metadata describe. */
final class SparseMultiplyTest {
    private static Stream<String> forms() {
        List<String> forms = new ArrayList<>();
        for (int selector = 0; selector < 4; selector++) {
            forms.add("m16n8k16.row.col.f32.f16.f16.f32 " + selector);
            forms.add("m16n8k16.row.col.f16.f16.f16.f16 " + selector);
            forms.add("m16n8k16.row.col.f32.bf16.bf16.f32 " + selector);
            forms.add("m16n8k8.row.col.f32.tf32.tf32.f32 " + selector);
        }
        for (int selector = 0; selector < 2; selector++) {
            forms.add("m16n8k32.row.col.f32.f16.f16.f32 " + selector);
            forms.add("m16n8k32.row.col.f16.f16.f16.f16 " + selector);
            forms.add("m16n8k32.row.col.f32.bf16.bf16.f32 " + selector);
            forms.add("m16n8k16.row.col.f32.tf32.tf32.f32 " + selector);
        }
        for (String type : new String[] {"s8", "u8"}) {
            forms.add("m16n8k64.row.col.s32." + type + ".s8.s32 0");
            forms.add("m16n8k64.row.col.s32." + type + ".u8.s32.satfinite 0");
        }
        for (String type : new String[] {"s4", "u4"}) {
            forms.add("m16n8k128.row.col.s32." + type + ".s4.s32 0");
            forms.add("m16n8k128.row.col.s32." + type + ".u4.s32.satfinite 0");
        }
        for (String type : new String[] {"e4m3", "e5m2"}) {
            forms.add("m16n8k64.row.col.f32." + type + ".e4m3.f32 0");
            forms.add("m16n8k64.row.col.f16." + type + ".e5m2.f16 0");
        }
        return forms.stream();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aFormMultipliesTheMatrixThatItsMetadataDescribes(String form) {
        for (String sp : new String[] {"sp", "sp::ordered_metadata"}) {
            check(sp, form.split(" ", -1)[0], Integer.parseInt(form.split(" ", -1)[1]));
        }
    }

    private static Instruction instruction(String sp, String form) {
        return new Instruction(
                null,
                false,
                "mma",
                Arrays.asList((sp + ".sync.aligned." + form).split("\\.", -1)),
                List.of(),
                new SourcePosition("t", 1, 1),
                null);
    }

    private static void check(String sp, String form, int selector) {
        MatrixForm f = MatrixForm.sparse(instruction(sp, form));
        Random random = new Random(form.hashCode() + selector);
        MatrixType type = f.types().get(1);
        int unit = type.bits() == 4 ? 2 : 1; // columns that stand together
        int chunk = type == MatrixType.TF32 ? 2 : 4 * unit;
        long[] a = MatrixMultiplyTest.random(random, type, f.m() * f.k() / 2);
        long[] b = MatrixMultiplyTest.random(random, f.types().get(2), f.k() * f.n());
        long[] c = MatrixMultiplyTest.random(random, f.types().get(3), f.m() * f.n());
        long[] d = c.clone();
        StringBuilder[] metadata = new StringBuilder[f.m()]; // bits of a row, lowest first
        for (int row = 0; row < f.m(); row++) {
            metadata[row] = new StringBuilder();
            int stored = 0;
            for (int at = 0; at < f.k(); at += chunk) {
                for (int place : places(random, chunk / unit, metadata[row])) {
                    for (int u = 0; u < unit; u++) {
                        long p = a[row * f.k() / 2 + stored++];
                        int column = at + place * unit + u;
                        for (int n = 0; n < f.n(); n++) {
                            d[row * f.n() + n] += p * b[column * f.n() + n];
                        }
                    }
                }
            }
        }
        WarpKernel kernel =
                new WarpKernel(
                                "mma."
                                        + sp
                                        + ".sync.aligned."
                                        + form
                                        + " $d, $a, $b, $c, %e0, "
                                        + selector
                                        + ";")
                        .result(
                                "d",
                                MatrixMultiplyTest.words(f.types().get(0), f.d(), f.m(), f.n(), d))
                        .operand("a", MatrixMultiplyTest.words(type, f.a(), f.m(), f.k() / 2, a))
                        .operand(
                                "b",
                                MatrixMultiplyTest.words(f.types().get(2), f.b(), f.k(), f.n(), b))
                        .operand(
                                "c",
                                MatrixMultiplyTest.words(f.types().get(3), f.c(), f.m(), f.n(), c))
                        .operand(
                                "e",
                                words(
                                        MatrixForm.metadata(instruction(sp, form)),
                                        metadata,
                                        selector));
        kernel.assertResults();
        boolean inferred = MatrixForm.metadata(instruction(sp, form)).matrices() == 4;
        assertEquals(inferred ? 1 : 0, kernel.assumptions());
    }

    /** Chooses the places of a chunk and appends their bits. */
    private static int[] places(Random random, int of, StringBuilder bits) {
        int first = random.nextInt(of == 2 ? 2 : 3);
        if (of == 2) {
            bits.append(first == 0 ? "0010" : "0111"); // 0b0100, 0b1110
            return new int[] {first};
        }
        int second = first + 1 + random.nextInt(3 - first);
        for (int place : new int[] {first, second}) {
            bits.append(place & 1).append(place >>> 1);
        }
        return new int[] {first, second};
    }

    /** The registers that hold the metadata; other lanes hold what would not be valid. */
    private static WarpKernel.Words words(
            FragmentLayout layout, StringBuilder[] metadata, int selector) {
        long[][] words = new long[32][1];
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < 32; e++) {
                char bit =
                        layout.matrix(lane, e) == selector
                                ? metadata[layout.row(lane, e)].charAt(layout.column(lane, e))
                                : '1';
                words[lane][0] |= (long) (bit - '0') << e;
            }
        }
        return new WarpKernel.Words(32, words);
    }

    @Test
    void metadataThatIsNotValidIsUnsupported() {
        String form = "m16n8k32.row.col.f32.f16.f16.f32";
        String[] names = {"a", "b", "c"};
        for (long word : new long[] {0x55555555L, 0x11111111L}) { // equal places; descending ones
            WarpKernel kernel =
                    new WarpKernel(
                            "mma.sp::ordered_metadata.sync.aligned."
                                    + form
                                    + " $d, $a, $b, $c, %e0, 0;");
            for (String name : names) {
                kernel.operand(name, new WarpKernel.Words(32, new long[32][4]));
            }
            long[][] e = new long[32][1];
            for (long[] lane : e) {
                lane[0] = word;
            }
            kernel.operand("e", new WarpKernel.Words(32, e));
            kernel.result("d", new WarpKernel.Words(32, new long[32][4]));
            assertEquals(List.of("UNSUPPORTED"), kernel.findings());
        }
    }
}
