package io.heddle.ptx;

import static io.heddle.ptx.Ptx.module;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Variable.InitialAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeclarationsTest {
    private static Variable variable(String declaration) {
        List<Variable> all = module(declaration).variables();
        return all.get(all.size() - 1);
    }

    private static byte[] bytes(String declaration) {
        return variable(declaration).initialiser().toArray();
    }

    @Test
    void headersAreRead() {
        PtxModule m = PtxParser.parse("a.ptx", ".version 8.4\n.target sm_90a, debug\n");
        assertEquals("8.4", m.version());
        assertEquals(List.of("sm_90a", "debug"), m.target());
        assertEquals(32, m.addressSize());
        assertEquals(2, m.lines());
        assertTrue(m.entries().isEmpty());
    }

    @Test
    void variablesHaveSpaceTypeShapeAndAlignment() {
        Variable v = variable(".visible .const .align 16 .v2 .f32 t[3][4];");
        assertEquals(StateSpace.CONST, v.space());
        assertEquals(PtxType.F32, v.type());
        assertEquals(2, v.vector());
        assertEquals(List.of(3, 4), v.dimensions());
        assertEquals(16, v.alignment());
        assertEquals(96, v.size());
        assertNull(v.initialiser());
        assertEquals(4, variable(".global .u32 n;").alignment());
        assertEquals(List.of(64), variable(".shared .b8 s[16*4];").dimensions());
    }

    @Test
    void linkageAndAttributesAreAccepted() {
        assertTrue(variable(".extern .shared .align 16 .b8 smem[];").isUnsized());
        assertTrue(variable(".extern .global .u32 n;").external());
        assertFalse(variable(".common .global .u32 n;").external());
        assertFalse(variable(".weak .global .attribute(.managed) .align 4 .u32 n;").external());
        assertEquals("n", variable(".global .attribute(.unified(0x1, 2)) .b32 n;").name());
        assertEquals(2, module(".global .u32 a, b[4];").variables().size());
        assertEquals("t", variable(".const[3] .b32 t;").name());
    }

    @Test
    void aDefinitionReplacesAnExternalDeclaration() {
        PtxModule m = module(".extern .global .u32 n; .global .u32 n = 5; .extern .global .u32 n;");
        assertEquals(1, m.variables().size());
        assertFalse(m.variables().get(0).external());
    }

    @Test
    void initialisersAreLittleEndianBytes() {
        assertArrayEquals(new byte[] {1, -1}, bytes(".global .b8 x[4] = {1, -1};"));
        assertArrayEquals(
                new byte[] {4, 3, 2, 1, -2, -1, -1, -1},
                bytes(".global .s32 x[] = {0x01020304, -2};"));
        assertArrayEquals(new byte[] {0, 0, -128, 63}, bytes(".const .f32 x = 1.0;"));
        assertArrayEquals(new byte[] {0, 0, -128, 63}, bytes(".const .f32 x = 0f3F800000;"));
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, -16, 63}, bytes(".const .f64 x = {1.0};"));
        assertArrayEquals(new byte[] {0, 0, -128, 63}, bytes(".global .b32 x = 0f3F800000;"));
        assertArrayEquals(new byte[0], bytes(".global .b32 x[4] = {};"));
    }

    @Test
    void nestedBracesFillRowByRow() {
        assertArrayEquals(
                new byte[] {1, 0, 0, 4, 5, 0}, bytes(".global .b8 x[2][3] = {{1}, {4, 5, 0}};"));
        assertArrayEquals(new byte[] {1, 2, 3, 4}, bytes(".global .b8 x[2][2] = {1, 2, 3, 4};"));
        assertEquals(List.of(2, 2), variable(".global .b8 x[][2] = {{1,2},{3}};").dimensions());
        assertArrayEquals(new byte[] {1, 0, 2, 0}, bytes(".global .v2 .b16 x = {1, 2};"));
    }

    @Test
    void initialisersHoldAddresses() {
        Variable v =
                variable(
                        ".func f(); .global .u32 t[4];\n"
                                + ".global .u64 p[4] = {t, generic(t)+8, f, t+4};");
        assertEquals(32, v.initialiser().length());
        assertEquals(
                List.of(
                        new InitialAddress(0, "t", 0, false),
                        new InitialAddress(8, "t", 8, true),
                        new InitialAddress(16, "f", 0, false),
                        new InitialAddress(24, "t", 4, false)),
                v.addresses());
    }

    @Test
    void addressesAreReadHoweverTheyAreSpelled() {
        Variable v = variable(".global .u32 t[4]; .global .u64 p[3] = {8+t, (t+4), generic(t)-4};");
        assertEquals(
                List.of(
                        new InitialAddress(0, "t", 8, false),
                        new InitialAddress(8, "t", 4, false),
                        new InitialAddress(16, "t", -4, true)),
                v.addresses());
    }

    @Test
    void maskedBytesMakeOneAddress() {
        String masks = "";
        for (int i = 0; i < 8; i++) {
            masks += ", 0XFF" + "00".repeat(i) + "(generic(t)+8)";
        }
        Variable v = variable(".const .b8 t[16];\n.global .align 1 .u8 p[9] = {7" + masks + "};");
        assertEquals(List.of(new InitialAddress(1, "t", 8, true)), v.addresses());
        assertEquals(9, v.initialiser().length());
        assertEquals(7, v.initialiser().get(0));
    }

    @Test
    void texturesAndSamplersAreOpaque() {
        assertEquals(PtxType.B64, variable(".global .texref t;").type());
        assertEquals(
                "s",
                variable(
                                ".global .samplerref s = { addr_mode_0 = clamp_to_border,"
                                        + " filter_mode = nearest };")
                        .name());
        assertEquals("t", variable(".tex .u32 t;").name());
    }

    @Test
    void parametersMayBeAggregatesPointersAndRegisters() {
        PtxModule m =
                module(
                        ".entry k(.param .align 8 .b8 a[24], .param .u64 .ptr .global .align 1 p,\n"
                                + ".hidden .param .align 64 .b8 d[128], .param .texref t) {}\n"
                                + ".func (.reg .u32 r) f(.reg .u32 a, .reg .v2 .f32 v)"
                                + " { mov.u32 r, a; }");
        List<Variable> p = m.function("k").parameters();
        assertEquals(24, p.get(0).size());
        assertEquals(8, p.get(0).alignment());
        assertEquals(PtxType.U64, p.get(1).type());
        assertEquals(8, p.get(1).alignment());
        assertEquals(128, p.get(2).size());
        Function f = m.function("f");
        assertEquals(StateSpace.REG, f.returns().get(0).space());
        assertEquals(List.of("r", "a", "v.x", "v.y"), names(f));
    }

    private static List<String> names(Function f) {
        return f.registers().stream().map(Function.RegisterDeclaration::name).toList();
    }

    @Test
    void registersAreNumberedDensely() {
        Function f = module(".entry k { .reg .b32 a, %r<3>, b; .reg .pred p; }").function("k");
        assertEquals(List.of("a", "%r0", "%r1", "%r2", "b", "p"), names(f));
        assertEquals(PtxType.PRED, f.registers().get(5).type());
    }

    @Test
    void performanceDirectivesKeepTheirValues() {
        Function f =
                module(
                                ".visible .entry k() .maxntid 256, 1, 1 .minnctapersm 2 .maxnreg 64"
                                        + " .explicitcluster .reqnctapercluster 2, 1, 1 .pragma"
                                        + " \"nounroll\"; { .pragma \"nounroll\", \"x\"; ret; }")
                        .function("k");
        assertEquals(
                Map.of(
                        "maxntid", List.of(256L, 1L, 1L),
                        "minnctapersm", List.of(2L),
                        "maxnreg", List.of(64L),
                        "explicitcluster", List.of(),
                        "reqnctapercluster", List.of(2L, 1L, 1L)),
                f.directives());
    }

    @Test
    void functionsMayBeDeclaredDefinedAndAliased() {
        PtxModule m =
                module(
                        ".extern .func __assertfail(.param .b64 a) .noreturn;\n"
                                + ".func .attribute(.unified(1, 2)) f() .abi_preserve 8;\n"
                                + ".func f() { ret; }\n"
                                + ".visible .func alias_f(); .alias alias_f, f;\n"
                                + ".visible .entry k() { call alias_f; call later; }\n"
                                + ".func later() { ret; }");
        assertFalse(m.functions().get(0).defined());
        assertEquals(Map.of("noreturn", List.of()), m.functions().get(0).directives());
        assertTrue(m.function("f").defined());
        Function k = m.function("k");
        assertEquals(new Operand.Symbol("f", 0), k.body().get(0).operands().get(0));
        assertEquals(new Operand.Symbol("later", 0), k.body().get(1).operands().get(0));
        assertEquals(1, m.entries().size());
    }

    @Test
    void locMapsInstructionsToCudaLines() {
        Function f =
                module(
                                ".visible .entry k() {\n"
                                        + ".loc 1 7 3\n"
                                        + "mov.u32 a, 1; .reg .b32 b;\n"
                                        + ".loc 2 9 1, function_name $L__i+4, inlined_at 1 8 2\n"
                                        + "exit;\n"
                                        + ".loc 1 0 0\n"
                                        + "ret; }\n"
                                        + ".file 1 \"dir/a \\\"b\\\".cu\"\n"
                                        + ".file 2 \"h.cuh\", 1700000000, 1234\n"
                                        + ".global .u32 a;")
                        .function("k");
        assertEquals(new SourceLine("dir/a \"b\".cu", 7), f.body().get(0).source());
        // inlined from another file: where it was inlined
        assertEquals(new SourceLine("dir/a \"b\".cu", 8), f.body().get(1).source());
        assertNull(f.body().get(2).source());
    }

    @Test
    void debugSectionsAreSkipped() {
        PtxModule m =
                module(
                        ".visible .entry k() { $L__b: ret; $L__e: }\n"
                                + ".section .debug_info {\n"
                                + ".b8 1, 2\n"
                                + ".b64 $L__b\n"
                                + ".b32 .debug_abbrev\n"
                                + ".b32 $L__e-$L__b\n"
                                + "$L__i:\n"
                                + ".b8 104\n"
                                + "}\n"
                                + ".section .debug_macinfo { }\n"
                                + "@@DWARF .byte 1\n"
                                + "# 1 \"x.cu\"\n");
        assertEquals(1, m.functions().size());
    }

    @Test
    void commentsAndPaddingAreNoPartOfTheText() {
        PtxModule m =
                PtxParser.parse(
                        "a.ptx",
                        "\uFEFF/* a\n * b **/ .version /**/ 9.0 // c\n.target sm_80\n\0\0");
        assertEquals("9.0", m.version());
    }

    @Test
    void positionsAreOneBased() {
        Function f = Ptx.kernel("  @%p1 bra L;\nL: ret;");
        assertEquals("test.ptx:6:8", f.body().get(0).position().toString());
        assertEquals("test.ptx:7:4", f.body().get(1).position().toString());
        assertEquals("test.ptx:4:17", f.position().toString());
    }
}
