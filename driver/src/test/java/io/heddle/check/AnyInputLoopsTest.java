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

/** What follows from a loop's being entered behind the last barrier: it is in its first round. */
class AnyInputLoopsTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"turns, NO_DEFECT", "turns_slow, RACE"})
    void theRemainderOfAnUnrolledLoopBeginsWithItsFirstRound(String entry, Verdict verdict)
            throws IOException {
        String ptx = Files.readString(Path.of("..", "datasets", "any-input", "control.ptx"));
        Files.writeString(folder.resolve("k.ptx"), ptx);
        Path suite =
                Files.writeString(
                        folder.resolve("suite.conf"),
                        "suite = s, tensors { x { type = f32, shape = [256], role = in }\n"
                                + " y { type = f32, shape = [256], role = out } }\n"
                                + "pairs = [ { anyInput = true\n reference { ptx = k.ptx, block ="
                                + " 256, args = [x, y, { sym = n, type = s32 }], entry = "
                                + entry
                                + " } } ]");
        PairReport report =
                new PairChecker(new KernelFiles()).check(SuiteReader.read(suite).pairs().get(0));
        assertEquals(verdict, report.verdict(), report.message());
    }
}
