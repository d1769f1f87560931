package io.heddle.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class PtxPrinterTest {
    private static void assertReadsBack(PtxModule module) {
        String text = PtxPrinter.print(module);
        PtxModule back = PtxParser.parse("printed.ptx", text);
        assertEquals(Ptx.withoutPositions(module), Ptx.withoutPositions(back), text);
    }

    @TestFactory
    Stream<DynamicTest> realFilesReadBack() throws IOException {
        return RealFilesTest.files().stream()
                .map(
                        p ->
                                DynamicTest.dynamicTest(
                                        p.getFileName().toString(),
                                        () -> assertReadsBack(RealFilesTest.parse(p))));
    }

    @Test
    void scopesListsAndOperandsReadBack() {
        assertReadsBack(
                Ptx.module(
                        ".file 1 \"a\\\\b.cu\"\n"
                            + ".extern .shared .align 16 .b8 s[];\n"
                            + ".func (.reg .b32 r) f(.reg .v2 .b32 v) { mov.b32 r, v.y; ret; }\n"
                                + Ptx.wrap(
                                        "{ .reg .b32 %r1; .reg .v4 .f32 v; L: .loc 1 3 1\n"
                                            + " @!%p1 bra L; mov.f32 v.x, 0f80000000; vadd.s32 %r1,"
                                            + " %r1.b0, %r2; tex.2d [x, v]; }\n"
                                            + "{ L: .loc 1 0 0\n"
                                            + " bra L; } ts: .branchtargets A, B; pr:"
                                            + " .callprototype _ (.param .b32 _);\n"
                                            + "fs: .calltargets f; brx.idx %r1, ts; A: B: call"
                                            + " (%r1), %rd1, (_), pr; setp.lt.and.f64 %p1|%p2, 1.5,"
                                            + " 0d8000000000000000, !%p3;\n"
                                            + "mad.s32 %r1, %r2+-4, -9223372036854775808, 7; cp.x"
                                            + " [%rd1, {%r1, _}], [s+-4], [16];")));
    }

    @Test
    void initialisersReadBack() {
        assertReadsBack(
                Ptx.module(
                        ".global .b32 t[2][2] = {{1}, {-1, 3}}; .const .f32 f[3] = {1.5, -2.0};\n"
                            + ".const .f64 d = -0.0; .global .v2 .u16 v = {1, 65535};\n"
                            + ".global .u64 p[3] = {t, generic(f)+4}; .global .b8 e[4] = {};\n"));
    }

    @Test
    void anInstructionPrintsAsWritten() {
        assertEquals(
                "@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8]",
                PtxPrinter.print(
                        Ptx.instruction("@!%p1 ld.global.v2.f32 {%f1,%f2}, [ %rd1 + 8 ];")));
    }
}
