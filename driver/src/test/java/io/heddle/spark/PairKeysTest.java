package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.check.KernelFiles;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.report.Verdict;
import io.heddle.suite.AnyInput;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PairKeysTest {
    private static final String HEAD = ".version 9.0\n.target sm_80\n.address_size 64\n";
    private static final String HELPER =
            ".global .align 4 .f32 scale = 0f3F000000;\n"
                    + ".func (.param .b32 r) helper()\n{\n\t.reg .f32 %f<2>;\n"
                    + "\tld.global.f32 %f1, [scale];\n\tst.param.f32 [r], %f1;\n\tret;\n}\n";
    private static final String ENTRY =
            ".visible .entry k(.param .u32 n)\n{\n\t.reg .f32 %f<2>;\n\t{\n"
                    + "\t.param .b32 retval0;\n\tcall.uni (retval0), helper, ();\n"
                    + "\tld.param.f32 %f1, [retval0];\n\t}\n\tret;\n}\n";
    private static final String OTHER =
            ".visible .entry other(.param .u32 n)\n{\n\tbar.sync 0;\n\tret;\n}\n";

    private static Side side(long n, Side.Options options) {
        return new Side(
                "k.ptx",
                "k",
                new Dim3(1, 1, 1),
                new Dim3(32, 1, 1),
                0,
                new Dim3(0, 0, 0),
                List.of(new Argument.Scalar(Rational.of(n), false)),
                options);
    }

    private static String key(String ptx, Side side, String build) {
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
        KernelFiles files = KernelFiles.of(Map.of("k.ptx", ptx));
        return new PairKeys(files, build).of(List.of(pair)).get("s/p");
    }

    private static String key(String ptx) {
        return key(ptx, side(4, Side.Options.STRICT), "1");
    }

    @Test
    void theSameQuestionHasTheSameKey() {
        assertEquals(key(HEAD + HELPER + ENTRY), key(HEAD + HELPER + ENTRY));
    }

    @Test
    void whatTheEntryDoesNotReachDoesNotMatter() {
        assertEquals(key(HEAD + HELPER + ENTRY), key(HEAD + HELPER + ENTRY + OTHER));
    }

    @Test
    void aVariableBehindACallMatters() {
        String changed = HELPER.replace("0f3F000000", "0f3F800000");
        assertNotEquals(key(HEAD + HELPER + ENTRY), key(HEAD + changed + ENTRY));
    }

    @Test
    void argumentsOptionsAndTheBuildMatter() {
        String ptx = HEAD + HELPER + ENTRY;
        assertNotEquals(key(ptx), key(ptx, side(5, Side.Options.STRICT), "1"));
        assertNotEquals(key(ptx), key(ptx, side(4, new Side.Options(true, false, false)), "1"));
        assertNotEquals(key(ptx), key(ptx, side(4, Side.Options.STRICT), "2"));
    }

    @Test
    void whatTheVerdictIsToHoldForMatters() {
        Pair launch =
                new Pair(
                        "s",
                        "p",
                        side(4, Side.Options.STRICT),
                        null,
                        List.of(),
                        Expectation.of(Verdict.NO_DEFECT),
                        Limits.DEFAULT,
                        false,
                        false);
        Pair any = launch.of(new AnyInput(List.of(), Map.of(), true));
        Pair few = launch.of(new AnyInput(List.of("gridDim.x < 9"), Map.of(), true));
        KernelFiles files = KernelFiles.of(Map.of("k.ptx", HEAD + HELPER + ENTRY));
        PairKeys keys = new PairKeys(files, "1");
        assertEquals(
                3,
                Stream.of(launch, any, few)
                        .map(p -> keys.of(List.of(p)).get("s/p"))
                        .distinct()
                        .count());
    }

    @Test
    void whatDoesNotParseHasNoKey() {
        assertEquals(null, key("garbage ((("));
        assertEquals(null, key(HEAD));
    }

    @Test
    void mapsAreDigestedInTheOrderOfTheirKeys() {
        assertEquals(
                new Fingerprint().add(Map.of("a", 1, "b", 2, "c", 3)).hex(),
                new Fingerprint()
                        .add(new java.util.TreeMap<>(Map.of("c", 3, "b", 2, "a", 1)))
                        .hex());
        assertNotEquals(
                new Fingerprint().add(List.of("ab", "c")).hex(),
                new Fingerprint().add(List.of("a", "bc")).hex());
    }

    private static String keyOf(Side reference, String formula, String ptx) {
        Pair pair =
                new Pair(
                        "s",
                        "p",
                        reference,
                        Side.sequence(List.of(side(1, Side.Options.STRICT), launchOfOther())),
                        List.of(),
                        Expectation.of(Verdict.EQUIVALENT),
                        Limits.DEFAULT,
                        false,
                        false);
        KernelFiles files = KernelFiles.of(Map.of("k.ptx", ptx, "f.py", formula));
        return new PairKeys(files, "build").of(List.of(pair)).get("s/p");
    }

    private static Side launchOfOther() {
        Side first = side(1, Side.Options.STRICT);
        return new Side(
                "k.ptx",
                "other",
                first.grid(),
                first.block(),
                0,
                first.cta(),
                first.arguments(),
                Side.Options.STRICT);
    }

    @Test
    void theTextOfAFormulaAndEveryLaunchCount() {
        Side formula = Side.ofFormula("f.py", List.of());
        String ptx = HEAD + HELPER + ENTRY + OTHER;
        String key = keyOf(formula, "y = 1", ptx);
        assertEquals(key, keyOf(formula, "y = 1", ptx));
        assertNotEquals(key, keyOf(formula, "y = 2", ptx));
        assertNotEquals(key, keyOf(formula, "y = 1", ptx.replace("bar.sync 0", "bar.sync 1")));
    }
}
