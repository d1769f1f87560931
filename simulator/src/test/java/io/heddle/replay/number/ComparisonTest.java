package io.heddle.replay.number;

import static io.heddle.replay.Evaluate.bits;
import static io.heddle.replay.Evaluate.eval;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** setp, set, selp and slct, with values from PTX ISA 9.3.1, 9.7.6 and 9.7.7. */
final class ComparisonTest {
    private static final long NAN = bits(Float.NaN);
    private static final long ONES = 0xFFFFFFFFL;

    @Test
    void orderedComparisonsOfNanAreFalseAndUnorderedOnesTrue() {
        for (String c : new String[] {"eq", "ne", "lt", "le", "gt", "ge", "num"}) {
            assertEquals(0, eval("setp." + c + ".f32 %p9, %r0, %r1;", NAN, bits(1f)), c);
        }
        for (String c : new String[] {"equ", "neu", "ltu", "leu", "gtu", "geu", "nan"}) {
            assertEquals(1, eval("setp." + c + ".f32 %p9, %r0, %r1;", NAN, bits(1f)), c);
        }
    }

    @Test
    void integersCompareBySignedness() {
        assertEquals(1, eval("setp.lt.s32 %p9, %r0, %r1;", ONES, 0));
        assertEquals(0, eval("setp.lt.u32 %p9, %r0, %r1;", ONES, 0));
        assertEquals(1, eval("setp.hi.u32 %p9, %r0, %r1;", ONES, 0));
        assertEquals(1, eval("setp.ge.s64 %p9, %q0, %q1;", 5, -5));
        assertEquals(1, eval("setp.ls.u16 %p9, %h0, %h1;", 3, 3));
        assertEquals(1, eval("setp.ne.b32 %p9, %r0, %r1;", 3, 4));
    }

    @Test
    void resultsCombineWithAPredicateAndItsComplementWithTheOther() {
        assertEquals(0, eval("setp.eq.and.s32 %p9, %r0, %r1, %p2;", 4, 4, 0));
        assertEquals(1, eval("setp.eq.and.s32 %p9, %r0, %r1, !%p2;", 4, 4, 0));
        assertEquals(1, eval("setp.eq.or.s32 %p8|%p9, %r0, %r1, %p2;", 4, 4, 1));
        assertEquals(0, eval("setp.eq.s32 %p8|%p9, %r0, %r1;", 4, 4));
        assertEquals(0, eval("setp.lt.xor.f32 %p9, %r0, %r1, %p2;", bits(1f), bits(2f), 1));
    }

    @Test
    void packedHalvesSetAPredicateEach() {
        String text = "setp.gt.f16x2 %p8|%p9, %r0, %r1;";
        assertEquals(1, eval(text, 0x40003C00, 0x3C003C00));
        assertEquals(0, eval(text.replace("%p8|%p9", "%p9|%p8"), 0x40003C00, 0x3C003C00));
    }

    @Test
    void setWritesOnesOrOneByDestinationType() {
        assertEquals(ONES, eval("set.lt.u32.s32 %r9, %r0, %r1;", 1, 2));
        assertEquals(bits(1f), eval("set.lt.f32.s32 %r9, %r0, %r1;", 1, 2));
        assertEquals(0, eval("set.eq.and.u32.u32 %r9, %r0, %r1, %p2;", 1, 1, 0));
        assertEquals(0x3C00, eval("set.eq.f16.f16 %h9, %h0, %h1;", 0x1F79, 0x1F79));
        assertEquals(
                0x3C000000L, eval("set.gt.f16x2.f16x2 %r9, %r0, %r1;", 0x40003C00, 0x3C003C00));
        assertEquals(0xFFFF0000L, eval("set.gt.u32.f16x2 %r9, %r0, %r1;", 0x40003C00, 0x3C003C00));
    }

    @Test
    void selectionsChooseByPredicateOrSign() {
        assertEquals(7, eval("selp.b32 %r9, %r0, %r1, %p2;", 7, 8, 1));
        assertEquals(8, eval("selp.b32 %r9, %r0, %r1, %p2;", 7, 8, 0));
        assertEquals(7, eval("slct.u32.s32 %r9, %r0, %r1, %r2;", 7, 8, 0));
        assertEquals(8, eval("slct.u32.s32 %r9, %r0, %r1, %r2;", 7, 8, ONES));
        assertEquals(7, eval("slct.u32.f32 %r9, %r0, %r1, %r2;", 7, 8, bits(-0f)));
        assertEquals(8, eval("slct.u32.f32 %r9, %r0, %r1, %r2;", 7, 8, NAN));
    }
}
