package io.heddle.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Assumption;
import io.heddle.machine.SimulationOptions;
import io.heddle.term.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of symbolic values: branches, guards, bits, calls, and what is refused. */
final class SymbolicExecutionTest {
    private static final String LOAD_X = "ld.param.u64 d0, [x]; ld.global.f32 f0, [d0];";
    private static final String STORE_Y = "ld.param.u64 d1, [y]; st.global.f32 [d1], f1; ret;";

    private static Kernel xy(String... statements) {
        return Kernel.of(statements).in("x", ElementType.F32, 8).out("y", ElementType.F32, 8);
    }

    private static String y(String... statements) {
        return xy(LOAD_X, String.join("\n", statements), STORE_Y).shows("y", 0);
    }

    @Test
    void armsThatRejoinAreMerged() {
        String relu =
                y(
                        "mov.f32 f1, 0f00000000; setp.gt.f32 p0, f0, f1; @!p0 bra L;",
                        "mov.f32 f1, f0;",
                        "L:");
        assertEquals("max(0, x[0])", relu);
    }

    @Test
    void bothArmsOfABranchAreExecuted() {
        assertEquals(
                "ite((0 < x[0]), (x[0]*x[0]), neg(x[0]))",
                y(
                        "setp.gt.f32 p0, f0, 0f00000000; @p0 bra T;",
                        "neg.f32 f1, f0; bra.uni J;",
                        "T: mul.f32 f1, f0, f0;",
                        "J:"));
    }

    @Test
    void nestedBranchesCarryTheirConditions() {
        assertEquals(
                "ite((x[0] <= 0), 0, ite((x[0] <= 2), 1, 2))",
                y(
                        "mov.f32 f1, 0f00000000; setp.gt.f32 p0, f0, 0f00000000; @!p0 bra J;",
                        "mov.f32 f1, 0f3F800000; setp.gt.f32 p1, f0, 0f40000000; @!p1 bra J;",
                        "mov.f32 f1, 0f40000000;",
                        "J:"));
    }

    @Test
    void aGuardedInstructionKeepsTheOldValue() {
        assertEquals(
                "ite((x[0] < 1), 5, 0)",
                y(
                        "mov.f32 f1, 0f00000000; setp.lt.f32 p0, f0, 0f3F800000;",
                        "@p0 mov.f32 f1, 0f40A00000;"));
    }

    @Test
    void aGuardedStoreKeepsTheOldContents() {
        Kernel k =
                xy(
                        LOAD_X,
                        "ld.param.u64 d1, [y]; mov.f32 f2, 0f3F800000; st.global.f32 [d1], f2;",
                        "setp.lt.f32 p0, f0, 0f00000000; @p0 st.global.f32 [d1], f0; ret;");
        assertEquals("ite((x[0] < 0), x[0], 1)", k.shows("y", 0));
    }

    @Test
    void anEarlyReturnOnDataIsMergedAtTheEnd() {
        Kernel k =
                xy(
                        LOAD_X,
                        "ld.param.u64 d1, [y]; st.global.f32 [d1], f0;",
                        "setp.lt.f32 p0, f0, 0f00000000; @p0 ret;",
                        "mov.f32 f1, 0f40000000; st.global.f32 [d1], f1; ret;");
        assertEquals("ite((0 <= x[0]), 2, x[0])", k.shows("y", 0));
    }

    @Test
    void aLoopOnDataIsUnsupportedWithItsLine() {
        Kernel k =
                xy(
                        LOAD_X,
                        "mov.f32 f1, f0;",
                        "L: mul.f32 f1, f1, 0f3F000000; setp.gt.f32 p0, f1, 0f3F800000;",
                        "@p0 bra L;",
                        STORE_Y);
        assertEquals(List.of("UNSUPPORTED@10"), k.findings());
        assertFalse(k.run().complete());
    }

    @Test
    void anUnknownOpcodeIsUnsupportedWithItsLine() {
        assertEquals(
                List.of("UNSUPPORTED@8"), xy(LOAD_X, "frobnicate.f32 f1, f0;", STORE_Y).findings());
    }

    @Test
    void aBranchOnAScalarAroundABarrierForksTheRun() {
        Kernel k =
                Kernel.of(
                                "ld.param.f32 f0, [beta]; ld.param.u64 d1, [y]; mov.f32 f1,"
                                        + " 0f3F800000;",
                                "setp.eq.f32 p0, f0, 0f00000000; @p0 bra L;",
                                "bar.sync 0; mov.f32 f1, 0f40000000;",
                                "L: st.global.f32 [d1], f1; ret;")
                        .scalar("beta", ElementType.F32)
                        .out("y", ElementType.F32, 1);
        SimulationResult r = k.run();
        assertEquals(List.of(), r.findings());
        assertEquals(
                List.of("(0 == beta) -> 1", "not((0 == beta)) -> 2"),
                r.cases().stream()
                        .map(
                                c ->
                                        k.store().show(c.condition(), 99)
                                                + " -> "
                                                + k.store().show(c.tensors().get("y").term(0), 99))
                        .toList());
    }

    @Test
    void aBarrierUnderATensorElementIsUnsupported() {
        assertEquals(
                List.of("UNSUPPORTED@8"),
                xy(LOAD_X, "setp.eq.f32 p0, f0, 0f00000000; @p0 bra L; bar.sync 0;", "L:", STORE_Y)
                        .findings());
    }

    @Test
    void signBitTricksAreAbsoluteValueAndNegation() {
        assertEquals("abs(x[0])", y("mov.b32 r0, f0; and.b32 r0, r0, 0x7fffffff; mov.b32 f1, r0;"));
        assertEquals("neg(x[0])", y("mov.b32 r0, f0; xor.b32 r0, r0, 0x80000000; mov.b32 f1, r0;"));
        assertEquals(
                "neg(abs(x[0]))", y("mov.b32 r0, f0; or.b32 r0, r0, 0x80000000; mov.b32 f1, r0;"));
    }

    @Test
    void theUpperHalfOfAFloatIsAFunctionOfIt() {
        assertEquals(
                "upper.f32(x[0])", y("mov.b32 {h0, h1}, f0; mov.b16 h2, 0; mov.b32 f1, {h2, h1};"));
        assertEquals(
                "upper.f32(x[0])",
                y("mov.b32 r0, f0; and.b32 r0, r0, 0xffff0000; mov.b32 f1, r0;"));
    }

    @Test
    void halvesReadInTheOtherFormatAreRefused() {
        assertEquals(
                List.of("UNSUPPORTED@8"),
                xy(LOAD_X, "cvt.rn.f16.f32 h0, f0; cvt.f32.bf16 f1, h0;", STORE_Y).findings());
    }

    @Test
    void aPowerOfTwoFromExponentBitsNeedsAProofOfRange() {
        String[] build = {
            "cvt.sat.f32.f32 f2, f0;",
            "fma.rm.f32 f3, f2, 0f437C0000, 0f4B400001;",
            "mov.b32 r0, f3; shl.b32 r0, r0, 23; mov.b32 f1, r0;"
        };
        assertEquals(
                "exp2((floor((252*min(1, max(0, x[0])))) + -126))",
                y(build).replace(
                                "(floor((min(1, max(0, x[0]))*252)) + -126)",
                                "(-126 + floor((min(1, max(0, x[0]))*252)))"));
        String wrong = String.join("\n", build).replace("0f437C0000", "0fC37C0000");
        assertTrue(
                y(wrong).contains("of.bits"), "the exponent field leaves its range: " + y(wrong));
    }

    @Test
    void addingAConstantThatRoundsIsRint() {
        assertEquals(
                "((12582912 + rint(x[0])) - 12582912)",
                y("add.f32 f1, f0, 0f4B400000; sub.f32 f1, f1, 0f4B400000;"));
    }

    @Test
    void functionsAreCalledByValue() {
        Kernel k =
                xy(
                                LOAD_X,
                                "{ .param .b32 a; .param .b32 v; st.param.f32 [a], f0;",
                                "call.uni (v), square, (a); ld.param.f32 f1, [v]; }",
                                STORE_Y)
                        .items(
                                ".func (.param .b32 r) square(.param .b32 t) { .reg .f32 a;"
                                        + " ld.param.f32 a, [t]; mul.f32 a, a, a;"
                                        + " st.param.f32 [r], a; ret; }");
        assertEquals("(x[0]*x[0])", k.shows("y", 0));
    }

    @Test
    void tableBranchesGoToTheirTarget() {
        assertEquals(
                "7",
                y(
                        "T: .branchtargets A, B, C; mov.u32 r0, 1; brx.idx r0, T;",
                        "A: mov.f32 f1, 0f3F800000; bra J;",
                        "B: mov.f32 f1, 0f40E00000; bra J;",
                        "C: mov.f32 f1, 0f00000000;",
                        "J:"));
    }

    @Test
    void memoryFaultsAreFoundAndExecutionGoesOn() {
        Kernel k =
                xy(
                        "ld.param.u64 d0, [x]; ld.param.u64 d1, [y];",
                        "ld.global.f32 f0, [d0+32];",
                        "ld.global.f32 f1, [d0+2];",
                        "st.global.f32 [d1+-4], f1;",
                        "ret;");
        assertEquals(List.of("OUT_OF_BOUNDS@8", "MISALIGNED@9", "OUT_OF_BOUNDS@10"), k.findings());
        assertTrue(k.run().complete());
    }

    @Test
    void aFaultInAnArmIsShownOnAnInputOrUndecided() {
        Kernel reachable =
                xy(
                        LOAD_X,
                        "mov.f32 f1, f0; setp.gt.f32 p0, f0, 0f40000000;",
                        "@p0 ld.global.f32 f1, [d0+64];",
                        STORE_Y);
        assertEquals(List.of("OUT_OF_BOUNDS@9"), reachable.findings());
        assertTrue(reachable.run().findings().get(0).message().contains("on the input x[0] = "));
        Kernel never =
                xy(
                        LOAD_X,
                        "mul.f32 f2, f0, f0; mov.f32 f1, f0; setp.lt.f32 p0, f2, 0fBF800000;",
                        "@p0 ld.global.f32 f1, [d0+64];",
                        STORE_Y);
        assertEquals(List.of("UNDECIDED@9"), never.findings());
    }

    @Test
    void anAddressThatWasNeverWrittenIsAnUninitialisedRead() {
        Kernel k =
                xy(
                        ".shared .align 4 .b8 s[16]; mov.u32 r1, s;",
                        "ld.shared.u32 r0, [r1];",
                        "cvt.u64.u32 d2, r0; ld.param.u64 d0, [x]; add.s64 d2, d0, d2;",
                        "ld.global.f32 f1, [d2];",
                        STORE_Y);
        assertEquals("UNINITIALIZED_READ@8", k.findings().get(0));
    }

    @Test
    void aTrapUnderAConcreteConditionIsADefectAndElseAnAssumption() {
        assertEquals(List.of("TRAP@8"), xy(LOAD_X, "trap;", STORE_Y).findings());
        Kernel guarded =
                xy(
                        LOAD_X,
                        "mov.f32 f1, f0; setp.ge.f32 p0, f0, 0f00000000; @p0 bra L; trap;",
                        "L:",
                        STORE_Y);
        assertEquals(List.of(), guarded.findings());
        assertTrue(guarded.run().assumptions().get(0).text().startsWith("not (x[0] < 0)"));
    }

    @Test
    void aMissingBarrierIsARaceAndABarrierOrdersIt() {
        String[] share = {
            ".shared .align 4 .b8 s[64]; mov.u32 r0, %tid.x; shl.b32 r1, r0, 2; mov.u32 r2, s;",
            "add.s32 r3, r2, r1; st.shared.u32 [r3], r0;",
            "bar.sync 0;",
            "xor.b32 r4, r1, 4; add.s32 r3, r2, r4; ld.shared.u32 r5, [r3]; ret;"
        };
        assertEquals(List.of(), Kernel.of(share).threads(16).findings());
        share[2] = "";
        assertEquals("RACE@10", Kernel.of(share).threads(16).findings().get(0));
        share[2] = "bar.warp.sync -1;";
        assertEquals(List.of(), Kernel.of(share).threads(16).findings());
        share[2] =
                "shfl.sync.idx.b32 r6, r0, 0, 31, -1;"; // brings lanes together, orders no memory
        assertEquals("RACE@10", Kernel.of(share).threads(16).findings().get(0));
    }

    @Test
    void ctasThatWriteOneCellRace() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d0, [y]; mov.u32 r0, %ctaid.x; st.global.u32 [d0],"
                                        + " r0; ret;")
                        .out("y", ElementType.U32, 1)
                        .ctas(2);
        assertEquals(List.of("RACE@7"), k.findings());
    }

    @Test
    void lanesWaitingForAnExitedLaneDoNotHang() {
        Kernel k =
                Kernel.of(
                                "mov.u32 r0, %tid.x; setp.eq.u32 p0, r0, 3; @p0 ret;",
                                "bar.sync 0; vote.sync.ballot.b32 r1, p0, 0xfffffff7; ret;")
                        .threads(32);
        assertEquals(List.of(), k.findings());
    }

    @Test
    void integerArithmeticOnElementsWrapsAsTheMachineDoes() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d0, [x]; ld.global.s32 r0, [d0]; ld.global.s32 r1,"
                                        + " [d0+4];",
                                "mad.lo.s32 r2, r0, r1, r0; ld.param.u64 d1, [y]; st.global.s32"
                                        + " [d1], r2; ret;")
                        .in("x", ElementType.S32, 2)
                        .out("y", ElementType.S32, 1);
        String sum = "(x[0]*x[1] + x[0])";
        assertEquals(
                "((%s + (floor((%s*1/4294967296))*4294967296)) - (4294967296*floor((%s*1/2147483648))))"
                        .formatted(sum, sum, sum),
                k.shows("y", 0));
        assertTrue(k.run().assumptions().isEmpty());
    }

    @Test
    void aSignedSumThatMustBeANumberIsAssumedNotToOverflow() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d0, [x]; ld.global.s32 r0, [d0]; ld.global.s32 r1,"
                                        + " [d0+4];",
                                "mad.lo.s32 r2, r0, r1, r0; cvt.rn.f32.s32 f0, r2; ld.param.u64"
                                        + " d1, [y]; st.global.f32 [d1], f0; ret;")
                        .in("x", ElementType.S32, 2)
                        .out("y", ElementType.F32, 1);
        assertEquals("(x[0]*x[1] + x[0])", k.shows("y", 0));
        assertTrue(k.run().assumptions().get(0).text().contains("overflow"));
        assertEquals(Assumption.Kind.INTEGER_OVERFLOW, k.run().assumptions().get(0).kind());
    }

    @Test
    void aSignedByteReadAsUnsignedIsAnotherNumber() {
        Kernel k =
                Kernel.of(
                                "ld.param.u64 d0, [x]; ld.global.u8 r0, [d0]; cvt.rn.f32.u32 f0,"
                                        + " r0;",
                                "ld.param.u64 d1, [y]; st.global.f32 [d1], f0; ret;")
                        .in("x", ElementType.S8, 1)
                        .out("y", ElementType.F32, 1);
        assertEquals("ite((x[0] < 0), (x[0] + 256), x[0])", k.shows("y", 0));
    }

    private static String bits(String... statements) {
        return Kernel.of(
                        "ld.param.u64 d0, [x]; ld.global.u32 r0, [d0];",
                        String.join("\n", statements),
                        "ld.param.u64 d1, [y]; st.global.u32 [d1], r1; ret;")
                .in("x", ElementType.U32, 1)
                .out("y", ElementType.U32, 1)
                .shows("y", 0);
    }

    @Test
    void shiftsThatDropBitsAreFieldsNotProducts() {
        String field = bits("and.b32 r1, r0, 4095;");
        assertEquals(field, bits("shl.b32 r1, r0, 20; shr.u32 r1, r1, 20;"));
        assertEquals(
                bits("bfe.s32 r1, r0, 8, 4;"), bits("shl.b32 r1, r0, 20; shr.s32 r1, r1, 28;"));
    }

    @Test
    void aShiftThatARangeKeepsInPlaceIsAProduct() {
        assertEquals(
                "(x[0]*16)",
                Kernel.of(
                                "ld.param.u64 d0, [x]; ld.global.u8 r0, [d0]; shl.b32 r0, r0, 4;",
                                "ld.param.u64 d1, [y]; st.global.u32 [d1], r0; ret;")
                        .in("x", ElementType.U8, 1)
                        .out("y", ElementType.U32, 1)
                        .shows("y", 0));
    }

    @Test
    void subWordStoresSplitAndJoinCells() {
        assertEquals(
                "x[1]",
                xy(
                                ".shared .align 4 .b8 s[16]; mov.u32 r1, s; ld.param.u64 d0, [x];",
                                "ld.global.v2.b32 {r2, r3}, [d0]; st.shared.v2.b32 [r1], {r2, r3};",
                                "ld.shared.u16 h0, [r1+4]; ld.shared.u16 h1, [r1+6];",
                                "mov.b32 f1, {h0, h1};",
                                STORE_Y)
                        .shows("y", 0));
    }

    @Test
    void lanesThatExitLaterAreNotWaitedForInAMask() {
        Kernel k =
                Kernel.of(
                                "mov.u32 r0, %tid.x; setp.lt.u32 p0, r0, 16; @!p0 bra L;",
                                "vote.sync.ballot.b32 r1, p0, -1; ld.param.u64 d0, [y];",
                                "st.global.u32 [d0], 7;",
                                "L: ret;")
                        .out("y", ElementType.U32, 1)
                        .threads(32);
        assertEquals(List.of("RACE@9"), k.findings());
        assertEquals("7", k.store().show(k.run().cases().get(0).tensors().get("y").term(0), 10));
    }

    @Test
    void aThreadThatPollsLetsTheOthersRun() {
        String[] poll = {
            ".shared .align 4 .b8 s[4]; mov.u32 r0, %tid.x; mov.u32 r1, s; mov.u32 r2, 0;",
            "setp.eq.u32 p3, r0, 0; @p3 st.shared.u32 [r1], r2; bar.sync 0;",
            "setp.eq.u32 p0, r0, 3; @p0 bra W;",
            "setp.ne.u32 p1, r0, 40; @p1 ret;",
            "L: ld.volatile.shared.u32 r3, [r1]; setp.eq.u32 p2, r3, 0; @p2 bra L; ret;",
            "W: mov.u32 r4, 1; st.volatile.shared.u32 [r1], r4; ret;"
        };
        Kernel other = Kernel.of(poll).threads(64);
        assertEquals(List.of("UNSUPPORTED@12"), other.findings());
        assertTrue(other.run().complete());
        poll[3] = poll[3].replace("40", "20");
        Kernel same = Kernel.of(poll).threads(32);
        assertEquals(List.of("UNSUPPORTED@12"), same.findings());
        assertTrue(same.run().complete());
    }

    @Test
    void budgetsEndAnEndlessKernel() {
        SimulationOptions few =
                new SimulationOptions(false, false, false, false, 200_000, Long.MAX_VALUE);
        assertEquals(List.of("UNDECIDED@5"), Kernel.of("L: bra L;").options(few).findings());
    }

    @Test
    void moreAlignmentThanADeclarationPromisesIsAnAssumption() {
        String store = "mov.u32 r9, s; st.shared.v4.u32 [r9], {r0, r0, r0, r0}; ret;";
        Kernel four = Kernel.of(".shared .align 4 .b8 s[64];", "mov.u32 r0, 1; " + store);
        assertEquals(
                "shared s starts at a multiple of 16 bytes, which its declaration does not promise",
                four.run().assumptions().get(0).text());
        Kernel sixteen = Kernel.of(".shared .align 16 .b8 s[64];", "mov.u32 r0, 1; " + store);
        assertEquals(List.of(), sixteen.run().assumptions());
    }
}
