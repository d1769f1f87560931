package io.heddle.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Gathers small pairs into tasks. While executors are idle a pair goes out at once; while they are
 * busy pairs wait for each other, up to a size, so that thousands of tiny pairs do not need a task
 * each.
 */
final class Batcher {
    private final int maxTerms;
    private final IntSupplier maxInFlight;
    private final Consumer<List<DecidingPair>> submit;
    private final Deque<DecidingPair> waiting = new ArrayDeque<>();
    private int inFlight;

    /**
     * @param maxTerms terms of one batch, about
     * @param maxInFlight batches out at a time before pairs wait for each other; asked again and
     *     again, since executors come later
     * @param submit sends a batch off and does not wait for it
     */
    Batcher(int maxTerms, IntSupplier maxInFlight, Consumer<List<DecidingPair>> submit) {
        this.maxTerms = maxTerms;
        this.maxInFlight = maxInFlight;
        this.submit = submit;
    }

    /** Adds a small pair. */
    void add(DecidingPair pair) {
        List<DecidingPair> batch;
        synchronized (this) {
            waiting.add(pair);
            batch = next();
        }
        send(batch);
    }

    /** A batch has come back. */
    void done() {
        List<DecidingPair> batch;
        synchronized (this) {
            inFlight--;
            batch = next();
        }
        send(batch);
    }

    private List<DecidingPair> next() {
        List<DecidingPair> batch = new ArrayList<>();
        if (inFlight >= maxInFlight.getAsInt() || waiting.isEmpty()) {
            return batch;
        }
        long terms = 0;
        do {
            DecidingPair pair = waiting.remove();
            batch.add(pair);
            terms += pair.terms();
        } while (!waiting.isEmpty() && terms + waiting.peek().terms() <= maxTerms);
        inFlight++;
        return batch;
    }

    private void send(List<DecidingPair> batch) {
        if (!batch.isEmpty()) {
            submit.accept(batch);
        }
    }
}
