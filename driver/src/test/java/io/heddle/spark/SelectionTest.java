package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.suite.Pair;
import io.heddle.suite.Suite;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SelectionTest {
    @TempDir Path folder;
    private Suite suite;
    private Selection selection;

    @BeforeEach
    void suite() throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        suite =
                SuiteReader.read(
                        Files.writeString(
                                folder.resolve("s.conf"),
                                "suite = s, defaults { block = 1, ptx = k.ptx, args = [] }\n"
                                        + "matrix { A = [1, 2], B = [3, 4] }\n"
                                        + "pairs = [ { name = p, tags = [big], reference {} } ]"));
    }

    private List<String> chosen(String... arguments) {
        selection = new Selection();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(selection))
                .parseArgs(arguments);
        return selection.of(suite).stream().map(Pair::name).toList();
    }

    @Test
    void anInstanceOfAMatrixIsOneGlob() {
        assertEquals(List.of("p[A=1,B=3]"), chosen("--only", "p[A=1,B=3]"));
        assertEquals(
                List.of("p[A=1,B=3]", "p[A=2,B=4]"), chosen("--only", "s/p[A=1,B=3],p[A=2,B=4]"));
        assertEquals(
                List.of("p[A=1,B=3]", "p[A=1,B=4]", "p[A=2,B=3]"), chosen("--skip", "*[A=2,B=4]"));
        assertEquals(List.of("p[A=2,B=4]"), chosen("--skip", "*[A=1*,p[A=2,B=3],none"));
        assertEquals(
                List.of("--skip none matches no pair; --dry-run lists the pairs"), unmatched());
    }

    private List<String> unmatched() {
        return selection.unmatched();
    }

    @Test
    void aGlobThatMatchesNothingIsNamed() {
        assertEquals(List.of(), chosen("--only", "big", "--skip", "s/*,p"));
        assertEquals(List.of("--skip p matches no pair; --dry-run lists the pairs"), unmatched());
        assertEquals(2, chosen("--only", "*A=1*,typo", "--skip", "small").size());
        assertEquals(
                List.of(
                        "--only typo matches no pair; --dry-run lists the pairs",
                        "--skip small matches no pair; --dry-run lists the pairs"),
                unmatched());
    }
}
