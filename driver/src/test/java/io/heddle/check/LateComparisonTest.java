package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Simulated.Times;
import io.heddle.launch.Computation;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.term.TermStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pair whose time is over when its kernels have been executed. */
class LateComparisonTest {
    private static final String PTX =
            ".version 8.0\n.target sm_80\n.address_size 64\n"
                    + ".visible .entry k(.param .u64 py) {\n"
                    + ".reg .b64 %rd<4>;\n.reg .b32 %r<4>;\n"
                    + "ld.param.u64 %rd1, [py];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
                    + "mad.lo.u32 %r1, %r2, 1024, %r1;\nmul.wide.u32 %rd2, %r1, 4;\n"
                    + "add.u64 %rd1, %rd1, %rd2;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

    @TempDir Path folder;

    private Pair pair(String candidate) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), PTX);
        Path suite = folder.resolve("suite.conf");
        Files.writeString(
                suite,
                "suite = late, defaults { block = 1024, grid = 4, ptx = k.ptx, args = [y] }\n"
                        + "tensors { y { type = s32, shape = [4096], role = out } }\n"
                        + "pairs = [ { name = pair, reference.entry = k"
                        + candidate
                        + ", limits.seconds = 600 } ]");
        return SuiteReader.read(suite).pairs().get(0);
    }

    private static SideExecution execution(Pair pair, Computation launch, TermStore store) {
        return SideExecution.of(
                KernelSide.REFERENCE,
                pair.reference(),
                launch,
                store,
                pair.limits(),
                false,
                false,
                Long.MAX_VALUE);
    }

    /** What comes of executions that took so many milliseconds. */
    private static Simulated simulated(Pair pair, long millis) {
        TermStore store = new TermStore();
        Computation launch = Computations.of(pair.reference(), new KernelFiles());
        SideExecution first = execution(pair, launch, store);
        SideExecution second = pair.isSingle() ? null : execution(pair, launch, store);
        return new PairExecution(
                        pair, store, first, second, second == null ? null : launch, Replayer.HERE)
                .simulated(() -> new Times(0, millis, System.nanoTime()));
    }

    @Test
    void itIsUndecidedAndNamesTheLimit() throws IOException {
        for (String candidate : new String[] {", candidate.entry = k", ""}) {
            Pair pair = pair(candidate);
            Simulated late = simulated(pair, 600_000);
            assertFalse(late.needsDecision());
            PairReport report = late.answer();
            assertEquals(Verdict.UNDECIDED, report.verdict(), report.message());
            String message = report.message();
            assertTrue(message.contains("limit reached: the time limit (limits: 600 s"), message);
        }
    }

    @Test
    void withTimeItGoesOn() throws IOException {
        assertTrue(simulated(pair(", candidate.entry = k"), 0).needsDecision());
        assertEquals(Verdict.NO_DEFECT, simulated(pair(""), 0).answer().verdict());
    }
}
