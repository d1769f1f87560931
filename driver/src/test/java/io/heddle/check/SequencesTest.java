package io.heddle.check;

import static io.heddle.check.Sequences.HEAD;
import static io.heddle.check.Sequences.check;
import static io.heddle.check.Sequences.entry;
import static io.heddle.check.Sequences.launch;
import static io.heddle.check.Sequences.tensor;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.JsonReport;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Launches one after the other: what one leaves is what the next finds, and knows of it. */
class SequencesTest {
    private static final String TO_FLOAT =
            entry(
                    "to_float",
                    "\tld.global.u32 %r1, [%d1];\n\tcvt.rn.f32.s32 %f1, %r1;\n"
                            + "\tst.global.f32 [%d2], %f1;\n");
    private static final String TO_INTEGER =
            entry(
                    "to_integer",
                    "\tld.global.f32 %f1, [%d1];\n\tcvt.rzi.s32.f32 %r1, %f1;\n"
                            + "\tst.global.u32 [%d2], %r1;\n");

    private static PairReport thereAndBack(long high) {
        TensorSpec a = tensor("a", ElementType.S32, Role.IN, high);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.S32, Role.OUT, 0);
        Side both =
                Side.sequence(
                        List.of(
                                launch("k.ptx", "to_float", a, t),
                                launch("k.ptx", "to_integer", t, y)));
        return check(
                both, Map.of("k.ptx", HEAD + TO_FLOAT + TO_INTEGER, "f.py", "a: i32[1]\ny = a\n"));
    }

    @Test
    void whatALaunchHasRoundedIsRoundedForTheNext() {
        PairReport rounded = thereAndBack(16_777_218);
        assertEquals(Verdict.EQUIVALENT, rounded.verdict(), rounded.message());
        assertTrue(
                rounded.assumptions().stream().anyMatch(a -> a.contains("2^24")),
                () -> "that the float keeps the integer is not listed: " + rounded.assumptions());
        PairReport kept = thereAndBack(1000);
        assertEquals(Verdict.EQUIVALENT, kept.verdict(), kept.message());
        assertTrue(kept.assumptions().stream().noneMatch(a -> a.contains("2^24")));
    }

    @Test
    void constantVariablesOfOneNameInTwoFilesAreNotOne() {
        String scaled =
                "\tld.global.f32 %f1, [%d1];\n\tld.const.f32 %f2, [c];\n"
                        + "\tmul.f32 %f1, %f1, %f2;\n\tst.global.f32 [%d2], %f1;\n";
        String text = HEAD + ".const .align 4 .f32 c;\n" + entry("scale", scaled);
        TensorSpec x = tensor("x", ElementType.F32, Role.IN, 1);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.F32, Role.OUT, 0);
        Side both =
                Side.sequence(
                        List.of(
                                launch("one.ptx", "scale", x, t),
                                launch("two.ptx", "scale", t, y)));
        PairReport report =
                check(both, Map.of("one.ptx", text, "two.ptx", text, "f.py", "x: f32[1]\ny = x\n"));
        assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
        assertTrue(report.message().contains("is an input in two files"), report.message());
    }

    /** a · a is rounded to an f32 by the first launch, and to an f64 by the second. */
    @Test
    void whatTwoLaunchesMakeByDifferentArithmeticIsNotOneNumber() {
        String single =
                entry(
                        "single",
                        "\tld.global.f32 %f1, [%d1];\n\tmul.rn.f32 %f1, %f1, %f1;\n"
                                + "\tst.global.f32 [%d2], %f1;\n");
        String registers = "\t.reg .f64 %g<3>;\n\t.reg .pred %s;\n";
        String twice =
                entry(
                        "double",
                        registers
                                + "\tld.global.f32 %f1, [%d1];\n\tcvt.f64.f32 %g1, %f1;\n"
                                + "\tmul.rn.f64 %g1, %g1, %g1;\n\tst.global.f64 [%d2], %g1;\n");
        String compare =
                entry(
                        "compare",
                        registers
                                + "\tld.global.f32 %f1, [%d1];\n\tcvt.f64.f32 %g1, %f1;\n"
                                + "\tld.global.f64 %g2, [%d2];\n\tsub.rn.f64 %g1, %g2, %g1;\n"
                                + "\tsetp.gt.f64 %s, %g1, 0d3E60000000000000;\n"
                                + "\tselp.f64 %g1, 0d3FF0000000000000, 0d0000000000000000, %s;\n"
                                + "\tst.global.f64 [%d2], %g1;\n");
        TensorSpec a = tensor("a", ElementType.F32, Role.IN, 1);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.F64, Role.OUT, 0);
        Side all =
                Side.sequence(
                        List.of(
                                launch("k.ptx", "single", a, t),
                                launch("k.ptx", "double", a, y),
                                launch("k.ptx", "compare", t, y)));
        PairReport report =
                check(
                        all,
                        Map.of(
                                "k.ptx",
                                HEAD + single + twice + compare,
                                "f.py",
                                "a: f32[1]\ny = 0 * a\n"));
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(
                report.assumptions().stream().anyMatch(s -> s.contains("setp.gt.f64")),
                () -> "that no rounding decides is not listed: " + report.assumptions());
    }

    @Test
    void aFindingNamesItsLaunch() {
        String copy = "\tld.global.f32 %f1, [%d1];\n\tst.global.f32 [%d2], %f1;\n";
        String text =
                HEAD + entry("copy", copy) + entry("beyond", copy.replace("[%d2]", "[%d2+4]"));
        TensorSpec x = tensor("x", ElementType.F32, Role.IN, 1);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.F32, Role.OUT, 0);
        Side both =
                Side.sequence(
                        List.of(launch("k.ptx", "copy", x, t), launch("k.ptx", "beyond", t, y)));
        PairReport report = check(both, Map.of("k.ptx", text, "f.py", "x: f32[1]\ny = x\n"));
        assertEquals(Verdict.OUT_OF_BOUNDS, report.verdict(), report.message());
        assertTrue(report.message().startsWith("launch 2 (beyond): "), report.message());
        String json = JsonReport.line(report);
        assertTrue(json.contains("\"launch\":2,\"entry\":\"beyond\""), json);
        PairReport alone =
                check(
                        launch("k.ptx", "beyond", x, y),
                        Map.of("k.ptx", text, "f.py", "x: f32[1]\ny = x\n"));
        assertEquals(0, alone.location().launch());
        assertFalse(JsonReport.line(alone).contains("\"launch\""), alone.message());
    }

    @Test
    void anArgumentThatDoesNotFitNamesItsLaunch() {
        TensorSpec x = tensor("x", ElementType.F32, Role.IN, 1);
        TensorSpec y = tensor("y", ElementType.F32, Role.OUT, 0);
        String text =
                HEAD
                        + entry("copy", "")
                        + entry("wide", "").replace(".param .u64 q", ".param .b8 q[12]");
        Side both =
                Side.sequence(
                        List.of(launch("k.ptx", "copy", x, y), launch("k.ptx", "wide", x, y)));
        PairReport report = check(both, Map.of("k.ptx", text, "f.py", "x: f32[1]\ny = x\n"));
        assertEquals(Verdict.ERROR, report.verdict(), report.message());
        assertTrue(report.message().startsWith("launch 2 (wide): "), report.message());
    }

    @Test
    void launchesThatAreLookedAtAloneAreReplayed() {
        String copy = "\tld.global.f32 %f1, [%d1];\n\tst.global.f32 [%d2], %f1;\n";
        String text = HEAD + entry("copy", copy);
        TensorSpec x = tensor("x", ElementType.F32, Role.IN, 1);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.F32, Role.OUT, 0);
        PairReport whole =
                alone(
                        Side.sequence(
                                List.of(
                                        launch("k.ptx", "copy", x, t),
                                        launch("k.ptx", "copy", t, y))),
                        text);
        assertEquals(Verdict.NO_DEFECT, whole.verdict(), whole.message());
        assertTrue(whole.replay().points() > 1, whole.replay().toString());
        PairReport unset =
                alone(
                        Side.sequence(
                                List.of(
                                        launch("k.ptx", "copy", x, y),
                                        launch("k.ptx", "copy", t, y))),
                        text);
        assertEquals(Verdict.UNINITIALIZED_READ, unset.verdict(), unset.message());
    }

    /** What is left in a temporary tensor is no output, even if it was never written. */
    @Test
    void theReplayLooksAtOutputsOnly() {
        String copy = "\tld.global.f32 %f1, [%d1];\n\tst.global.f32 [%d2], %f1;\n";
        TensorSpec x = tensor("x", ElementType.F32, Role.IN, 1);
        TensorSpec t = tensor("t", ElementType.F32, Role.TEMP, 0);
        TensorSpec u = tensor("u", ElementType.F32, Role.TEMP, 0);
        TensorSpec y = tensor("y", ElementType.F32, Role.OUT, 0);
        Side both =
                Side.sequence(
                        List.of(launch("k.ptx", "copy", t, u), launch("k.ptx", "copy", x, y)));
        PairReport report = alone(both, HEAD + entry("copy", copy));
        assertEquals(Verdict.NO_DEFECT, report.verdict(), report.message());
        assertTrue(report.replay().points() > 1, report.replay().toString());
    }

    private static PairReport alone(Side side, String text) {
        Pair pair =
                new Pair(
                        "s",
                        "p",
                        side,
                        null,
                        List.of(),
                        Expectation.of(Verdict.NO_DEFECT),
                        Limits.DEFAULT,
                        false,
                        false);
        return new PairChecker(KernelFiles.of(Map.of("k.ptx", text))).check(pair);
    }
}
