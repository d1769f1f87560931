package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.heddle.report.PairReport;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contents of tensors that are no numbers. */
class ContentsTest {
    private static final String HEAD =
            ".version 8.0\n.target sm_80\n.address_size 64\n"
                    + ".entry k(.param .u64 y, .param .u64 x, .param .u64 m) {\n"
                    + "  .reg .b64 %rd<4>; .reg .f32 %f<9>; .reg .b32 %r<3>; .reg .pred %p<2>;\n"
                    + "  ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [x]; ld.param.u64 %rd3, [m];\n";

    /** y[0] = max(x[0] + m[0], x[1] + m[1]). */
    private static final String MASKED =
            "ld.global.f32 %f1, [%rd2]; ld.global.f32 %f2, [%rd2+4];"
                    + " ld.global.f32 %f3, [%rd3]; ld.global.f32 %f4, [%rd3+4];"
                    + " add.f32 %f1, %f1, %f3; add.f32 %f2, %f2, %f4; max.f32 %f1, %f1, %f2;"
                    + " st.global.f32 [%rd1], %f1;";

    /** y[0] = x[0]. */
    private static final String FIRST = "ld.global.f32 %f1, [%rd2]; st.global.f32 [%rd1], %f1;";

    @TempDir Path folder;

    private PairReport check(String reference, String candidate, String y, String m)
            throws IOException {
        Files.writeString(folder.resolve("r.ptx"), HEAD + reference + " ret; }\n");
        Files.writeString(folder.resolve("c.ptx"), HEAD + candidate + " ret; }\n");
        Path suite =
                Files.writeString(
                        folder.resolve("s.conf"),
                        "suite = s\ntensors { y { type = f32, shape = 1, role = inout, init = ["
                                + y
                                + "] }, x { type = f32, shape = 2, role = in },"
                                + " m { type = f32, shape = 2, role = in, init = ["
                                + m
                                + "] } }\n"
                                + "defaults { block = 1, args = [y, x, m] }\n"
                                + "pairs = [{ reference { ptx = r.ptx }, candidate { ptx = c.ptx }"
                                + " }]");
        return new PairChecker(new KernelFiles()).check(SuiteReader.read(suite).pairs().get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "'0, -inf', EQUIVALENT",
        "'-0.0, nan', EQUIVALENT",
        "'0, 0', NOT_EQUIVALENT",
        "'0, inf', NOT_EQUIVALENT",
        "'-inf, 0', NOT_EQUIVALENT",
    })
    void infinitiesAndNansTakePartInArithmetic(String mask, Verdict verdict) throws IOException {
        // max of the PTX manual: of NaN and a number it is the number
        PairReport report = check(MASKED, FIRST, "0", mask);
        assertEquals(verdict, report.verdict(), report.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "inf, 0f7F800000, EQUIVALENT",
        "-inf, 0fFF800000, EQUIVALENT",
        "inf, 0fFF800000, UNDECIDED",
        "-inf, 0f7F800000, UNDECIDED",
        "nan, 0f7F800000, NOT_EQUIVALENT",
        "inf, 0f7FFFFFFF, NOT_EQUIVALENT",
        "inf, 0f00000000, NOT_EQUIVALENT",
        "0, 0f7F800000, NOT_EQUIVALENT",
    })
    // two constant infinities of other signs are not told apart, in kernels either
    void anElementThatOneSideLeavesHasItsContents(String y, String written, Verdict verdict)
            throws IOException {
        PairReport report = check("st.global.f32 [%rd1], " + written + ";", "", y, "0, 0");
        assertEquals(verdict, report.verdict(), report.toString());
        report = check("", "st.global.f32 [%rd1], " + written + ";", y, "0, 0");
        assertEquals(verdict, report.verdict(), report.toString());
    }

    @Test
    void bitsAreThoseOfTheContents() throws IOException {
        String isInfinity =
                "ld.global.u32 %r1, [%rd3]; setp.eq.u32 %p1, %r1, 0xff800000;"
                        + " selp.f32 %f1, 0f3F800000, 0f00000000, %p1; st.global.f32 [%rd1], %f1;";
        PairReport report = check(isInfinity, "st.global.f32 [%rd1], 0f3F800000;", "0", "-inf, 0");
        assertEquals(Verdict.EQUIVALENT, report.verdict());
        assertNull(report.error());
        assertEquals(ReplayOutcome.Kind.AGREES, report.replay().kind());
    }
}
