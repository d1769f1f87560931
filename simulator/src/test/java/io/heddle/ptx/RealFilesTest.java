package io.heddle.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every {@code .ptx} under {@code src/test/resources/ptx/nvcc} is compiler output and must parse.
 */
class RealFilesTest {
    static final Path FOLDER = Path.of("src/test/resources/ptx/nvcc");

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.filter(p -> p.toString().endsWith(".ptx")).sorted().toList();
        }
    }

    static PtxModule parse(Path file) throws IOException {
        return PtxParser.parse(file.getFileName().toString(), Files.readString(file));
    }

    @TestFactory
    Stream<DynamicTest> parses() throws IOException {
        return files().stream()
                .map(p -> DynamicTest.dynamicTest(p.getFileName().toString(), () -> check(p)));
    }

    private static void check(Path file) throws IOException {
        PtxModule module = parse(file);
        assertFalse(module.entries().isEmpty());
        assertEquals(64, module.addressSize());
        assertEquals(Files.readAllLines(file).size(), module.lines());
        for (Function f : module.functions()) {
            for (Instruction i : f.body()) {
                i.operands().forEach(o -> checkResolved(f, o));
            }
        }
    }

    private static void checkResolved(Function f, Operand o) {
        if (o instanceof Operand.Register r) {
            assertEquals(r.name(), f.registers().get(r.index()).name());
        } else if (o instanceof Operand.Label l) {
            assertFalse(l.target() < Operand.Label.LIST || l.target() > f.body().size(), l.name());
        }
    }
}
