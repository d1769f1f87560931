package io.heddle.replay.number;

import static io.heddle.replay.Evaluate.eval;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Logic, shifts and bit fields, with values from PTX ISA 9.7.1, 9.7.8 and 9.7.9.7. */
final class BitOperationsTest {
    private static final long NONE = 0xFFFFFFFFL;

    @Test
    void logicWorksBitByBitAndOnPredicates() {
        assertEquals(0x0F, eval("and.b32 %r9, %r0, %r1;", 0xFF, 0x0F));
        assertEquals(0xFFFF0000L, eval("not.b32 %r9, %r0;", 0xFFFF));
        assertEquals(1, eval("cnot.b32 %r9, %r0;", 0));
        assertEquals(0, eval("cnot.b32 %r9, %r0;", 7));
        assertEquals(1, eval("xor.pred %p9, %p0, %p1;", 1, 0));
        assertEquals(0, eval("not.pred %p9, %p0;", 1));
    }

    @Test
    void lop3LooksUpEachTripleOfBits() {
        assertEquals(0x1A, eval("lop3.b32 %r9, %r0, %r1, %r2, 0x1A;", 0xF0, 0xCC, 0xAA) & 0xFF);
        assertEquals(
                0x64006405L,
                eval("lop3.b32 %r9, %r0, %r1, %r2, 0xEA;", 0xA5, 0x000F000F, 0x64006400));
        assertEquals(1, eval("lop3.or.b32 %r8|%p9, %r0, %r1, %r2, 0x80, %p3;", 1, 1, 1, 0));
    }

    @Test
    void shiftsClampTheirAmount() {
        assertEquals(0, eval("shl.b32 %r9, %r0, %r1;", 1, 32));
        assertEquals(0x80000000L, eval("shl.b32 %r9, %r0, %r1;", 1, 31));
        assertEquals(NONE, eval("shr.s32 %r9, %r0, %r1;", 0x80000000L, 100));
        assertEquals(0, eval("shr.u32 %r9, %r0, %r1;", 0x80000000L, 32));
        assertEquals(0xFFFF, eval("shr.s16 %h9, %h0, %r1;", 0x8000, 15));
    }

    @Test
    void funnelShiftsWrapOrClamp() {
        assertEquals(
                0x23456789L,
                eval("shf.l.wrap.b32 %r9, %r0, %r1, %r2;", 0x9ABCDEF0L, 0x12345678, 36));
        assertEquals(
                0x9ABCDEF0L,
                eval("shf.l.clamp.b32 %r9, %r0, %r1, %r2;", 0x9ABCDEF0L, 0x12345678, 36));
        assertEquals(
                0x89ABCDEFL,
                eval("shf.r.wrap.b32 %r9, %r0, %r1, %r2;", 0x9ABCDEF0L, 0x12345678, 4));
        assertEquals(
                0x12345678L,
                eval("shf.r.clamp.b32 %r9, %r0, %r1, %r2;", 0x9ABCDEF0L, 0x12345678, 32));
    }

    @Test
    void countingInstructionsCount() {
        assertEquals(5, eval("popc.b32 %r9, %r0;", 0x1F));
        assertEquals(64, eval("popc.b64 %r9, %q0;", -1));
        assertEquals(32, eval("clz.b32 %r9, %r0;", 0));
        assertEquals(63, eval("clz.b64 %r9, %q0;", 1));
        assertEquals(0x80000000L, eval("brev.b32 %r9, %r0;", 1));
        assertEquals(31, eval("bfind.u32 %r9, %r0;", NONE));
        assertEquals(NONE, eval("bfind.s32 %r9, %r0;", NONE));
        assertEquals(28, eval("bfind.shiftamt.u32 %r9, %r0;", 0xF));
    }

    @Test
    void fnsFindsTheNthSetBitAsInTheManualsExamples() {
        assertEquals(3, eval("fns.b32 %r9, %r0, %r1, %r2;", 0xAAAAAAAAL, 3, 1));
        assertEquals(3, eval("fns.b32 %r9, %r0, %r1, %r2;", 0xAAAAAAAAL, 3, -1 & NONE));
        assertEquals(3, eval("fns.b32 %r9, %r0, %r1, %r2;", 0xAAAAAAAAL, 2, 1));
        assertEquals(1, eval("fns.b32 %r9, %r0, %r1, %r2;", 0xAAAAAAAAL, 2, -1 & NONE));
        assertEquals(NONE, eval("fns.b32 %r9, %r0, %r1, %r2;", 1, 1, 1));
    }

    @Test
    void bitFieldsAreExtractedAndInserted() {
        assertEquals(0x56, eval("bfe.u32 %r9, %r0, 8, 8;", 0x12345678));
        assertEquals(0xFFFFFFF8L, eval("bfe.s32 %r9, %r0, 4, 4;", 0x80));
        assertEquals(NONE, eval("bfe.s32 %r9, %r0, 40, 4;", 0x80000000L));
        assertEquals(0, eval("bfe.u32 %r9, %r0, 0, 0;", NONE));
        assertEquals(0x12AB5678L, eval("bfi.b32 %r9, %r0, %r1, 16, 8;", 0xAB, 0x12345678));
        assertEquals(0x12345678L, eval("bfi.b32 %r9, %r0, %r1, 32, 8;", 0xAB, 0x12345678));
    }

    @Test
    void szextAndBmskFollowTheirModes() {
        assertEquals(0xFFFFFFFFL, eval("szext.clamp.s32 %r9, %r0, %r1;", 0xFF, 8));
        assertEquals(0xFF, eval("szext.clamp.u32 %r9, %r0, %r1;", 0xFFF, 8));
        assertEquals(0, eval("szext.wrap.u32 %r9, 0xffffffff, 0;"));
        assertEquals(0x12345678, eval("szext.clamp.s32 %r9, %r0, %r1;", 0x12345678, 40));
        assertEquals(6, eval("bmsk.wrap.b32 %r9, 1, 2;"));
        assertEquals(0xFFFFFFFEL, eval("bmsk.clamp.b32 %r9, 1, 40;"));
        assertEquals(0, eval("bmsk.clamp.b32 %r9, 40, 2;"));
    }

    @Test
    void prmtPicksBytesAndReplicatesSigns() {
        assertEquals(0x77663322L, eval("prmt.b32 %r9, %r0, %r1, 0x7632;", 0x33221100, 0x77665544));
        assertEquals(0, eval("prmt.b32 %r9, %r0, %r1, 0x0800;", 0x7F, 0) & 0x00FF0000L);
        assertEquals(0xFF808080L, eval("prmt.b32 %r9, %r0, %r1, 0x8000;", 0x80, 0));
        assertEquals(0x44332211L, eval("prmt.b32.f4e %r9, %r0, %r1, 1;", 0x33221100, 0x77665544));
        assertEquals(0x66778800L, eval("prmt.b32.b4e %r9, %r0, %r1, 0;", 0x33221100, 0x88776655L));
        assertEquals(0x22222222L, eval("prmt.b32.rc8 %r9, %r0, %r1, 2;", 0x33221100, 0));
        assertEquals(0x33222222L, eval("prmt.b32.ecl %r9, %r0, %r1, 2;", 0x33221100, 0));
        assertEquals(0x22221100L, eval("prmt.b32.ecr %r9, %r0, %r1, 2;", 0x33221100, 0));
        assertEquals(0x33223322L, eval("prmt.b32.rc16 %r9, %r0, %r1, 1;", 0x33221100, 0));
    }
}
