package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Launches one after the other: what one leaves is what the next finds, and knows of it. */
class SequencesTest {
    private static final String HEAD = ".version 9.0\n.target sm_80\n.address_size 64\n";
    private static final String REGISTERS =
            "{\n\t.reg .b64 %d<3>;\n\t.reg .b32 %r<2>;\n\t.reg .f32 %f<3>;\n"
                    + "\tld.param.u64 %d1, [p];\n\tld.param.u64 %d2, [q];\n";

    /** An entry of one thread that does {@code body} between its two tensors. */
    private static String entry(String name, String body) {
        return ".visible .entry "
                + name
                + "(.param .u64 p, .param .u64 q)\n"
                + REGISTERS
                + body
                + "\tret;\n}\n";
    }

    private static TensorSpec tensor(String name, ElementType type, Role role, long high) {
        return new TensorSpec(
                name,
                type,
                List.of(1),
                List.of(1L),
                role,
                role == Role.IN ? new Init.Symbolic() : new Init.Undefined(),
                role == Role.IN ? Rational.ZERO : null,
                role == Role.IN ? Rational.of(high) : null);
    }

    private static Side launch(String file, String entry, TensorSpec... tensors) {
        Dim3 one = new Dim3(1, 1, 1);
        List<Argument> arguments =
                List.of(new Argument.Tensor(tensors[0]), new Argument.Tensor(tensors[1]));
        return new Side(file, entry, one, one, 0, null, arguments, Side.Options.STRICT);
    }

    private static PairReport check(Side candidate, Map<String, String> files) {
        Pair pair =
                new Pair(
                        "s",
                        "p",
                        Side.ofFormula("f.py", candidate.allArguments()),
                        candidate,
                        List.of(),
                        Expectation.of(Verdict.EQUIVALENT),
                        Limits.DEFAULT,
                        false,
                        false);
        return new PairChecker(KernelFiles.of(files)).check(pair);
    }

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
}
