package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTasksTest {
    @TempDir Path folder;

    private final AtomicInteger cores = new AtomicInteger(1);

    private SuiteTasks tasks(int pairs) throws IOException {
        StringBuilder suite = new StringBuilder("suite = s, pairs = [\n");
        for (int i = 0; i < pairs; i++) {
            suite.append("{ reference { ptx = k.ptx, entry = k, args = [] }, block = 1 }\n,");
        }
        Files.writeString(folder.resolve("k.ptx"), "never parsed here");
        Path file = Files.writeString(folder.resolve("s.conf"), suite.append("]"));
        List<Pair> read = SuiteReader.read(file).pairs();
        return new SuiteTasks(read, Map.of(read.get(0).reference().ptx(), "the text"), cores::get);
    }

    /** The sizes of the tasks that go out until the executors have enough. */
    private static List<Integer> sizes(SuiteTasks tasks) {
        List<Integer> sizes = new ArrayList<>();
        for (List<SuiteTask> t = tasks.poll(); !t.isEmpty(); t = tasks.poll()) {
            sizes.add(t.size());
        }
        return sizes;
    }

    @Test
    void executorsThatComeLaterGetTheirShareAtOnce() throws IOException {
        SuiteTasks tasks = tasks(40);
        assertEquals(List.of(10, 7), sizes(tasks)); // for one core
        cores.set(8);
        assertEquals(14, sizes(tasks).size()); // though none of the first has ended
        tasks.done();
        assertEquals(List.of(1), sizes(tasks));
    }

    @Test
    void executorsThatGoGetNoMore() throws IOException {
        cores.set(4);
        SuiteTasks tasks = tasks(100);
        assertEquals(8, sizes(tasks).size());
        cores.set(1);
        for (int i = 0; i < 6; i++) {
            tasks.done();
            assertEquals(List.of(), sizes(tasks)); // two are out, which is enough for one core
        }
        tasks.done();
        assertEquals(1, sizes(tasks).size());
    }

    @Test
    void everyPairGoesOutOnceWithItsText() throws Exception {
        SuiteTasks tasks = tasks(500);
        cores.set(3);
        Set<Integer> numbers = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(
                        threads.submit(
                                () -> {
                                    for (var t = tasks.take(); !t.isEmpty(); t = tasks.take()) {
                                        synchronized (numbers) {
                                            t.forEach(p -> assertTrue(numbers.add(p.number())));
                                        }
                                        assertTrue(t.get(0).texts().containsValue("the text"));
                                        tasks.done();
                                    }
                                    return null;
                                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(500, numbers.size());
    }
}
