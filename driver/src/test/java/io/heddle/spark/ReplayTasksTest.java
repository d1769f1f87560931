package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.ReplayRequest;
import io.heddle.check.Replayer;
import io.heddle.replay.ReplayVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests for runs, and tasks that end when the test says so. */
@Timeout(60)
class ReplayTasksTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger cores = new AtomicInteger(1);
    private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
    private final ReplayTasks tasks = new ReplayTasks(this::send, cores::get);

    /** A task that is out, and the answers that it comes to. */
    private record Sent(
            List<ReplayTask> requests, CompletableFuture<List<ReplayTask.Answer>> answers) {
        /** Answers the first requests, each with its own name. */
        void answer(int count) {
            answers.complete(
                    requests.subList(0, count).stream()
                            .map(
                                    r ->
                                            new ReplayTask.Answer(
                                                    new ReplayVerdict.Skipped(name(r), false), 1))
                            .toList());
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private List<ReplayTask.Answer> send(List<ReplayTask> requests) {
        Sent task = new Sent(List.copyOf(requests), new CompletableFuture<>());
        sent.add(task);
        try {
            return task.answers().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A request that only its texts tell from others. */
    private static ReplayTask request(int name, long instructions) {
        ReplayRequest request = new ReplayRequest(null, null, instructions, 0, List.of(), null);
        return new ReplayTask(request, Map.of(String.valueOf(name), ""));
    }

    private static String name(ReplayTask task) {
        return task.texts().keySet().iterator().next();
    }

    private Future<String> ask(int name, long instructions) {
        return threads.submit(
                () -> {
                    Replayer.Result result = tasks.replay(request(name, instructions));
                    return ((ReplayVerdict.Skipped) result.verdict()).reason();
                });
    }

    /** Has a number of brief requests asked; the first two go out, one a task. */
    private List<Future<String>> ask(int count, List<Sent> first) throws InterruptedException {
        List<Future<String>> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            asked.add(ask(i, 10));
            if (i < 2) {
                first.add(sent.take());
            }
        }
        while (tasks.waiting() < count - 2) {
            Thread.onSpinWait();
        }
        return asked;
    }

    @Test
    void briefRequestsShareATaskWhileExecutorsAreBusy() throws Exception {
        List<Sent> first = new ArrayList<>();
        List<Future<String>> asked = ask(7, first);
        assertEquals(List.of(1, 1), first.stream().map(s -> s.requests().size()).toList());
        assertTrue(sent.isEmpty());
        first.get(0).answer(1);
        Sent shared = sent.take();
        assertEquals(5, shared.requests().size());
        shared.answer(5);
        first.get(1).answer(1);
        for (int i = 0; i < 7; i++) {
            assertEquals(String.valueOf(i), asked.get(i).get());
        }
    }

    @Test
    void executorsThatComeLaterGetRequests() throws Exception {
        ask(3, new ArrayList<>());
        assertTrue(sent.isEmpty());
        cores.set(2);
        assertEquals(1, sent.take().requests().size()); // though none of the first has ended
    }

    @Test
    void longRequestsGoOutAlone() throws Exception {
        ask(3, new ArrayList<>());
        Future<String> asked = ask(3, 1_000_000);
        Sent task = sent.take();
        assertFalse(task.requests().get(0).isBrief());
        task.answer(1);
        assertEquals("3", asked.get());
    }

    @Test
    void whatATaskLeavesIsSentAgainTheOneThatTakesLongAlone() throws Exception {
        List<Sent> first = new ArrayList<>();
        List<Future<String>> asked = ask(6, first);
        first.get(0).answer(1);
        Sent shared = sent.take();
        assertEquals(4, shared.requests().size());
        shared.answer(1);
        Sent one = sent.take();
        first.get(1).answer(1);
        Sent other = sent.take();
        assertEquals(3, one.requests().size() + other.requests().size());
        Sent alone = one.requests().size() == 1 ? one : other;
        assertEquals(name(shared.requests().get(1)), name(alone.requests().get(0)));
        one.answer(one.requests().size());
        other.answer(other.requests().size());
        for (int i = 0; i < 6; i++) {
            assertEquals(String.valueOf(i), asked.get(i).get());
        }
    }

    @Test
    void aRequestThatEndsItsTaskFailsAlone() throws Exception {
        List<Sent> first = new ArrayList<>();
        List<Future<String>> asked = ask(4, first);
        first.get(0).answer(1);
        sent.take().answers().completeExceptionally(new IllegalStateException("lost"));
        for (int i = 0; i < 2; i++) {
            Sent alone = sent.take();
            assertEquals(1, alone.requests().size());
            if (name(alone.requests().get(0)).equals("3")) {
                alone.answers().completeExceptionally(new IllegalStateException("lost again"));
            } else {
                alone.answer(1);
            }
        }
        assertEquals("2", asked.get(2).get());
        ExecutionException e = assertThrows(ExecutionException.class, () -> asked.get(3).get());
        assertTrue(e.getMessage().contains("lost again"), e.getMessage());
    }

    @Test
    void aRunThatEndsLeavesNoThreadWaiting() throws Exception {
        List<Future<String>> asked = ask(4, new ArrayList<>());
        threads.shutdownNow();
        for (Future<String> each : asked) {
            assertThrows(ExecutionException.class, each::get);
        }
    }
}
