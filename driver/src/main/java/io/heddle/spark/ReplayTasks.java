package io.heddle.spark;

import io.heddle.check.Replayer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Has concrete runs done in tasks, for threads that wait for them. Long ones have a task each.
 * Brief ones go out at once while the executors are idle; while they are busy, they wait for each
 * other and share a task, which one of the waiting threads sends. Thread-safe.
 */
final class ReplayTasks {
    private static final int MOST_SHARED = 16; // that a task does one after the other
    private static final int OUT_A_CORE = 2; // so that a core finds its next task waiting
    private static final long POLL_MILLIS = 50; // executors that come say nothing

    private final Function<List<ReplayTask>, List<ReplayTask.Answer>> send;
    private final IntSupplier parallelism;
    private final Deque<Asked> waiting = new ArrayDeque<>();
    private int out;

    /**
     * @param send does requests in one task and waits for it; answers the first of them: the next
     *     one takes long
     * @param parallelism how many tasks run at a time; asked again and again, since executors come
     *     later
     */
    ReplayTasks(Function<List<ReplayTask>, List<ReplayTask.Answer>> send, IntSupplier parallelism) {
        this.send = send;
        this.parallelism = parallelism;
    }

    private enum State {
        WAITING, // for a task
        OUT, // in a task
        ALONE, // for a task of its own, which its own thread sends
        ENDED
    }

    private static final class Asked {
        private final ReplayTask task;
        private State state = State.WAITING;
        private ReplayTask.Answer answer;
        private RuntimeException failure;

        Asked(ReplayTask task) {
            this.task = task;
        }

        void end(ReplayTask.Answer a, RuntimeException f) {
            state = State.ENDED;
            answer = a;
            failure = f;
        }
    }

    /** Has a request done, and waits for it. */
    Replayer.Result replay(ReplayTask task) {
        long start = System.nanoTime();
        ReplayTask.Answer answer =
                task.isBrief() ? shared(new Asked(task)) : send.apply(List.of(task)).get(0);
        long waited = System.nanoTime() - start - answer.nanos();
        return new Replayer.Result(answer.verdict(), Math.max(0, waited));
    }

    /** How many brief requests wait for a task. */
    synchronized int waiting() {
        return waiting.size();
    }

    private ReplayTask.Answer shared(Asked own) {
        synchronized (this) {
            waiting.add(own);
        }
        for (List<Asked> batch = next(own); !batch.isEmpty(); batch = next(own)) {
            List<ReplayTask.Answer> answers = List.of();
            RuntimeException failure = new IllegalStateException("the task was not sent");
            try {
                answers = send.apply(batch.stream().map(asked -> asked.task).toList());
                failure = null;
            } catch (Exception e) { // Spark does not declare what it throws
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                failure = new IllegalStateException(Failures.oneLine(e), e);
            } finally {
                ended(batch, answers, failure);
            }
        }
        if (own.failure != null) {
            throw own.failure;
        }
        return own.answer;
    }

    /** Waits until a task may go out, and says what is in it; empty once {@code own} has ended. */
    private synchronized List<Asked> next(Asked own) {
        while (own.state == State.OUT
                || own.state == State.WAITING && out >= OUT_A_CORE * parallelism.getAsInt()) {
            try {
                wait(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        List<Asked> batch = new ArrayList<>();
        if (own.state == State.ENDED) {
            return batch;
        }
        if (Thread.currentThread().isInterrupted()) {
            waiting.remove(own);
            throw new IllegalStateException("the run has ended");
        }
        if (own.state == State.ALONE) {
            batch.add(own);
        }
        while (own.state != State.ALONE && !waiting.isEmpty() && batch.size() < MOST_SHARED) {
            batch.add(waiting.remove());
        }
        batch.forEach(asked -> asked.state = State.OUT);
        out++;
        return batch;
    }

    /**
     * Takes answers of a task. The request that it was at goes out alone, and so do all if it has
     * failed; the others wait again, before those that came later.
     */
    private synchronized void ended(
            List<Asked> batch, List<ReplayTask.Answer> answers, RuntimeException failure) {
        out--;
        for (int i = batch.size() - 1; i >= 0; i--) {
            Asked asked = batch.get(i);
            if (i < answers.size()) {
                asked.end(answers.get(i), null);
            } else if (batch.size() == 1) {
                asked.end(null, failure == null ? new IllegalStateException("no answer") : failure);
            } else if (failure != null || i == answers.size()) {
                asked.state = State.ALONE;
            } else {
                asked.state = State.WAITING;
                waiting.addFirst(asked);
            }
        }
        notifyAll();
    }
}
