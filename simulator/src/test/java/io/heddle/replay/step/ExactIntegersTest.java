package io.heddle.replay.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExactIntegersTest {
    private static Instruction instruction(String text) {
        String ptx =
                ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
                        + ".reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %q<4>; .reg .f32 %f<4>;\n"
                        + text
                        + "\nret;\n}\n";
        return PtxParser.parse("k.ptx", ptx).function("k").body().get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "'add.s32 %r0, %r1, %r2;', 0x7FFFFFFF, 1, 0, false",
        "'add.s32 %r0, %r1, %r2;', 0x7FFFFFFE, 1, 0, true",
        "'add.s32 %r0, %r1, %r2;', 0x80000000, 0xFFFFFFFF, 0, false",
        "'add.u32 %r0, %r1, %r2;', 0x7FFFFFFF, 1, 0, true",
        "'add.u32 %r0, %r1, %r2;', 0xFFFFFFFF, 1, 0, true", // -1 + 1
        "'add.u32 %r0, %r1, %r2;', 0xFFFFFFFF, 0x80000000, 0, false",
        "'sub.s32 %r0, %r1, %r2;', 0x80000000, 1, 0, false",
        "'sub.u32 %r0, %r1, %r2;', 3, 5, 0, true", // -2
        "'mul.lo.s32 %r0, %r1, %r2;', 0x10000, 0x8000, 0, false",
        "'mul.lo.u32 %r0, %r1, %r2;', 0x10000, 0x8000, 0, true",
        "'mul.lo.u32 %r0, %r1, %r2;', 0x10000, 0x10000, 0, false",
        "'mad.lo.s32 %r0, %r1, %r2, %r3;', 0x8000, 0xFFFF, 0x7FFF, true",
        "'mad.lo.s32 %r0, %r1, %r2, %r3;', 0x8000, 0xFFFF, 0x8000, false",
        "'neg.s32 %r0, %r1;', 0x80000000, 0, 0, false",
        "'abs.s32 %r0, %r1;', 0x80000000, 0, 0, false",
        "'shl.b32 %r0, %r1, %r2;', 1, 31, 0, true",
        "'shl.b32 %r0, %r1, %r2;', 1, 32, 0, false",
        "'shl.b32 %r0, %r1, %r2;', 0, 4000000000, 0, true",
        "'add.s16 %h0, %h1, %h2;', 0x7FFF, 1, 0, false",
        "'add.u16 %h0, %h1, %h2;', 0xFFFF, 2, 0, true", // -1 + 2
        "'mul.lo.u64 %q0, %q1, %q2;', 0x100000000, 0x80000000, 0, true",
        "'mul.lo.s64 %q0, %q1, %q2;', 0x100000000, 0x80000000, 0, false",
    })
    void theExactResultIsComparedWithTheType(
            String text, String a, String b, String c, boolean fits) {
        ExactIntegers exact = ExactIntegers.of(instruction(text)).orElseThrow();
        assertEquals(fits, exact.fits(Long.decode(a), Long.decode(b), Long.decode(c)), text);
    }

    @ParameterizedTest
    @CsvSource({
        "'mul.wide.s32 %q0, %r1, %r2;'",
        "'mul.hi.s32 %r0, %r1, %r2;'",
        "'add.sat.s32 %r0, %r1, %r2;'",
        "'add.f32 %f0, %f1, %f2;'",
        "'max.s32 %r0, %r1, %r2;'",
    })
    void otherInstructionsCannotOverflow(String text) {
        assertTrue(ExactIntegers.of(instruction(text)).isEmpty());
    }

    @Test
    void oneSourceIsEnoughForOneThatHasOne() {
        assertTrue(ExactIntegers.of(instruction("neg.s32 %r0, %r1;")).orElseThrow().fits(5));
    }
}
