package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Defects that only data with different elements show. */
class AnyInputDataTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "data, branch_barrier, f32, BARRIER_DIVERGENCE",
        "control, vote_other_warp, s32, RACE"
    })
    void aRunHasDataOfBothSigns(String file, String entry, String type, Verdict verdict)
            throws IOException {
        String ptx = Files.readString(Path.of("..", "datasets", "any-input", file + ".ptx"));
        Files.writeString(folder.resolve("k.ptx"), ptx);
        String size = entry.startsWith("vote") ? ", 256" : "";
        Path suite =
                Files.writeString(
                        folder.resolve("suite.conf"),
                        "suite = s, tensors { x { type = "
                                + type
                                + ", shape = [256], role = in }\n y { type = "
                                + type
                                + ", shape = [256], role = out } }\n"
                                + "pairs = [ { anyInput { grid = launch }\n reference { ptx ="
                                + " k.ptx, block = 256, entry = "
                                + entry
                                + ", args = [x, y"
                                + size
                                + "] } } ]");
        PairReport report =
                new PairChecker(new KernelFiles()).check(SuiteReader.read(suite).pairs().get(0));
        assertEquals(verdict, report.verdict(), report.message());
    }
}
