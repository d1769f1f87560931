package io.heddle.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The threads of a process that work on one pair: they prove its lemmas and look at what the
 * readings of its literals change.
 *
 * @param count how many, the one that asks included
 * @param many how many lemmas of a graph are worth several threads
 * @param factory makes the others
 */
public record WorkThreads(int count, int many, ThreadFactory factory) {
    /** Only the thread that asks. */
    public static final WorkThreads ONE = new WorkThreads(1, Thread::new);

    private static final int MANY = 64; // beside which starting threads is nothing

    /** Threads that are worth it where there are many lemmas. */
    public WorkThreads(int count, ThreadFactory factory) {
        this(count, MANY, factory);
    }

    /** These, but no more than {@code most}. */
    WorkThreads atMost(int most) {
        return new WorkThreads(Math.min(count, most), many, factory);
    }

    /** True if there is another thread than the one that asks. */
    boolean areSeveral() {
        return count > 1;
    }

    /**
     * The number of the first of {@code n} lemmas that is not proved, or {@code n}: all before it
     * were proved, of those after it some were not tried. Waits for all threads; an interrupt of
     * this one interrupts the others.
     */
    int firstUnproved(int n, IntPredicate isProved) {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger first = new AtomicInteger(n);
        AtomicReference<RuntimeException> fault = new AtomicReference<>();
        AtomicReference<Error> error = new AtomicReference<>();
        Runnable work =
                () -> {
                    try {
                        int i = next.getAndIncrement();
                        while (i < first.get()) {
                            if (!isProved.test(i)) {
                                first.accumulateAndGet(i, Math::min);
                            }
                            i = next.getAndIncrement();
                        }
                    } catch (RuntimeException e) {
                        fault.compareAndSet(null, e);
                        first.set(0); // nobody goes on
                    } catch (Error e) {
                        error.compareAndSet(null, e);
                        first.set(0);
                    }
                };
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(count, n); i++) {
            Thread thread = factory.newThread(work);
            others.add(thread);
            thread.start();
        }
        work.run();
        join(others);
        if (error.get() != null) {
            throw error.get();
        }
        if (fault.get() != null) {
            throw fault.get();
        }
        return first.get();
    }

    /** Does n pieces of work, each by one thread. An exception of one ends the others. */
    void run(int n, IntConsumer work) {
        firstUnproved(
                n,
                i -> {
                    work.accept(i);
                    return true;
                });
    }

    private static void join(List<Thread> others) {
        boolean interrupted = false;
        for (Thread thread : others) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    others.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
