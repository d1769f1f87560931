package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.heddle.ptx.PtxModule;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
