package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {
    private static final int FACTORS = 12; // 4,096 monomials

    @TempDir Path folder;

    private Simulated simulated(String memory) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), ProductKernels.of(FACTORS));
        Path suite = folder.resolve("suite.conf");
        Files.writeString(
                suite,
                "suite = limits, defaults { block = 1, ptx = k.ptx, args = [x, y] }\ntensors {\n"
                        + "x { type = f32, shape = [1, 12], role = in }\n"
                        + "y { type = f32, shape = [1], role = out } }\npairs = [ { name = pair,"
                        + " reference.entry = product, candidate.entry = sums, limits { seconds ="
                        + " 600, memory = "
                        + memory
                        + " } } ]");
        Pair pair = SuiteReader.read(suite).pairs().get(0);
        return new PairChecker(new KernelFiles()).simulate(pair);
    }

    private PairReport report(String memory) throws IOException {
        Simulated s = simulated(memory);
        return PairChecker.conclude(s, DecidedHere.of(s));
    }

    @Test
    void formsHaveTheMemoryThatTheTermsLeave() throws IOException {
        Simulated small = simulated("1m");
        long left = (1 << 20) - 40L * small.store().size();
        assertTrue(left > 0);
        DecideOptions options = PairChecker.decideOptions(small);
        assertEquals(left / 128, options.heldMonomials());
        assertEquals(left / 128 / 8 * 5, options.pool().mostOfOne());
    }

    @Test
    void aFormHasNoMoreThanTheGreatestOneHasWhateverTheMemory() throws IOException {
        long most = DecideOptions.defaults().maxMonomials();
        DecideOptions options = PairChecker.decideOptions(simulated("8g"));
        assertEquals(most, options.maxMonomials());
        assertEquals(most, options.pool().mostOfOne());
    }

    @Test
    void whatDoesNotFitIsUndecidedAndSaysSo() throws IOException {
        assertEquals(Verdict.EQUIVALENT, report("8g").verdict());
        PairReport small = report("64k");
        assertEquals(Verdict.UNDECIDED, small.verdict());
        assertTrue(small.message().contains("more than 640 monomials"), small.message());
    }
}
