package io.heddle.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.signature.Signature.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SignatureTest {
    private static final String REGISTERS =
            ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .f64 %d<4>;"
                    + " .reg .b64 %rd<20>;\n";

    /** The signature of an entry with these parameters and instructions. */
    private static Signature signature(String parameters, String body) {
        return module(
                ".extern .shared .align 16 .b8 dynamic[];\n.shared .f32 fixed[8];\n"
                        + ".visible .entry k("
                        + parameters
                        + ")\n.maxntid 128, 2\n{\n"
                        + REGISTERS
                        + body
                        + "\nret;\n}\n");
    }

    private static Signature module(String text) {
        PtxModule module =
                PtxParser.parse("k.ptx", ".version 9.0\n.target sm_80\n.address_size 64\n" + text);
        return Signature.of(module, module.entries().get(0));
    }

    /** {@code x:in f32, n:s32}. */
    private static String guess(String parameters, String body) {
        return signature(parameters, body).parameters().stream()
                .map(SignatureTest::text)
                .collect(Collectors.joining(", "));
    }

    private static String text(Parameter p) {
        return switch (p.kind()) {
            case TENSOR ->
                    p.name()
                            + ":"
                            + p.role().name().toLowerCase(java.util.Locale.ROOT)
                            + " "
                            + p.type().spelling();
            case SCALAR -> p.name() + ":" + p.type().spelling();
            default -> p.name() + ":" + p.kind();
        };
    }

    private static final String X = "ld.param.u64 %rd1, [x]; cvta.to.global.u64 %rd2, %rd1;\n";

    @Test
    void aParameterOfAnAddressIsAPointer() {
        assertEquals(
                "x:in f32, y:out f32, n:s32",
                guess(
                        ".param .u64 x, .param .u64 y, .param .u32 n",
                        X
                                + "ld.param.u64 %rd3, [y]; ld.param.u32 %r1, [n];"
                                + "setp.lt.s32 %p1, %r1, 4; mul.wide.s32 %rd4, %r1, 4;"
                                + "add.s64 %rd5, %rd2, %rd4; add.s64 %rd6, %rd3, %rd4;"
                                + "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd5+16];"
                                + "st.global.f32 [%rd6], %f1;"));
    }

    @Test
    void anOffsetOfEightBytesIsNoPointer() {
        String body =
                X
                        + "ld.param.u64 %rd3, [n]; add.s64 %rd4, %rd2, %rd3;"
                        + "ld.global.u8 %h1, [%rd4];";
        assertEquals("x:in u8, n:s64", guess(".param .u64 x, .param .u64 n", body));
    }

    @Test
    void loadsAndStoresThroughOnePointerAreInout() {
        assertEquals(
                "x:inout s32",
                guess(
                        ".param .u64 x",
                        X + "ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd2+4], %r1;"));
        assertEquals(
                "x:inout f32",
                guess(".param .u64 x", X + "red.global.add.f32 [%rd2], 0f3F800000;"));
    }

    @Test
    void aWordIsWhatInstructionsTakeItFor() {
        assertEquals("x:in f32", loaded("b32 %r1", "add.f32 %f1, %r1, %r1;"));
        assertEquals("x:in f32", loaded("b32 %r1", "mov.b32 %f1, %r1; mul.f32 %f2, %f1, %f1;"));
        assertEquals("x:in f16", loaded("b32 %r1", "add.f16x2 %r2, %r1, %r1;"));
        assertEquals("x:in bf16", loaded("b32 %r1", "fma.rn.bf16x2 %r2, %r1, %r1, %r1;"));
        assertEquals("x:in u32", loaded("b32 %r1", "shr.u32 %r2, %r1, 3;"));
        assertEquals("x:in s32", loaded("b32 %r1", "mul.wide.s32 %rd4, %r1, 4;"));
        assertEquals("x:in s8", loaded("b32 %r1", "dp4a.s32.u32 %r2, %r1, %r3, %r4;"));
        assertEquals("x:in u16", loaded("u16 %h1", "or.b16 %h2, %h1, 1;"));
        assertEquals("x:in f64", loaded("b64 %rd4", "mov.b64 %d1, %rd4; neg.f64 %d2, %d1;"));
    }

    @Test
    void halvesOfAWordAreFollowed() {
        assertEquals(
                "x:in f16", loaded("b32 %r1", "mov.b32 {%h1, %h2}, %r1; cvt.f32.f16 %f1, %h2;"));
        assertEquals(
                "x:in bf16", loaded("u16 %h1", "mov.b32 %f1, {%h2, %h1}; add.f32 %f2, %f1, %f1;"));
        assertEquals(
                "x:in bf16",
                loaded("b32 %r1", "shl.b32 %r2, %r1, 16; mov.b32 %f1, %r2; neg.f32 %f2, %f1;"));
    }

    private static String loaded(String load, String use) {
        return guess(".param .u64 x", X + "ld.global." + load + ", [%rd2]; " + use);
    }

    @Test
    void whatIsCopiedToSharedMemoryIsWhatIsLoadedThere() {
        assertEquals(
                "x:in f16",
                guess(
                        ".param .u64 x",
                        X
                                + "mov.u32 %r9, dynamic; cp.async.cg.shared.global [%r9], [%rd2],"
                                + " 16;ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3,"
                                + " %r4}, [%r9];add.f16x2 %r5, %r1, %r2;"));
        assertEquals(
                "x:in f32",
                guess(
                        ".param .u64 x",
                        X
                                + "ld.global.b32 %r1, [%rd2]; st.shared.b32 [fixed], %r1;"
                                + "ld.shared.f32 %f1, [fixed+4];"));
    }

    @Test
    void scalarsAreWhatTheyAreUsedFor() {
        String body =
                "ld.param.b32 %r1, [a]; mov.b32 %f1, %r1; mul.f32 %f2, %f1, %f1;"
                        + "ld.param.u32 %r2, [n]; setp.lt.u32 %p1, %r2, 7; ld.param.u64 %rd1, [m];"
                        + "setp.gt.s64 %p2, %rd1, 0; ld.param.f64 %d1, [d];";
        assertEquals(
                "a:f32, n:u32, m:s64, d:f64",
                guess(".param .b32 a, .param .u32 n, .param .u64 m, .param .f64 d", body));
    }

    @Test
    void whatIsNotSeenIsNotGuessed() {
        assertEquals("x:UNUSED", guess(".param .u64 x", ""));
        assertEquals(
                "x:AGGREGATE", guess(".param .align 8 .b8 x[24]", "ld.param.u64 %rd1, [x+8];"));
        assertEquals(
                "x:UNKNOWN",
                guess(".param .u64 x", X + "add.s64 %rd3, %rd2, 8; st.shared.u64 [fixed], %rd3;"));
        Signature copy =
                signature(
                        ".param .u64 x, .param .u64 y",
                        X
                                + "ld.param.u64 %rd3, [y]; ld.global.v2.b32 {%r1, %r2}, [%rd2];"
                                + "st.global.v2.b32 [%rd3], {%r1, %r2};");
        assertFalse(copy.parameters().get(0).evident());
        assertFalse(copy.parameters().get(1).evident());
    }

    @Test
    void theLaunchIsWhatTheDirectivesAndVariablesSay() {
        Signature none = signature("", "");
        assertEquals(java.util.List.of(128L, 2L), none.maxThreads());
        assertEquals(java.util.List.of(), none.requiredThreads());
        assertEquals(0, none.staticShared());
        assertFalse(none.dynamicShared());
        Signature both = signature("", "mov.u32 %r1, dynamic; st.shared.f32 [fixed], 0f00000000;");
        assertEquals(32, both.staticShared());
        assertTrue(both.dynamicShared());
    }

    @Test
    void namesOfTheCompilerAreShortened() {
        Signature s = module(".entry k(.param .u64 k_param_0, .param .u32 size)\n{\nret;\n}\n");
        assertEquals("p0", s.parameters().get(0).name());
        assertEquals("size", s.parameters().get(1).name());
    }

    /** What no compiler writes is in the case files: attacks, forms that are not modelled. */
    @Test
    void everyEntryOfTheCaseFilesHasASignature() throws IOException {
        int entries = 0;
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/cases"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".ptx")).sorted().toList()) {
                PtxModule module;
                try {
                    module = PtxParser.parse(file.toString(), Files.readString(file));
                } catch (PtxSyntaxException e) {
                    continue;
                }
                for (Function entry : module.entries()) {
                    Signature s = Signature.of(module, entry);
                    assertEquals(entry.parameters().size(), s.parameters().size(), entry.name());
                    entries++;
                }
            }
        }
        assertTrue(entries > 5000, "entries: " + entries);
    }
}
