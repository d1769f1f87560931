package io.heddle.check;

import static io.heddle.check.Sequences.HEAD;
import static io.heddle.check.Sequences.check;
import static io.heddle.check.Sequences.tensor;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Launches one after the other of which scalar arguments decide what they do. */
class SequenceCasesTest {
    private static final TensorSpec X = tensor("x", ElementType.F32, Role.IN, 1);
    private static final TensorSpec T = tensor("t", ElementType.F32, Role.TEMP, 0);
    private static final TensorSpec Y = tensor("y", ElementType.F32, Role.OUT, 0);

    /** q = p times a number that depends on n; the barrier makes it two cases. */
    private static String scale(String name, int limit, String above, String below) {
        return """
        .visible .entry %s(.param .u64 p, .param .u64 q, .param .u32 n)
        {
            .reg .b64 %%d<3>;
            .reg .b32 %%r<2>;
            .reg .f32 %%f<3>;
            .reg .pred %%s;
            ld.param.u64 %%d1, [p];
            ld.param.u64 %%d2, [q];
            ld.param.u32 %%r1, [n];
            ld.global.f32 %%f1, [%%d1];
            setp.gt.s32 %%s, %%r1, %d;
            @!%%s bra BELOW;
            bar.sync 0;
            mul.f32 %%f2, %%f1, %s;
            st.global.f32 [%%d2], %%f2;
            ret;
        BELOW:
            mul.f32 %%f2, %%f1, %s;
            st.global.f32 [%%d2], %%f2;
            ret;
        }
        """
                .formatted(name, limit, above, below);
    }

    private static final String TWO = "0f40000000";
    private static final String THREE = "0f40400000";

    private static Side launch(String entry, TensorSpec from, TensorSpec to, String scalar) {
        Dim3 one = new Dim3(1, 1, 1);
        List<Argument> arguments =
                List.of(
                        new Argument.Tensor(from),
                        new Argument.Tensor(to),
                        new Argument.SymbolicScalar(scalar, ElementType.S32));
        return new Side("k.ptx", entry, one, one, 0, null, arguments, Side.Options.STRICT);
    }

    private static Side both(String secondScalar) {
        return Side.sequence(
                List.of(launch("first", X, T, "n"), launch("second", T, Y, secondScalar)));
    }

    private static Map<String, String> files(String first, String second, String formula) {
        return Map.of("k.ptx", HEAD + first + second, "f.py", formula);
    }

    private static final String SIX = "x: f32[1]\ny = 6 * x\n";

    @Test
    void aCaseHoldsInAllLaunches() {
        String first = scale("first", 2, TWO, THREE);
        PairReport report = check(both("n"), files(first, scale("second", 2, THREE, TWO), SIX));
        assertEquals(Verdict.EQUIVALENT, report.verdict(), report.message());
        assertTrue(report.replay().toString().contains("agree"), report.replay().toString());
        PairReport one = check(both("n"), files(first, scale("second", 3, THREE, TWO), SIX));
        assertEquals(Verdict.NOT_EQUIVALENT, one.verdict(), one.message());
        assertTrue(one.counterexample().inputs().toString().contains("n"), one.toString());
    }

    @Test
    void anotherScalarIsAnotherCase() {
        PairReport report =
                check(
                        both("m"),
                        files(scale("first", 2, TWO, THREE), scale("second", 2, THREE, TWO), SIX));
        assertEquals(Verdict.NOT_EQUIVALENT, report.verdict(), report.message());
    }

    @Test
    void aCaseHoldsOnBothSides() {
        Pair pair =
                new Pair(
                        "s",
                        "p",
                        launch("whole", X, Y, "n"),
                        both("n"),
                        List.of(),
                        Expectation.of(Verdict.EQUIVALENT),
                        Limits.DEFAULT,
                        false,
                        false);
        String sequence = scale("first", 2, TWO, THREE) + scale("second", 2, TWO, THREE);
        String four = "0f40800000";
        for (int limit : new int[] {2, 1}) {
            String text = HEAD + sequence + scale("whole", limit, four, "0f41100000");
            PairReport report = new PairChecker(KernelFiles.of(Map.of("k.ptx", text))).check(pair);
            assertEquals(
                    limit == 2 ? Verdict.EQUIVALENT : Verdict.NOT_EQUIVALENT,
                    report.verdict(),
                    report.message());
        }
    }

    /** Each launch has two cases of its own scalar: five of them have 32 in all. */
    @Test
    void casesAreCountedOverAllLaunches() {
        List<Side> launches = new ArrayList<>();
        launches.add(launch("first", X, T, "n0"));
        for (int k = 1; k < 5; k++) {
            launches.add(launch("first", T, T, "n" + k));
        }
        launches.add(launch("second", T, Y, "m"));
        String text = scale("first", 2, TWO, THREE) + scale("second", 2, THREE, TWO);
        PairReport report = check(Side.sequence(launches), files(text, "", SIX));
        assertEquals(Verdict.UNSUPPORTED, report.verdict(), report.message());
        assertTrue(report.message().contains("more than 16 cases"), report.message());
    }
}
