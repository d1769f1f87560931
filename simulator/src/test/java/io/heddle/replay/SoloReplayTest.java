package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.term.ElementType;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SoloReplayTest {
    private static TensorSpec tensor(String name, TensorSpec.Role role) {
        TensorSpec.Init init =
                role == TensorSpec.Role.OUT
                        ? new TensorSpec.Init.Undefined()
                        : new TensorSpec.Init.Symbolic();
        return new TensorSpec(
                name, ElementType.F32, List.of(64), List.of(1L), role, init, null, null);
    }

    /** Two warps; {@code text} finds x[i] in %f0, and stores %f1 to y[i] in the end. */
    private static SoloReplay.Result run(String text) {
        return run(text, false);
    }

    private static SoloReplay.Result run(String text, boolean trapsExcluded) {
        return run(launch(text), trapsExcluded);
    }

    private static Launch launch(String text) {
        String ptx =
                """
                .version 9.0
                .target sm_80
                .address_size 64
                .visible .entry k(.param .u64 x, .param .u64 y)
                {
                .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %q<6>; .reg .pred %p<4>;
                .shared .align 4 .b8 s[256];
                .local .align 4 .b8 l[16];
                ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];
                mov.u32 %r0, %tid.x;
                mul.wide.u32 %q2, %r0, 4;
                add.u64 %q0, %q0, %q2; add.u64 %q1, %q1, %q2;
                shl.b32 %r1, %r0, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1;
                ld.global.f32 %f0, [%q0];
                mov.f32 %f1, %f0;
                """
                        + text
                        + "\nst.global.f32 [%q1], %f1;\nret;\n}\n";
        return new Launch(
                PtxParser.parse("k.ptx", ptx),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(64, 1, 1),
                0,
                null,
                List.of(
                        new Argument.Tensor(tensor("x", TensorSpec.Role.IN)),
                        new Argument.Tensor(tensor("y", TensorSpec.Role.OUT))));
    }

    private static SoloReplay.Result run(Computation side, boolean trapsExcluded) {
        return new SoloReplay(side, ReplayOptions.defaults(), true, 1000, 60_000_000_000L)
                .excusing(EnumSet.noneOf(Excuse.class), trapsExcluded)
                .run(true);
    }

    private static String defect(String text) {
        return assertInstanceOf(SoloReplay.Result.Defect.class, run(text), text).message();
    }

    @Test
    void aDefectOfALaterLaunchIsFound() {
        Launch clean = launch("");
        Computation both = new LaunchSequence(List.of(clean, clean));
        assertInstanceOf(SoloReplay.Result.Clean.class, run(both, false));
        String race = "st.shared.f32 [s], %f0;";
        Computation second = new LaunchSequence(List.of(clean, launch(race)));
        String message =
                assertInstanceOf(SoloReplay.Result.Defect.class, run(second, false)).message();
        assertTrue(message.contains("RACE"), message);
        String beyond = "ld.global.f32 %f1, [%q0+4];";
        Computation last = new LaunchSequence(List.of(clean, clean, launch(beyond)));
        assertInstanceOf(SoloReplay.Result.Defect.class, run(last, false));
    }

    @Test
    void aTrapThatIsAssumedAwayMustBeMissedSomewhere() {
        String always = "mul.f32 %f2, %f0, %f0; setp.ge.f32 %p0, %f2, 0f00000000; @%p0 trap;";
        assertInstanceOf(SoloReplay.Result.Unmet.class, run(always, true));
        assertInstanceOf(SoloReplay.Result.Defect.class, run(always, false));
        String seldom = always.replace("0f00000000", "0f7E000000");
        assertInstanceOf(SoloReplay.Result.Clean.class, run(seldom, true));
    }

    @Test
    void whatWasNeverWrittenIsFoundByItsEffects() {
        for (String text :
                List.of(
                        "ld.shared.f32 %f1, [%r3];",
                        "ld.local.f32 %f1, [l+8];",
                        "ld.global.f32 %f1, [%q1];",
                        "mov.f32 %f1, %f7;",
                        "add.f32 %f1, %f0, %f7;",
                        "max.f32 %f1, %f0, %f7;",
                        "@%p3 mov.f32 %f1, 0f00000000;",
                        "setp.lt.f32 %p0, %f7, 0f00000000; @%p0 mov.f32 %f1, 0f40000000;",
                        "st.shared.b16 [%r3], %r0; ld.shared.f32 %f1, [%r3];",
                        "ld.shared.b32 %r4, [s+252]; and.b32 %r4, %r4, 1;"
                                + " cvt.rn.f32.u32 %f1, %r4;",
                        "mov.b32 %r5, %f0; shl.b32 %r4, %r8, 31; or.b32 %r5, %r5, %r4;"
                                + " mov.b32 %f1, %r5;")) {
            String message = defect(text);
            assertTrue(message.startsWith("a value that was never written"), message);
        }
        String decided = defect("setp.eq.b32 %p0, %r8, -1; @%p0 bra E; trap; E:");
        assertTrue(decided.contains("decides that a run ends in TRAP"), decided);
    }

    @Test
    void whatReachesNoResultIsNone() {
        for (String text :
                List.of(
                        "",
                        "ld.shared.f32 %f2, [%r3];",
                        "mul.f32 %f2, %f7, %f0;",
                        "ld.shared.b32 %r4, [%r3]; xor.b32 %r4, %r4, %r4; cvt.rn.f32.u32 %f1, %r4;",
                        "and.b32 %r4, %r8, 0; cvt.rn.f32.u32 %f1, %r4;",
                        "selp.f32 %f1, %f0, %f7, -1;",
                        "st.shared.f32 [%r3], %f0; bar.sync 0; ld.shared.f32 %f1, [s+4];",
                        "st.local.f32 [l], %f0; ld.local.f32 %f1, [l];")) {
            SoloReplay.Result result = run(text);
            SoloReplay.Result.Clean clean =
                    assertInstanceOf(SoloReplay.Result.Clean.class, result, text + result);
            assertEquals("", clean.note());
        }
    }

    /** x / 10 · 10 is another float than x for some x, and x where it is rounded otherwise. */
    @Test
    void aStopThatAnotherRoundingAvoidsIsSaid() {
        String text =
                "div.rn.f32 %f2, %f0, 0f41200000; mul.f32 %f3, %f2, 0f41200000;"
                        + " setp.eq.u32 %p1, %r0, 0; setp.ne.and.f32 %p0, %f3, %f0, %p1;"
                        + " @%p0 ld.global.f32 %f1, [%q0+8192];";
        SoloReplay.Result result = run(text);
        assertTrue(
                assertInstanceOf(SoloReplay.Result.Rounded.class, result)
                        .message()
                        .contains("OUT_OF_BOUNDS"));
    }

    @Test
    void stopsAreDefectsUnlessRoundingOrAnOverflowBringsThemAbout() {
        assertTrue(defect("ld.global.f32 %f1, [%q0+4];").contains("OUT_OF_BOUNDS"));
        assertTrue(defect("ld.shared.f32 %f1, [%r3+2];").contains("MISALIGNED"));
        assertTrue(defect("st.shared.f32 [%r3], %f0; ld.shared.f32 %f1, [s];").contains("RACE"));
        assertTrue(defect("setp.eq.f32 %p0, %f0, 0f3F400000; @%p0 trap;").contains("TRAP"));
        String overflow = "ex2.approx.f32 %f2, %f0; setp.eq.f32 %p0, %f2, 0f7F800000; @%p0 trap;";
        assertInstanceOf(SoloReplay.Result.Clean.class, run(overflow));
    }

    @Test
    void stopsByAnOverflowAreSaid() {
        String first = " setp.eq.u32 %p1, %r0, 0; setp.eq.and.f32 %p0, %f2, 0f7F800000, %p1;";
        String sometimes = "mul.f32 %f2, %f0, 0f447A0000; ex2.approx.f32 %f2, %f2;";
        assertTrue(
                assertInstanceOf(
                                SoloReplay.Result.Clean.class,
                                run(sometimes + first + "@%p0 trap;"))
                        .overflows());
        String always = "mov.f32 %f2, 0f7F7FFFFF; add.f32 %f2, %f2, %f2;";
        assertInstanceOf(SoloReplay.Result.Unmet.class, run(always + first + "@%p0 trap;"));
    }
}
