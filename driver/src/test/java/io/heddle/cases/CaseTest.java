package io.heddle.cases;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.cases.CaseFile.Case;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the cases, except the attacks: those are in {@link AttackIT}; and except slow ones, unless
 * the property {@code cases.slow} is true: then both classes run nothing else. The property {@code
 * cases} chooses other ones: the files whose path contains it, attacks or not, slow or not.
 */
class CaseTest {
    private static final Path CASES = Path.of("../simulator/src/test/resources/cases");
    private static final Path ATTACKS = CASES.resolve("attack");

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> everyCaseGetsItsVerdict() {
        String chosen = System.getProperty("cases");
        return chosen != null
                ? tests(CaseRunner.files(CASES, chosen), c -> true)
                : tests(file -> !isAttack(file));
    }

    /** A test of each case of the files under {@code attack}. */
    static Stream<DynamicNode> attacks() {
        return tests(CaseTest::isAttack);
    }

    private static boolean isAttack(Path file) {
        return file.startsWith(ATTACKS);
    }

    private static Stream<DynamicNode> tests(Predicate<Path> chosen) {
        boolean slow = Boolean.getBoolean("cases.slow");
        List<Path> files = CaseRunner.files(CASES, "").stream().filter(chosen).toList();
        return tests(files, c -> c.slow() == slow);
    }

    private static Stream<DynamicNode> tests(List<Path> files, Predicate<Case> chosen) {
        KernelFiles parsed = new KernelFiles();
        SolverPool solvers = PairChecker.newSolvers(); // they end when they are asked no more
        return files.stream()
                .flatMap(
                        f ->
                                CaseFile.read(f).cases().stream()
                                        .filter(chosen)
                                        .map(c -> test(f, c, parsed, solvers)));
    }

    private static DynamicNode test(Path file, Case c, KernelFiles parsed, SolverPool solvers) {
        return DynamicTest.dynamicTest(
                CASES.relativize(file) + ":" + c.line(),
                () -> assertNull(CaseRunner.failure(file, c, parsed, solvers)));
    }

    @Test
    void aCaseThatIsNotAsExpectedFails(@TempDir Path folder) throws IOException {
        Path known = CASES.resolve("format/format.ptx");
        Path wrong = folder.resolve("wrong.ptx");
        Files.writeString(wrong, Files.readString(known).replace("EXPECT EQ", "EXPECT NOT_EQ"));
        CaseFile file = CaseFile.read(wrong);
        String failure;
        try (SolverPool solvers = PairChecker.newSolvers()) {
            failure = CaseRunner.failure(wrong, file.cases().get(0), new KernelFiles(), solvers);
        }
        assertTrue(failure.startsWith("verdict EQUIVALENT instead of NOT_EQUIVALENT"), failure);
    }

    @Test
    void aHeaderThatIsNotUnderstoodIsAnError(@TempDir Path folder) throws IOException {
        for (String header :
                new String[] {
                    "// RUN inspect",
                    "// EXPECT RACE",
                    "// nothing",
                    "// RUN inspect\n// EXPECT RACE under x",
                    "// RUN inspect\n// EXPECT RACE at nowhere"
                }) {
            Path file = Files.writeString(folder.resolve("x.ptx"), header + "\n.version 9.0\n");
            assertThrows(IllegalArgumentException.class, () -> CaseFile.read(file), header);
        }
    }
}
