package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elements stored at indices that are read, for all indices: y[index[i]] = i. */
class AnyInputDistinctTest {
    private static final String SCATTER =
            """
            .version 9.0
            .target sm_80
            .address_size 64
            .visible .entry scatter(.param .u64 index, .param .u64 y)
            {
                .reg .b32 %r<6>;
                .reg .b64 %rd<8>;
                ld.param.u64 %rd1, [index];
                ld.param.u64 %rd2, [y];
                mov.u32 %r1, %ctaid.x;
                mov.u32 %r2, %tid.x;
                mad.lo.u32 %r3, %r1, 32, %r2;
                mul.wide.u32 %rd3, %r3, 4;
                add.s64 %rd4, %rd1, %rd3;
                ld.global.u32 %r4, [%rd4];
                mul.wide.u32 %rd5, %r4, 4;
                add.s64 %rd6, %rd2, %rd5;
                st.global.u32 [%rd6], %r3;
                ret;
            }
            """;

    @TempDir Path folder;

    private PairReport report(String index) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), SCATTER);
        Path suite =
                Files.writeString(
                        folder.resolve("suite.conf"),
                        "suite = s, tensors { index { type = u32, shape = [64], role = in, "
                                + index
                                + " }\n y { type = u32, shape = [100], role = out } }\n"
                                + "pairs = [ { reference { ptx = k.ptx, args = [index, y], block ="
                                + " 32, grid = 2 }, anyInput { grid = launch } } ]");
        return new PairChecker(new KernelFiles()).check(SuiteReader.read(suite).pairs().get(0));
    }

    @Test
    void distinctIndicesDoNotMeet() throws IOException {
        assertEquals(Verdict.NO_DEFECT, report("range = [0, 99], distinct = true").verdict());
    }

    @Test
    void indicesThatMayBeEqualDo() throws IOException {
        assertEquals(Verdict.RACE, report("range = [0, 99]").verdict());
    }

    @Test
    void aRunWhereTheModelSaysNothingHasDistinctIndicesToo() throws IOException {
        assertEquals(Verdict.OUT_OF_BOUNDS, report("range = [37, 100], distinct = true").verdict());
        assertEquals(Verdict.OUT_OF_BOUNDS, report("range = [40, 103], distinct = true").verdict());
    }
}
