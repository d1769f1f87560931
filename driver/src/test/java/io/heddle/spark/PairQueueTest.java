package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairQueueTest {
    private static final String SINGLE = "{ reference { ptx = k.ptx, entry = k, args = [] } }\n,";
    private static final String BOTH =
            "{ reference { ptx = k.ptx, entry = k }, candidate { ptx = k.ptx, entry = k }"
                    + ", args = [] }\n,";

    @TempDir Path folder;

    private PairQueue queue(int most, String... pairs) throws IOException {
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        String text =
                "suite = s, defaults { block = 1 }, pairs = [\n" + String.join("", pairs) + "]";
        List<Pair> read =
                SuiteReader.read(Files.writeString(folder.resolve("s.conf"), text)).pairs();
        assertEquals(pairs.length, read.size());
        return new PairQueue(read, most);
    }

    @Test
    void noMorePairsOfTwoKernelsThanAllowedAreTakenAtATime() throws IOException {
        PairQueue queue = queue(1, BOTH, BOTH, SINGLE, BOTH);
        assertEquals(OptionalInt.of(0), queue.take());
        assertEquals(OptionalInt.of(2), queue.take(), "a single kernel meanwhile");
        assertEquals(OptionalInt.empty(), queue.take(), "the others are for the first thread");
        queue.done(2);
        assertEquals(OptionalInt.empty(), queue.take());
        queue.done(0);
        assertEquals(OptionalInt.of(1), queue.take());
        assertEquals(OptionalInt.empty(), queue.take());
        queue.done(1);
        assertEquals(OptionalInt.of(3), queue.take());
    }

    @Test
    void singleKernelsAreTakenByAsManyThreadsAsThereAre() throws IOException {
        PairQueue queue = queue(1, SINGLE, SINGLE, SINGLE);
        for (int number = 0; number < 3; number++) {
            assertEquals(OptionalInt.of(number), queue.take());
        }
        assertEquals(OptionalInt.empty(), queue.take());
    }

    @Test
    void nothingIsTakenAfterTheEnd() throws IOException {
        PairQueue queue = queue(2, BOTH, SINGLE);
        queue.end();
        assertEquals(OptionalInt.empty(), queue.take());
    }
}
