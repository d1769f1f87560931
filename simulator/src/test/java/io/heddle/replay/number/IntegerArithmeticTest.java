package io.heddle.replay.number;

import static io.heddle.replay.Evaluate.eval;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Integer instructions, with values worked out from PTX ISA 9.7.1 and 9.7.2. */
final class IntegerArithmeticTest {
    private static final long MIN32 = 0x80000000L;
    private static final long MAX32 = 0x7FFFFFFFL;
    private static final long ONES32 = 0xFFFFFFFFL;

    @Test
    void addWrapsAroundAndSaturatesOnlyIfAsked() {
        assertEquals(MIN32, eval("add.s32 %r9, %r0, %r1;", MAX32, 1));
        assertEquals(MAX32, eval("add.sat.s32 %r9, %r0, %r1;", MAX32, 1));
        assertEquals(MIN32, eval("sub.sat.s32 %r9, %r0, %r1;", MIN32, 1));
        assertEquals(0xFFFF, eval("sub.u16 %h9, %h0, %h1;", 0, 1));
        assertEquals(-1L, eval("add.u64 %q9, %q0, %q1;", -3, 2));
        assertEquals(0x00010000L, eval("add.u16x2 %r9, %r0, %r1;", 0x0000FFFF, 0x00010001));
    }

    @Test
    void mulTakesTheLowHighOrWholeProduct() {
        assertEquals(0xFFFFFFFEL, eval("mul.lo.s32 %r9, %r0, %r1;", ONES32, 2));
        assertEquals(ONES32, eval("mul.hi.s32 %r9, %r0, %r1;", ONES32, 2));
        assertEquals(1, eval("mul.hi.u32 %r9, %r0, %r1;", ONES32, 2));
        assertEquals(-2L, eval("mul.wide.s32 %q9, %r0, %r1;", ONES32, 2));
        assertEquals(0x1FFFFFFFEL, eval("mul.wide.u32 %q9, %r0, %r1;", ONES32, 2));
        assertEquals(0xFFFE0001L, eval("mul.wide.u16 %r9, %h0, %h1;", 0xFFFF, 0xFFFF));
        assertEquals(0x4000000000000000L, eval("mul.hi.s64 %q9, %q0, %q1;", 1L << 63, 1L << 63));
        assertEquals(-2L, eval("mul.hi.u64 %q9, %q0, %q1;", -1L, -1L));
    }

    @Test
    void madAddsToTheChosenHalf() {
        assertEquals(17, eval("mad.lo.s32 %r9, %r0, %r1, %r2;", 3, 4, 5));
        assertEquals(5, eval("mad.hi.u32 %r9, %r0, %r1, %r2;", MIN32, 2, 4));
        assertEquals(
                MAX32, eval("mad.hi.sat.s32 %r9, %r0, %r1, %r2;", 0x40000000, 0x40000000, MAX32));
        assertEquals(-1L, eval("mad.wide.s32 %q9, %r0, %r1, %q2;", ONES32, 3, 2));
    }

    @Test
    void mul24UsesTheLowest24Bits() {
        assertEquals(6, eval("mul24.lo.u32 %r9, %r0, %r1;", 0xFF000002L, 3));
        assertEquals(0xFFFFFFFDL, eval("mul24.lo.s32 %r9, %r0, %r1;", 0x00FFFFFF, 3));
        assertEquals(0xFFFFFE00L, eval("mul24.hi.u32 %r9, %r0, %r1;", 0xFFFFFF, 0xFFFFFF));
        assertEquals(10, eval("mad24.lo.u32 %r9, %r0, %r1, %r2;", 2, 3, 4));
    }

    @Test
    void sadAddsTheAbsoluteDifference() {
        assertEquals(15, eval("sad.s32 %r9, %r0, %r1, %r2;", 0xFFFFFFFEL, 3, 10));
        assertEquals(
                0xFFFFFFFBL + 10 & ONES32, eval("sad.u32 %r9, %r0, %r1, %r2;", 0xFFFFFFFEL, 3, 10));
    }

    @Test
    void divTruncatesTowardsZeroAndRemTakesTheDividendsSign() {
        assertEquals(0xFFFFFFFDL, eval("div.s32 %r9, %r0, %r1;", -7 & ONES32, 2));
        assertEquals(ONES32, eval("rem.s32 %r9, %r0, %r1;", -7 & ONES32, 2));
        assertEquals(0x7FFFFFFCL, eval("div.u32 %r9, %r0, %r1;", -7 & ONES32, 2));
        assertEquals(1, eval("rem.u64 %q9, %q0, %q1;", -1L, 2));
        assertEquals(MIN32, eval("div.s32 %r9, %r0, %r1;", MIN32, ONES32));
    }

    @Test
    void absNegMinMaxFollowTheSignedness() {
        assertEquals(5, eval("abs.s32 %r9, %r0;", -5 & ONES32));
        assertEquals(MIN32, eval("abs.s32 %r9, %r0;", MIN32));
        assertEquals(0xFFFB, eval("neg.s16 %h9, %h0;", 5));
        assertEquals(ONES32, eval("min.s32 %r9, %r0, %r1;", ONES32, 1));
        assertEquals(1, eval("min.u32 %r9, %r0, %r1;", ONES32, 1));
        assertEquals(ONES32, eval("max.u32 %r9, %r0, %r1;", ONES32, 1));
        assertEquals(0, eval("max.relu.s32 %r9, %r0, %r1;", -4 & ONES32, -5 & ONES32));
        assertEquals(0x00018000L, eval("min.s16x2 %r9, %r0, %r1;", 0x00018000L, 0x7FFF0002L));
    }

    @Test
    void carriesRunThroughTheConditionCode() {
        String add = "add.cc.u32 %r8, %r0, %r1; addc.cc.u32 %r8, %r2, %r3; addc.u32 %r9, %r4, %r5;";
        assertEquals(1, eval(add, ONES32, 1, ONES32, 0, 0, 0));
        assertEquals(0, eval(add, ONES32, 0, ONES32, 0, 0, 0));
        String sub = "sub.cc.u64 %q8, %q0, %q1; subc.u64 %q9, %q2, %q3;";
        assertEquals(6, eval(sub, 0, 1, 10, 3));
        assertEquals(7, eval(sub, 1, 1, 10, 3));
        String mad = "mad.lo.cc.u32 %r8, %r0, %r1, %r2; madc.hi.u32 %r9, %r0, %r1, %r3;";
        assertEquals(0xFFFFFFFFL, eval(mad, ONES32, ONES32, ONES32, 0));
    }

    @Test
    void dotProductsExtendEachLaneByItsType() {
        assertEquals(
                4 + 6 + 6 + 4 + 100,
                eval("dp4a.u32.u32 %r9, %r0, %r1, %r2;", 0x01020304, 0x04030201, 100));
        assertEquals(-4 & ONES32, eval("dp4a.s32.u32 %r9, %r0, %r1, %r2;", ONES32, 0x01010101, 0));
        assertEquals(
                2 * 3 + 5 * 7 + 1,
                eval("dp2a.lo.u32.u32 %r9, %r0, %r1, %r2;", 0x00050002, 0x01010703, 1));
        assertEquals(
                2 * 3 + 5 * 7 + 1,
                eval("dp2a.hi.u32.u32 %r9, %r0, %r1, %r2;", 0x00050002, 0x07030101, 1));
    }
}
