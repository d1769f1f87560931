package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.replay.machine.StepAssumption.Kind;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kernel against itself: outputs always agree, so that only the assumption is asked for. */
final class AssumptionCheckTest {
    private static final String HEAD =
            """
            .version 9.0
            .target sm_90
            .address_size 64
            .visible .entry k(.param .u64 x, .param .u64 y)
            {
            .reg .b32 %f<16>; .reg .b16 %h<4>; .reg .b64 %q<4>; .reg .pred %p<4>;
            ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];
            ld.global.b32 %f0, [%q0]; ld.global.b32 %f1, [%q0+4];
            """;
    private static final String CHOOSE = "selp.f32 %f9, 0f3F800000, 0f00000000, %p0;";

    private static Launch kernel(ElementType type, String text) {
        TensorSpec x =
                new TensorSpec(
                        "x",
                        type,
                        List.of(2),
                        List.of(1L),
                        TensorSpec.Role.IN,
                        new TensorSpec.Init.Symbolic(),
                        null,
                        null);
        TensorSpec y =
                new TensorSpec(
                        "y",
                        ElementType.F32,
                        List.of(1),
                        List.of(1L),
                        TensorSpec.Role.OUT,
                        new TensorSpec.Init.Undefined(),
                        null,
                        null);
        return new Launch(
                PtxParser.parse("k.ptx", HEAD + text + "\nst.global.b32 [%q1], %f9; ret;\n}\n"),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(new Argument.Tensor(x), new Argument.Tensor(y)));
    }

    private static ReplayVerdict check(ElementType type, Kind kind, String opcode, String text) {
        Launch launch = kernel(type, text);
        List<Instruction> body = launch.module().function("k").body();
        StepAssumption of =
                opcode == null
                        ? new StepAssumption(kind, null)
                        : body.stream()
                                .filter(i -> i.opcode().equals(opcode))
                                .findFirst()
                                .map(i -> new StepAssumption(kind, i.position()))
                                .orElseThrow();
        return new ReplayCheck(launch, launch, ReplayOptions.defaults())
                .assuming(Set.of(of))
                .compare(List.of("y"));
    }

    private static void assertMet(ElementType type, Kind kind, String opcode, String text) {
        assertInstanceOf(ReplayVerdict.Agree.class, check(type, kind, opcode, text), text);
    }

    private static void assertNeverMet(ElementType type, Kind kind, String opcode, String text) {
        ReplayVerdict v = check(type, kind, opcode, text);
        ReplayVerdict.Unconfirmed u = assertInstanceOf(ReplayVerdict.Unconfirmed.class, v, text);
        assertTrue(u.reason().startsWith("at all inputs of the replay "), u.reason());
        if (opcode != null) {
            assertTrue(u.reason().contains(opcode), u.reason());
        }
    }

    private static final String UNIT = // of [1, 2), with so many digits that products round
            "and.b32 %f3, %f0, 0x007FFFFF; or.b32 %f3, %f3, 0x3F955555; ";

    @Test
    void aComparisonThatARoundingAlwaysDecidesIsNeverMet() {
        String lost = UNIT + "add.f32 %f4, %f3, 0f4C800000; setp.gt.f32 %p0, %f4, 0f4C800000;";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, "setp", lost + CHOOSE); // 2^26
        String kept = lost.replace("0f4C800000", "0f4A800000"); // 2^22
        assertMet(ElementType.F32, Kind.ROUNDING, "setp", kept + CHOOSE);
    }

    @Test
    void sidesOfAComparisonThatAreRoundedApartAreSeen() {
        // 2^26 + x, 2^26 + x/4: equal on the machine, and up or down together
        String lost =
                UNIT
                        + "mul.f32 %f5, %f3, 0f3E800000; add.f32 %f4, %f3, 0f4C800000;"
                        + " add.f32 %f6, %f5, 0f4C800000; setp.gt.f32 %p0, %f4, %f6;";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, "setp", lost + CHOOSE);
    }

    @ParameterizedTest
    @CsvSource({
        "setp, 'setp.gt.f32 %p0, %f4, %f3; selp.f32 %f9, %f3, %f4, %p0;'",
        "set, 'set.gt.f32.f32 %f9, %f4, %f3;'",
        "slct, 'sub.f32 %f5, %f3, %f4; slct.f32.f32 %f9, %f3, %f4, %f5;'",
        "cvt, 'sub.f32 %f5, %f3, %f4; mul.f32 %f5, %f5, 0f7F000000; cvt.rzi.s32.f32 %f9, %f5;'",
        "copysign, 'sub.f32 %f5, %f3, %f4; copysign.f32 %f9, %f5, %f0;'",
        "sqrt, 'sub.f32 %f5, %f3, %f4; sqrt.rn.f32 %f9, %f5;'",
    })
    void everyKindOfDecisionIsNoted(String opcode, String decides) {
        // a product with 1 + 2^-12, and the same in two steps
        String products =
                UNIT + "mul.f32 %f4, %f3, 0f3F800800;" + "fma.rn.f32 %f3, %f3, 0f39800000, %f3; ";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, opcode, products + decides);
    }

    @Test
    void aRoundingThatIsTheStepItselfDecidesNothing() {
        String magic = "add.f32 %f4, %f0, 0f4B400000; sub.f32 %f9, %f4, 0f4B400000;";
        assertMet(ElementType.F32, Kind.ROUNDING, "add", magic);
        String after = "mul.f32 %f0, %f0, 0f4B800000; " + magic; // rounded to units at most
        assertMet(ElementType.F32, Kind.ROUNDING, "add", after);
    }

    @Test
    void aComparisonOfWordsIsOneOfTheFloatsThatTheyAreMadeOf() {
        String words = UNIT + "add.f32 %f4, %f3, 0f4C800000; setp.gt.u32 %p0, %f4, 0x4C800000;";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, null, words + CHOOSE);
        assertMet(ElementType.F32, Kind.ROUNDING, null, "setp.gt.u32 %p0, %f0, 5;" + CHOOSE);
    }

    @Test
    void theSignOfAZeroIsNeverKnown() {
        String copies = "copysign.f32 %f9, %f3, 0f3F800000;";
        String zero = "mul.f32 %f3, %f1, 0f00000000; abs.f32 %f3, %f3; neg.f32 %f3, %f3; ";
        assertNeverMet(ElementType.F32, Kind.ZERO_SIGN, "copysign", zero + copies);
        assertMet(ElementType.F32, Kind.ZERO_SIGN, "copysign", "mov.b32 %f3, %f0; " + copies);
        assertNeverMet(ElementType.F32, Kind.ZERO_SIGN, null, zero + "mov.b32 %f9, %f3;");
        assertMet(ElementType.F32, Kind.ZERO_SIGN, null, "neg.f32 %f9, %f0;");
    }

    @ParameterizedTest
    @CsvSource({
        "'mul.ftz.f32 %f9, %f3, 0f3F800000;'",
        "'setp.gt.ftz.f32 %p0, %f3, 0f00000000; selp.f32 %f9, %f0, %f1, %p0;'",
        "'mul.f32 %f3, %f3, 0f4B800000; mul.ftz.f32 %f9, %f3, 0f33800000;'", // a result
    })
    void aSubnormalThatIsAlwaysFlushedIsSeen(String text) {
        String subnormal = "and.b32 %f3, %f0, 0x007FFFFF; or.b32 %f3, %f3, 0x00400000; ";
        assertNeverMet(ElementType.F32, Kind.SUBNORMAL, null, subnormal + text);
        assertMet(ElementType.F32, Kind.SUBNORMAL, null, UNIT + text);
    }

    @Test
    void aSumThatAlwaysLeavesTheExponentOfItsConstantIsSeen() {
        String below = UNIT + "sub.f32 %f9, 0f4B000000, %f3;"; // 2^23 - x
        assertNeverMet(ElementType.F32, Kind.KEPT_EXPONENT, "sub", below);
        String above = UNIT + "add.f32 %f9, %f3, 0f4B000000;";
        assertMet(ElementType.F32, Kind.KEPT_EXPONENT, "add", above);
    }

    @Test
    void aResultThatAlwaysOverflowsIsSeen() {
        String great = UNIT + "mul.f32 %f4, %f3, 0f7F000000; mul.f32 %f9, %f4, %f4;";
        assertNeverMet(ElementType.F32, Kind.FLOAT_OVERFLOW, null, great);
        assertMet(ElementType.F32, Kind.FLOAT_OVERFLOW, null, UNIT + "mul.f32 %f9, %f3, %f3;");
    }

    @Test
    void anIntegerThatNoFloatKeepsIsSeen() {
        String odd =
                "or.b32 %f3, %f0, 0x40000001; and.b32 %f3, %f3, 0x7FFFFFFF; "
                        + "cvt.rn.f32.s32 %f9, %f3;";
        assertNeverMet(ElementType.S32, Kind.ROUNDED_INTEGER, "cvt", odd);
        String small = "and.b32 %f3, %f0, 0xFFFF; cvt.rn.f32.s32 %f9, %f3;";
        assertMet(ElementType.S32, Kind.ROUNDED_INTEGER, "cvt", small);
    }

    @Test
    void aFloatBeyondTheIntegersIsSeen() {
        String great = UNIT + "mul.f32 %f3, %f3, 0f4F800000; cvt.rzi.s32.f32 %f9, %f3;";
        assertNeverMet(ElementType.F32, Kind.CLAMPED_CONVERSION, "cvt", great);
        assertMet(
                ElementType.F32,
                Kind.CLAMPED_CONVERSION,
                "cvt",
                great.replace("0f4F800000", "0f4E000000"));
        String narrow = great.replace("cvt.rzi.s32.f32 %f9", "cvt.rzi.s16.f32 %h0");
        assertMet(ElementType.F32, Kind.CLAMPED_CONVERSION, "cvt", narrow + "mov.b32 %f9, %f3;");
        String none = "or.b32 %f3, %f0, 0x7FFFFFFF; cvt.rzi.s16.f32 %h0, %f3; mov.b32 %f9, %f0;";
        assertNeverMet(ElementType.F32, Kind.CLAMPED_CONVERSION, "cvt", none);
    }

    @Test
    void anIntegerThatAlwaysWrapsIsSeen() {
        String great = "or.b32 %f3, %f0, 0x40000000; and.b32 %f3, %f3, 0x7FFFFFFF; ";
        String twice = "add.s32 %f9, %f3, %f3;";
        assertNeverMet(ElementType.S32, Kind.INTEGER_OVERFLOW, "add", great + twice);
        assertMet(ElementType.S32, Kind.INTEGER_OVERFLOW, "add", "mov.b32 %f3, 9;" + twice);
        assertMet(
                ElementType.S32,
                Kind.INTEGER_OVERFLOW,
                "add",
                great + twice.replace("s32", "u32")); // below 2^32
    }

    @Test
    void anInstructionThatNoPointExecutesIsSeen() {
        String never = "setp.ne.u32 %p1, 0, 0; @%p1 set.gt.f32.f32 %f3, %f0, %f1; mov.b32 %f9, 0;";
        ReplayVerdict v = check(ElementType.F32, Kind.ROUNDING, "set", never);
        ReplayVerdict.Unconfirmed u = assertInstanceOf(ReplayVerdict.Unconfirmed.class, v);
        assertTrue(u.reason().startsWith("no input of the replay reaches set"), u.reason());
    }

    @Test
    void aRareBranchIsTriedAtTheConstantThatLeadsToIt() {
        String rare =
                UNIT
                        + "mov.b32 %f9, 0; add.f32 %f4, %f3, 0f4C800000;"
                        + " setp.eq.f32 %p1, %f1, 0f42F6E979;" // 123.456
                        + " @%p1 set.gt.f32.f32 %f9, %f4, 0f4C800000;";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, "set", rare);
        assertMet(ElementType.F32, Kind.ROUNDING, "set", rare.replace("0f4C800000", "0f4A800000"));
    }

    @Test
    void assumptionsThatExcludeEachOtherAreSeen() {
        // the greater of x and y is lost in one of two sums, whichever it is
        String either =
                UNIT
                        + "setp.gt.f32 %p2, %f0, %f1; selp.f32 %f4, 0f4C800000, 0f49800000, %p2;"
                        + " selp.f32 %f5, 0f49800000, 0f4C800000, %p2; add.f32 %f6, %f3, %f4;"
                        + " add.f32 %f7, %f3, %f5; mov.b32 %f9, 0; mov.u32 %f10, 0; mov.b32 %f11,"
                        + " %f6; mov.b32 %f12, %f4;\n"
                        + "again: set.gt.f32.f32 %f8, %f11, %f12; add.f32 %f9, %f9, %f8; mov.b32"
                        + " %f11, %f7; mov.b32 %f12, %f5; add.u32 %f10, %f10, 1; setp.lt.u32 %p1,"
                        + " %f10, 2; @%p1 bra again;";
        ReplayVerdict v = check(ElementType.F32, Kind.ROUNDING, "set", either);
        ReplayVerdict.Unconfirmed u = assertInstanceOf(ReplayVerdict.Unconfirmed.class, v);
        assertTrue(u.reason().startsWith("at no input of the replay all that"), u.reason());
        assertMet(ElementType.F32, Kind.ROUNDING, "set", either.replace("4C800000", "49800000"));
    }

    @ParameterizedTest
    @CsvSource({
        "'shr.u32 %f5, %f4, 23; cvt.rn.f32.u32 %f9, %f5;'",
        "'and.b32 %f9, %f4, 0x7F800000;'",
        "'mul.hi.u32 %f9, %f4, 0x10000000;'",
        "'popc.b32 %f9, %f4;'",
        "'lop3.b32 %f9, %f4, 0x7F800000, 0, 0xC0;'",
    })
    void whateverComputesWithTheBitsOfARoundedFloatIsSeen(String reads) {
        String lost = UNIT + "add.f32 %f4, %f3, 0f4C800000; sub.f32 %f4, %f4, 0f4C800000; ";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, null, lost + reads);
        assertMet(ElementType.F32, Kind.ROUNDING, null, "mov.b32 %f4, %f0; " + reads);
    }

    @Test
    void arithmeticThatNamesADirectionIsRoundedEitherWay() {
        String vanishes =
                UNIT
                        + "mul.rz.f32 %f4, %f3, 0f00000001; mul.rz.f32 %f4, %f4, 0f3E000000;"
                        + " setp.gt.f32 %p0, %f4, 0f00000000;";
        assertNeverMet(ElementType.F32, Kind.ROUNDING, "setp", vanishes + CHOOSE);
    }
}
