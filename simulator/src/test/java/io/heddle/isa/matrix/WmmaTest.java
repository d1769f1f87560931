package io.heddle.isa.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.finding.Finding;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.Replay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Load, multiply and store by {@code wmma}, in every shape, type, order and with strides, give the
 * plain matrix product, in the simulator and in the independent interpreter.
 */
final class WmmaTest {
    /**
     * A case.
     *
     * @param orders of A, B, C and D
     * @param padding of each line, in bytes
     */
    private record Case(
            String shape, String d, String ab, String c, String orders, int padding, String space) {
        int[] sizes() {
            String[] s = shape.substring(1).split("[nk]", -1);
            return new int[] {
                Integer.parseInt(s[0]), Integer.parseInt(s[1]), Integer.parseInt(s[2])
            };
        }

        String order(int operand) {
            return orders.charAt(operand) == 'r' ? "row" : "col";
        }
    }

    private static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        String[] tiles = {"m16n16k16", "m8n32k16", "m32n8k16"};
        String[] orders = {"rrrr", "rcrr", "crcc", "cccr"};
        for (String tile : tiles) {
            for (int o = 0; o < orders.length; o++) {
                String order = orders[o];
                int padding = 16 * (o % 2);
                cases.add(new Case(tile, "f32", "f16", "f32", order, padding, ".global"));
                cases.add(new Case(tile, "f32", "f16", "f16", order, padding, ""));
                cases.add(new Case(tile, "f16", "f16", "f32", order, padding, ".shared"));
                cases.add(new Case(tile, "f16", "f16", "f16", order, padding, ".shared::cta"));
                cases.add(new Case(tile, "f32", "bf16", "f32", order, padding, ""));
                cases.add(new Case(tile, "s32", "s8", "s32", order, padding, ".global"));
                cases.add(new Case(tile, "s32", "u8", "s32", order, padding, ".shared"));
            }
        }
        for (String order : orders) {
            cases.add(new Case("m16n16k8", "f32", "tf32", "f32", order, 16, ""));
            cases.add(new Case("m8n8k4", "f64", "f64", "f64", order, 32, ".global"));
        }
        for (String type : new String[] {"s4", "u4"}) {
            cases.add(new Case("m8n8k32", "s32", type, "s32", "rcrc", 16, ""));
        }
        cases.add(new Case("m8n8k128", "s32", "b1", "s32", "rcrr", 16, ""));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void loadMultiplyAndStoreIsAMatrixProduct(Case test) {
        int m = test.sizes()[0];
        int n = test.sizes()[1];
        int k = test.sizes()[2];
        Random random = new Random(test.hashCode());
        MatrixType ab = MatrixType.parse(test.ab());
        long[] a = random(random, ab, m * k);
        long[] b = random(random, ab, k * n);
        long[] c = random(random, MatrixType.parse(test.c()), m * n);
        long[] d = c.clone();
        boolean exclusive = test.ab().equals("b1");
        for (int x = 0; x < d.length; x++) {
            for (int y = 0; y < k; y++) {
                long p = a[x / n * k + y];
                long q = b[y * n + x % n];
                d[x] += exclusive ? p ^ q : p * q;
            }
        }
        byte[] expected = memory(test, 3, MatrixType.parse(test.d()), d, m, n);
        Launch launch =
                launch(
                        test,
                        List.of(
                                memory(test, 0, ab, a, m, k),
                                memory(test, 1, ab, b, k, n),
                                memory(test, 2, MatrixType.parse(test.c()), c, m, n)),
                        expected.length);
        assertGives(launch, expected, test.toString());
    }

    private static void assertGives(Launch launch, byte[] expected, String what) {
        ReplayResult replayed = Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults());
        ReplayResult.Finished finished =
                assertInstanceOf(ReplayResult.Finished.class, replayed, replayed::toString);
        TermStore store = new TermStore();
        SimulationResult simulated = Simulator.run(launch, store, SimulationOptions.defaults());
        assertEquals(List.of(), simulated.findings(), what);
        OutputTensor result = simulated.cases().get(0).tensors().get("d");
        for (int x = 0; x < expected.length; x++) {
            String where = what + " at byte " + x;
            int wanted = expected[x] & 0xff;
            assertEquals(wanted, (int) finished.tensors().get("d").bits(x), "replay: " + where);
            assertEquals(Integer.toString(wanted), store.show(result.term(x), 50), where);
        }
    }

    private static long[] random(Random random, MatrixType type, int n) {
        long[] values = new long[n];
        for (int x = 0; x < n; x++) {
            int r = random.nextInt(16);
            boolean negative = type.format() != null || type.isSigned();
            values[x] = type == MatrixType.B1 ? r & 1 : negative ? r - 8 : r;
        }
        return values;
    }

    private static int pitch(Case test, int operand, MatrixType type, int rows, int columns) {
        int length = test.orders().charAt(operand) == 'r' ? columns : rows;
        return length + test.padding() * 8 / type.bits();
    }

    private static byte[] memory(
            Case test, int operand, MatrixType type, long[] matrix, int rows, int columns) {
        boolean byRows = test.orders().charAt(operand) == 'r';
        int pitch = pitch(test, operand, type, rows, columns);
        byte[] memory = new byte[pitch * (byRows ? rows : columns) * type.bits() / 8];
        for (int x = 0; x < matrix.length; x++) {
            int row = x / columns;
            int column = x % columns;
            long bit = (long) (byRows ? row * pitch + column : column * pitch + row) * type.bits();
            FloatFormat format = type.format();
            long pattern =
                    format == null ? matrix[x] : format.pattern(Rational.of(matrix[x])).getAsLong();
            for (int z = 0; z < type.bits(); z++) {
                long at = bit + z;
                memory[(int) (at / 8)] |= (byte) ((pattern >>> z & 1) << at % 8);
            }
        }
        return memory;
    }

    private static Launch launch(Case test, List<byte[]> inputs, int outputSize) {
        String[] types = {test.ab(), test.ab(), test.c(), test.d()};
        int m = test.sizes()[0];
        int n = test.sizes()[1];
        int k = test.sizes()[2];
        int[][] sizes = {{m, k}, {k, n}, {m, n}, {m, n}};
        StringBuilder text = new StringBuilder();
        text.append(".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64");
        text.append(" a, .param .u64 b, .param .u64 c, .param .u64 d) {\n.reg .b64 %p<4>, %i;");
        text.append(" .reg .b32 %s, %t, %r; .reg .b16 %h; .reg .pred %q;\n");
        text.append(".shared .align 32 .b8 sa[2048], sb[2048], sc[8192], sd[8192];\n");
        String names = "abcd";
        boolean shared = test.space().contains("shared");
        for (int o = 0; o < 4; o++) {
            MatrixType type = MatrixType.parse(types[o]);
            int count = registers(test, o);
            String name = names.substring(o, o + 1);
            String width = type == MatrixType.F64 ? ".b64" : ".b32";
            text.append(".reg " + width + " %" + name + "<" + count + ">;\n");
            text.append("ld.param.u64 %p" + o + ", [" + name + "];\n");
            if (shared) {
                int size = o < 3 ? inputs.get(o).length : outputSize;
                copy(text, "%p" + o, "s" + name, size, true);
            }
        }
        text.append(shared ? "bar.sync 0;\n" : "");
        StringBuilder vectors = new StringBuilder();
        for (int o : new int[] {0, 1, 2, 3}) {
            MatrixType type = MatrixType.parse(types[o]);
            String name = names.substring(o, o + 1);
            String vector = vector(name, registers(test, o));
            int pitch = pitch(test, o, type, sizes[o][0], sizes[o][1]);
            String place = shared ? "[s" + name + "]" : "[%p" + o + "]";
            String end = test.padding() == 0 ? ";\n" : ", %s;\n";
            String tail = "." + test.order(o) + "." + test.shape() + test.space() + "." + types[o];
            if (o == 3) {
                text.append("wmma.mma" + (test.ab().equals("b1") ? ".xor.popc" : ""));
                text.append(".sync.aligned." + test.order(0) + "." + test.order(1) + ".");
                String middle = test.ab().equals("f16") ? "" : "." + test.ab() + "." + test.ab();
                text.append(test.shape() + "." + test.d() + middle + "." + test.c());
                text.append(test.ab().equals("f64") ? ".rn " : " ");
                text.append(vector + vectors + ";\nmov.u32 %s, " + pitch + ";\n");
                text.append("wmma.store.d.sync.aligned" + tail + " " + place + ", " + vector);
                text.append(end);
            } else {
                text.append("mov.u32 %s, " + pitch + ";\nwmma.load." + name + ".sync.aligned");
                text.append(tail + " " + vector + ", " + place + end);
                vectors.append(", ").append(vector);
            }
        }
        if (shared) {
            text.append("bar.sync 0;\n");
            copy(text, "%p3", "sd", outputSize, false);
        }
        text.append("ret;\n}\n");
        return launch(text.toString(), inputs, outputSize, 32);
    }

    /** Moves bytes between a tensor and shared memory, thread by thread. */
    private static void copy(StringBuilder text, String p, String s, int bytes, boolean in) {
        String label = (in ? "I" : "O") + s;
        text.append("mov.u32 %t, %tid.x;\n" + label + ": cvt.u64.u32 %i, %t;");
        text.append(" add.s64 %i, %i, " + p + "; mov.u32 %r, " + s + "; add.u32 %r, %r, %t;\n");
        text.append(
                in
                        ? "ld.global.u8 %h, [%i]; st.shared.u8 [%r], %h;\n"
                        : "ld.shared.u8 %h, [%r]; st.global.u8 [%i], %h;\n");
        text.append("add.u32 %t, %t, 32; setp.lt.u32 %q, %t, " + bytes + "; @%q bra " + label);
        text.append(";\n");
    }

    private static int registers(Case test, int operand) {
        MatrixType type =
                MatrixType.parse(operand < 2 ? test.ab() : operand == 2 ? test.c() : test.d());
        int m = test.sizes()[0];
        int n = test.sizes()[1];
        int k = test.sizes()[2];
        int elements = operand == 0 ? m * k : operand == 1 ? k * n : m * n;
        return operand < 2 && type == MatrixType.F16
                ? 8
                : Math.max(1, elements / 32 / type.perRegister());
    }

    private static String vector(String name, int count) {
        StringBuilder text = new StringBuilder("{");
        for (int r = 0; r < count; r++) {
            text.append(r == 0 ? "" : ", ").append("%" + name + r);
        }
        return text.append("}").toString();
    }

    private static Launch launch(String text, List<byte[]> inputs, int outputSize, int threads) {
        List<Argument> arguments = new ArrayList<>();
        String names = "abcd";
        for (int o = 0; o < inputs.size(); o++) {
            List<Rational> values = new ArrayList<>();
            for (byte b : inputs.get(o)) {
                values.add(Rational.of(b & 0xff));
            }
            arguments.add(
                    tensor(
                            names.substring(o, o + 1),
                            values.size(),
                            TensorSpec.Role.IN,
                            new TensorSpec.Init.Values(values)));
        }
        // what lies between the lines is zero on both sides
        arguments.add(tensor("d", outputSize, TensorSpec.Role.INOUT, new TensorSpec.Init.Zero()));
        return new Launch(
                PtxParser.parse("k.ptx", text),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(threads, 1, 1),
                0,
                null,
                arguments);
    }

    private static Argument tensor(
            String name, int size, TensorSpec.Role role, TensorSpec.Init init) {
        List<Integer> shape = List.of(size);
        return new Argument.Tensor(
                new TensorSpec(
                        name,
                        ElementType.U8,
                        shape,
                        TensorSpec.rowMajor(shape),
                        role,
                        init,
                        null,
                        null));
    }

    // ---------------------------------------------------------------- what is found and refused

    private static List<String> findings(int threads, String... statements) {
        String text =
                ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 d) {"
                        + " .reg .b64 %p<4>; .reg .b32 %s, %r<8>; .reg .pred %q;\n"
                        + "ld.param.u64 %p0, [d]; mov.u32 %s, 32; .shared .align 32 .b8 m[1024];\n"
                        + String.join("\n", statements)
                        + "\nret; }\n";
        Launch launch = launch(text, List.of(), 1024, threads);
        SimulationResult r = Simulator.run(launch, new TermStore(), SimulationOptions.defaults());
        return r.findings().stream()
                .filter(f -> f.kind() != Finding.Kind.UNINITIALIZED_READ)
                .map(f -> f.kind() + "@" + f.location().position().line())
                .toList();
    }

    private static final String LOAD =
            "wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {%r0, %r1}, [%p0], %s;";

    @Test
    void aMatrixBeyondItsTensorIsOutOfBounds() {
        assertEquals(List.of(), findings(32, LOAD));
        assertEquals(List.of("OUT_OF_BOUNDS@8"), findings(32, "add.s64 %p0, %p0, 256;", "", LOAD));
    }

    @Test
    void linesMustBeAlignedToTheFragment() {
        assertEquals(List.of("MISALIGNED@8"), findings(32, "add.s64 %p0, %p0, 4;", "", LOAD));
        assertEquals(List.of("MISALIGNED@8"), findings(32, "mov.u32 %s, 9;", "", LOAD));
    }

    @Test
    void lanesMustAgreeOnAddressAndStride() {
        assertEquals(List.of("UNSUPPORTED@8"), findings(32, "mov.u32 %s, %tid.x;", "", LOAD));
        assertEquals(List.of("UNSUPPORTED@6"), findings(16, LOAD));
    }

    @Test
    void anyLaneMayReadOrWriteAnyElement() {
        String store = "wmma.store.d.sync.aligned.row.m8n8k32.shared.s32 [m], {%r0, %r1}, %s;";
        String load = "wmma.load.c.sync.aligned.row.m8n8k32.shared.s32 {%r0, %r1}, [m], %s;";
        String fill = "mov.b32 %r0, 0; mov.b32 %r1, 0;";
        String own = "mov.u32 %r2, m; mov.u32 %r3, %tid.x; mad.lo.u32 %r2, %r3, 4, %r2;";
        assertEquals(List.of("RACE@8"), findings(32, fill, store, load).subList(0, 1));
        assertEquals(List.of(), findings(32, fill, store, "bar.warp.sync -1;", load));
        assertEquals(
                List.of("RACE@8"),
                findings(32, fill + own, "st.shared.u32 [%r2], %r0;", load).subList(0, 1));
    }

    @Test
    void formsThatDoNotExistAreUnsupported() {
        assertEquals(List.of("UNSUPPORTED@6"), findings(32, LOAD.replace("row.", "")));
        assertEquals(List.of("UNSUPPORTED@6"), findings(32, LOAD.replace("m8n8k32", "m9n8k32")));
        assertEquals(List.of("UNSUPPORTED@6"), findings(32, LOAD.replace(", %r1", "")));
        assertEquals(List.of("UNSUPPORTED@6"), findings(32, LOAD.replace(".c.", ".d.")));
    }
}
