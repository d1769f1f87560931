package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFilesTest {
    private static final String TEXT =
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";

    private final Map<String, String> texts = Map.of("a", TEXT, "b", TEXT, "c", TEXT);

    @Test
    void aFileIsParsedOnce() {
        KernelFiles files = KernelFiles.of(texts);
        PtxModule a = files.module("a");
        files.module("b");
        assertSame(a, files.module("a"));
    }

    @Test
    void whatWasNotAskedForLongestIsForgottenFirst() {
        KernelFiles files = new KernelFiles(texts, 2L * TEXT.length());
        PtxModule a = files.module("a");
        PtxModule b = files.module("b");
        assertSame(a, files.module("a"));
        PtxModule c = files.module("c");
        assertSame(a, files.module("a"));
        assertSame(c, files.module("c"));
        assertNotSame(b, files.module("b"));
    }

    @Test
    void aFileThatIsLargerThanAllThatIsKeptIsParsedOnceInARow() {
        KernelFiles files = new KernelFiles(texts, 1);
        PtxModule a = files.module("a");
        assertSame(a, files.module("a"));
        files.module("b");
        assertNotSame(a, files.module("a"));
    }

    @Test
    void aFileIsTheSameForTheWholeRunAlsoWhereItsModuleIsForgotten(@TempDir Path folder)
            throws IOException {
        // "Aa" and "BB" have one hash code
        Path file = Files.writeString(folder.resolve("k.ptx"), TEXT.replace("k()", "kAa()"));
        String name = file.toString();
        KernelFiles files = new KernelFiles(texts, 1);
        PtxModule module = files.module(name);
        assertEquals(Optional.of(Files.readString(file)), files.text(name));
        Files.writeString(file, TEXT.replace("k()", "kBB()"));
        assertSame(module, files.module(name));
        assertEquals(Optional.empty(), files.text(name));
        String why = name + ": has changed since the run began";
        assertEquals(why, assertThrows(InputException.class, () -> files.read(name)).getMessage());
        files.module("a");
        assertThrows(InputException.class, () -> files.module(name));
        Files.writeString(file, TEXT.replace("k()", "kAa()"));
        assertEquals("kAa", files.module(name).functions().get(0).name());
    }

    @Test
    void aFileThatDoesNotParseIsNotTakenAfterAnEdit(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("k.ptx"), "garbage (((");
        KernelFiles files = new KernelFiles();
        assertThrows(PtxSyntaxException.class, () -> files.module(file.toString()));
        Files.writeString(file, TEXT);
        assertThrows(InputException.class, () -> files.module(file.toString()));
    }
}
