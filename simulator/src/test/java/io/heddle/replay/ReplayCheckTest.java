package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReplayCheckTest {
    private static final String LOAD =
            ".reg .b32 %f<16>; .reg .b64 %q<4>; .reg .pred %p<4>;\n"
                    + "ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];\n"
                    + "ld.global.f32 %f0, [%q0]; ld.global.f32 %f1, [%q0+4]; ld.global.f32 %f2,"
                    + " [%q0+8];\n";

    private static TensorSpec tensor(String name, int n, TensorSpec.Role role) {
        TensorSpec.Init init =
                role == TensorSpec.Role.OUT
                        ? new TensorSpec.Init.Undefined()
                        : new TensorSpec.Init.Symbolic();
        return new TensorSpec(
                name, ElementType.F32, List.of(n), List.of(1L), role, init, null, null);
    }

    /** A kernel of x[0..2] that stores what {@code text} leaves in %f9. */
    private static Launch kernel(String text) {
        String ptx =
                ".version 9.0\n.target sm_80\n.address_size 64\n"
                        + ".visible .entry k(.param .u64 x, .param .u64 y)\n{\n"
                        + LOAD
                        + text
                        + "\nst.global.f32 [%q1], %f9; ret;\n}\n";
        return new Launch(
                PtxParser.parse("k.ptx", ptx),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(
                        new Argument.Tensor(tensor("x", 3, TensorSpec.Role.IN)),
                        new Argument.Tensor(tensor("y", 1, TensorSpec.Role.OUT))));
    }

    private static ReplayVerdict compare(String reference, String candidate) {
        return new ReplayCheck(kernel(reference), kernel(candidate), ReplayOptions.defaults())
                .compare(List.of("y"));
    }

    private static final String SUM = "add.f32 %f3, %f0, %f1; add.f32 %f9, %f3, %f2;";

    @Test
    void sumsInAnotherOrderAgree() {
        ReplayVerdict v = compare(SUM, "add.f32 %f3, %f1, %f2; add.f32 %f9, %f3, %f0;");
        assertEquals(23, assertInstanceOf(ReplayVerdict.Agree.class, v).points());
    }

    @Test
    void aSmallSystematicErrorIsFoundAlthoughSumsMayDiffer() {
        ReplayVerdict v = compare(SUM, SUM + "mul.f32 %f9, %f9, 0f3F800100;"); // 1 + 2^-15
        assertInstanceOf(ReplayVerdict.Disagree.class, v);
    }

    @Test
    void cancellationIsForgivenAsFarAsItsRoundingReaches() {
        // (a+1000)² − (a+1000)² + b, expanded, against b: the error is of the size of an ulp of
        // 10^6
        String cancelling =
                "add.f32 %f3, %f0, 0f447A0000; mul.f32 %f4, %f3, %f3;mul.f32 %f5, %f0, %f0;"
                    + " fma.rn.f32 %f5, %f0, 0f44FA0000, %f5;add.f32 %f5, %f5, 0f49742400; sub.f32"
                    + " %f6, %f4, %f5; add.f32 %f9, %f6, %f1;";
        assertInstanceOf(ReplayVerdict.Agree.class, compare("mov.b32 %f9, %f1;", cancelling));
        String wrong = cancelling.replace("0f49742400", "0f49742500"); // 1000016
        assertInstanceOf(ReplayVerdict.Disagree.class, compare("mov.b32 %f9, %f1;", wrong));
    }

    private static final String CLAMPED =
            "max.f32 %f3, %f0, 0f3F800000; min.f32 %f3, %f3, 0f40000000;";
    private static final String COMPARED =
            "setp.gt.f32 %p0, %f4, %f3; selp.f32 %f9, 0f3F800000, 0f00000000, %p0;";

    private static ReplayVerdict compareWithRoundings(String reference, String candidate) {
        return new ReplayCheck(kernel(reference), kernel(candidate), ReplayOptions.defaults())
                .withRoundings(true)
                .compare(List.of("y"));
    }

    @Test
    void aRoundingThatDecidesEverywhereConfirmsNothing() {
        String grows = CLAMPED + "add.f32 %f4, %f3, 0f30800000;" + COMPARED; // x + 2^-30 > x
        ReplayVerdict v = compareWithRoundings(grows, "mov.f32 %f9, 0f3F800000;");
        assertInstanceOf(ReplayVerdict.Unconfirmed.class, v);
        String larger = grows.replace("0f30800000", "0f3D800000"); // 2^-4
        v = compareWithRoundings(larger, "mov.f32 %f9, 0f3F800000;");
        assertInstanceOf(ReplayVerdict.Agree.class, v);
    }

    @Test
    void aDifferenceWhereNothingIsRoundedIsNotExcusedByRoundings() {
        ReplayVerdict v = compareWithRoundings("mov.b32 %f9, %f1;", "neg.f32 %f9, %f1;");
        assertEquals(false, assertInstanceOf(ReplayVerdict.Disagree.class, v).rounded());
        String rounds = "add.rz.f32 %f4, %f0, 0f4C800000; add.rz.f32 %f4, %f4, 0fCC800000;";
        v = compareWithRoundings("mov.b32 %f9, %f0;", rounds + "mov.b32 %f9, %f4;");
        assertEquals(true, assertInstanceOf(ReplayVerdict.Disagree.class, v).rounded());
    }

    @Test
    void conversionsToNarrowerFloatsAreForgivenHoweverTheyRound() {
        for (String to : new String[] {"rn.tf32", "rna.tf32", "rz.tf32", "rn.bf16", "rz.bf16"}) {
            boolean half = to.endsWith("bf16");
            String converted =
                    (half ? ".reg .b16 h; cvt." : "cvt.")
                            + to
                            + (half ? ".f32 h, %f0; cvt.f32.bf16 %f3, h;" : ".f32 %f3, %f0;");
            ReplayVerdict v =
                    compare("mul.f32 %f9, %f0, %f1;", converted + " mul.f32 %f9, %f3, %f1;");
            assertInstanceOf(ReplayVerdict.Agree.class, v, to);
            v = compare("mul.f32 %f9, %f0, %f1;", converted + " mul.f32 %f9, %f3, %f3;");
            assertInstanceOf(ReplayVerdict.Disagree.class, v, to);
        }
    }

    @Test
    void overflowOnOneSideIsAnAssumptionButNanEverywhereIsNot() {
        String inverse =
                "mul.f32 %f3, %f0, 0f42200000; ex2.approx.f32 %f3, %f3;" // 2^(40 x), back again
                        + "lg2.approx.f32 %f3, %f3; mul.f32 %f9, %f3, 0f3CCCCCCD;";
        ReplayVerdict.Agree agree =
                assertInstanceOf(ReplayVerdict.Agree.class, compare("mov.b32 %f9, %f0;", inverse));
        assertEquals(Set.of(Excuse.OVERFLOW), agree.excuses());
        String nan = "sub.f32 %f3, 0f7F800000, 0f7F800000; add.f32 %f9, %f3, %f0;";
        assertInstanceOf(ReplayVerdict.Disagree.class, compare("mov.b32 %f9, %f0;", nan));
    }

    @Test
    void overflowElsewhereIsNoExcuse() {
        // x[1] overflows, and y is wrong where x[0] is 7
        String other = "mul.f32 %f4, %f1, 0f7F000000; mul.f32 %f4, %f4, 0f7F000000;";
        String wrong =
                other
                        + "setp.eq.f32 %p0, %f0, 0f40E00000; mov.b32 %f9, %f0;"
                        + "@%p0 mov.b32 %f9, 0f40E00001;";
        assertInstanceOf(
                ReplayVerdict.Agree.class,
                compare("mov.b32 %f9, %f0;", other + "mov.b32 %f9, %f0;"));
        String far = wrong.replace("0f40E00001", "0f41000000");
        assertInstanceOf(ReplayVerdict.Disagree.class, compare("mov.b32 %f9, %f0;", far));
    }

    @Test
    void aNanOnOneSideAtOnePointIsADisagreementUnlessItsDomainIsAssumed() {
        String quotient = "div.rn.f32 %f3, %f0, %f0; mul.f32 %f9, %f1, %f3;";
        assertInstanceOf(ReplayVerdict.Disagree.class, compare("mov.b32 %f9, %f1;", quotient));
        ReplayCheck assuming =
                new ReplayCheck(
                                kernel("mov.b32 %f9, %f1;"),
                                kernel(quotient),
                                ReplayOptions.defaults())
                        .excusing(Set.of(Excuse.DIVISION));
        assertInstanceOf(ReplayVerdict.Agree.class, assuming.compare(List.of("y")));
    }

    @Test
    void aDefectAtOneValueIsFound() {
        for (String at : List.of("0f42F6E979", "0fC2F6E979", "0f00000000", "0f3DCCCCCD")) {
            String wrong =
                    "mov.b32 %f9, %f0; setp.eq.f32 %p0, %f0, " + at + "; @%p0 mov.b32 %f9, %f1;";
            assertInstanceOf(ReplayVerdict.Disagree.class, compare("mov.b32 %f9, %f0;", wrong), at);
        }
    }

    @Test
    void aDefectNextToAThresholdIsFound() {
        // x < 3 against x <= 3; x < 3 against x < the number before 3
        String step =
                "mov.b32 %f9, 0f00000000; setp.lt.f32 %p0, %f0, 0f40400000;"
                        + "@%p0 mov.b32 %f9, 0f3F800000;";
        assertInstanceOf(ReplayVerdict.Disagree.class, compare(step, step.replace("lt", "le")));
        String before = step.replace("0f40400000", "0f403FFFFF");
        assertInstanceOf(ReplayVerdict.Disagree.class, compare(step, before));
    }

    @Test
    void tiesEqualRowsAndOneHotRowsAreTried() {
        String maximum = "max.f32 %f3, %f0, %f1; max.f32 %f9, %f3, %f2;";
        for (String p :
                List.of(
                        "setp.eq.f32 %p0, %f0, %f1;",
                        "setp.eq.f32 %p0, %f1, %f2;",
                        "setp.eq.f32 %p1, %f0, %f1; setp.eq.and.f32 %p0, %f1, %f2, %p1;")) {
            String wrong = maximum + p + "@%p0 add.f32 %f9, %f9, 0f3F800000;";
            assertInstanceOf(ReplayVerdict.Disagree.class, compare(maximum, wrong), p);
        }
    }

    @Test
    void whereEveryInputOverflowsNothingIsConfirmed() {
        String huge =
                "add.f32 %f3, %f0, 0f7F7FFFFF; mul.f32 %f3, %f3, 0f40800000;"
                        + "mul.f32 %f3, %f3, 0f3E800000; sub.f32 %f9, %f3, 0f7F7FFFFF;";
        assertInstanceOf(ReplayVerdict.Unconfirmed.class, compare("mov.b32 %f9, %f0;", huge));
    }

    @Test
    void thatOneSideAloneOverflowsIsSaidIfTheRangeOfTheInputsAdmitsIt() {
        String root = "mul.f32 %f3, %f0, %f0; sqrt.rn.f32 %f9, %f3;";
        String magnitude = "abs.f32 %f9, %f0;";
        assertEquals(Set.of(Excuse.OVERFLOW), excuses(root, magnitude, null));
        assertEquals(Set.of(), excuses(root, magnitude, Rational.powerOfTwo(60)));
        assertEquals(Set.of(), excuses(root, root, null));
    }

    private static Set<Excuse> excuses(String reference, String candidate, Rational most) {
        ReplayVerdict v =
                new ReplayCheck(
                                within(kernel(reference), most),
                                within(kernel(candidate), most),
                                ReplayOptions.defaults())
                        .compare(List.of("y"));
        return assertInstanceOf(ReplayVerdict.Agree.class, v).excuses();
    }

    /** The launch with inputs of at most that magnitude. */
    private static Launch within(Launch launch, Rational most) {
        TensorSpec x = launch.tensors().get(0);
        Rational least = most == null ? null : most.negate();
        TensorSpec bounded =
                new TensorSpec(
                        x.name(),
                        x.type(),
                        x.shape(),
                        x.strides(),
                        x.role(),
                        x.init(),
                        least,
                        most);
        return new Launch(
                launch.module(),
                launch.entry(),
                launch.grid(),
                launch.block(),
                launch.dynamicShared(),
                launch.ctas(),
                List.of(new Argument.Tensor(bounded), launch.arguments().get(1)));
    }

    @Test
    void anElementWrittenByOneSideOnlyDisagrees() {
        String nothing = "mov.b32 %f9, 0f00000000; ret;";
        assertInstanceOf(ReplayVerdict.Disagree.class, compare(SUM, nothing));
    }

    @Test
    void aCounterexampleIsReplayedAtItsPoint() {
        String relu = "max.f32 %f9, %f0, 0f00000000;";
        ReplayCheck check =
                new ReplayCheck(
                        kernel(relu), kernel("mov.b32 %f9, %f0;"), ReplayOptions.defaults());
        Map<String, Rational> negative = Map.of("x[0]", Rational.MINUS_ONE);
        ReplayVerdict v = check.at("y", 0, negative);
        assertEquals(-1.0, assertInstanceOf(ReplayVerdict.Disagree.class, v).candidate());
        assertInstanceOf(ReplayVerdict.Agree.class, check.at("y", 0, Map.of("x[0]", Rational.ONE)));
    }

    @Test
    void whatCostsTooMuchIsSkippedWithTheReason() {
        ReplayVerdict small =
                new ReplayCheck(kernel(SUM), kernel(SUM), ReplayOptions.defaults().within(5))
                        .compare(List.of("y"));
        String reason = assertInstanceOf(ReplayVerdict.Skipped.class, small).reason();
        assertTrue(reason.contains("more than 5 thread instructions"), reason);
    }

    @Test
    void aLaunchThatIsKnownToBeLongIsReplayedAtOnePoint() {
        ReplayVerdict once =
                new ReplayCheck(kernel(SUM), kernel(SUM), ReplayOptions.defaults().within(5))
                        .expecting(12, 12)
                        .compare(List.of("y"));
        ReplayVerdict.Agree agree = assertInstanceOf(ReplayVerdict.Agree.class, once);
        assertEquals(1, agree.points());
        assertEquals("budget: 1 of 8 points", agree.note());
    }

    @Test
    void noPointBeginsAfterTheTime() {
        ReplayVerdict v =
                new ReplayCheck(kernel(SUM), kernel(SUM), ReplayOptions.defaults())
                        .within(1)
                        .compare(List.of("y"));
        assertTrue(v instanceof ReplayVerdict.Skipped || v instanceof ReplayVerdict.Agree, "" + v);
        ReplayVerdict longer =
                new ReplayCheck(kernel(SUM), kernel(SUM), ReplayOptions.defaults())
                        .within(60_000_000_000L)
                        .compare(List.of("y"));
        assertEquals(23, assertInstanceOf(ReplayVerdict.Agree.class, longer).points());
    }

    @Test
    void aPointThatHasNoTimeSaysNothing() {
        Map<String, Rational> inputs = Map.of("x[0]", Rational.ONE);
        ReplayCheck check =
                new ReplayCheck(kernel(SUM), kernel(SUM), ReplayOptions.defaults()).within(-1);
        ReplayVerdict.Skipped skipped =
                assertInstanceOf(ReplayVerdict.Skipped.class, check.at("y", 0, inputs));
        assertTrue(skipped.reason().contains("its time was over"), skipped.reason());
    }

    private static ReplayVerdict.Stopped stopped(String reference, String candidate) {
        return assertInstanceOf(
                ReplayVerdict.Stopped.class, compare(reference, candidate), candidate);
    }

    @Test
    void aDefectThatARunShowsContradicts() {
        String message = stopped(SUM, "trap;").message();
        assertTrue(message.contains("TRAP") && message.contains("candidate"), message);
        assertTrue(stopped("trap;", SUM).message().contains("the reference stopped"));
        assertTrue(stopped("trap;", "trap;").message().contains("the reference stopped"));
        String far = "ld.global.f32 %f9, [%q0+4096];";
        assertTrue(stopped(SUM, far).message().contains("OUT_OF_BOUNDS"));
        assertTrue(stopped(SUM, far.replace("4096", "2")).message().contains("MISALIGNED"));
        String at = "setp.eq.f32 %p0, %f0, 0f42F6E979; ";
        String only = SUM + at + "@%p0 trap;";
        assertTrue(stopped(SUM, only).inputs().containsKey("x[0]"));
        assertTrue(stopped(SUM, SUM + at + "@%p0 " + far).message().contains("OUT_OF_BOUNDS"));
        String forever = SUM + at + "@%p0 bar.sync 0, 64;";
        assertTrue(stopped(SUM, forever).message().contains("DEADLOCK"));
    }

    @Test
    void aStopThatAnAssumptionExcludesSaysNothing() {
        Launch trapping = kernel(SUM + "setp.lt.f32 %p0, %f0, 0f00000000; @%p0 trap;");
        ReplayVerdict v =
                new ReplayCheck(kernel(SUM), trapping, ReplayOptions.defaults())
                        .withoutTraps()
                        .compare(List.of("y"));
        assertInstanceOf(ReplayVerdict.Agree.class, v);
        Launch stray = kernel(SUM + "setp.lt.f32 %p0, %f0, 0f00000000; @%p0 st.b8 [%q0+999], 0;");
        ReplayVerdict w =
                new ReplayCheck(kernel(SUM), stray, ReplayOptions.defaults())
                        .withoutTraps()
                        .compare(List.of("y"));
        assertInstanceOf(ReplayVerdict.Stopped.class, w);
        String zero = "rcp.rn.f32 %f3, %f0; setp.eq.f32 %p0, %f3, 0f7F800000; @%p0 trap;";
        assertInstanceOf(ReplayVerdict.Contradiction.class, compare(SUM, zero + SUM));
        ReplayVerdict assumed =
                new ReplayCheck(kernel(SUM), kernel(zero + SUM), ReplayOptions.defaults())
                        .excusing(Set.of(Excuse.DIVISION))
                        .compare(List.of("y"));
        assertInstanceOf(ReplayVerdict.Agree.class, assumed);
    }

    @Test
    void aStopThatOnlyRoundingOrAnOverflowBringsAboutIsNone() {
        String rounded =
                "mul.f32 %f3, %f0, %f1; mul.f32 %f4, %f3, %f2; mul.f32 %f5, %f1, %f2;"
                        + " mul.f32 %f6, %f0, %f5; setp.neu.f32 %p0, %f4, %f6; @%p0 trap;";
        assertInstanceOf(ReplayVerdict.Agree.class, compare(SUM, rounded + SUM));
        String overflow =
                "mul.f32 %f3, %f0, 0f42200000; ex2.approx.f32 %f3, %f3;"
                        + "setp.eq.f32 %p0, %f3, 0f7F800000; @%p0 trap;";
        ReplayVerdict.Agree agree =
                assertInstanceOf(ReplayVerdict.Agree.class, compare(SUM, overflow + SUM));
        assertEquals(Set.of(Excuse.OVERFLOW), agree.excuses());
    }

    @Test
    void atomicSumsInAnotherOrderAgree() {
        Launch forwards = kernel(atomics("%f0", "%f1", "%f2"));
        Launch backwards = kernel(atomics("%f2", "%f1", "%f0"));
        ReplayVerdict v =
                new ReplayCheck(forwards, backwards, ReplayOptions.defaults())
                        .compare(List.of("y"));
        assertInstanceOf(ReplayVerdict.Agree.class, v);
    }

    private static String atomics(String... sources) {
        StringBuilder text = new StringBuilder("st.global.b32 [%q1], 0; ");
        for (int k = 0; k < 12; k++) {
            String from = sources[k / 4];
            text.append("mul.f32 %f4, ").append(from).append(", 0f3F8CCCCD;");
            text.append("red.global.add.f32 [%q1], %f4;");
        }
        return text + "ld.global.f32 %f9, [%q1];";
    }

    @Test
    void whatSaturatesMayVanish() {
        // 1/(1 + 2^(-x)) against 0.5 + 0.5·tanh(x·ln 2/2), which is exactly 0 for x below −26
        String logistic =
                "neg.f32 %f3, %f0; ex2.approx.f32 %f3, %f3; add.f32 %f3, %f3, 0f3F800000;"
                        + "rcp.rn.f32 %f9, %f3;";
        String tangent =
                "mul.f32 %f3, %f0, 0f3EB17218; tanh.approx.f32 %f3, %f3;"
                        + "fma.rn.f32 %f9, %f3, 0f3F000000, 0f3F000000;";
        assertInstanceOf(ReplayVerdict.Agree.class, compare(logistic, tangent));
        String wrong = tangent.replace("0f3EB17218", "0f3EB17A18");
        assertInstanceOf(ReplayVerdict.Disagree.class, compare(logistic, wrong));
    }
}
