package io.heddle.sync;

import java.util.Comparator;

/** Two accesses in conflict, by thread and command, the lower one first. */
record Race(int thread, int command, int otherThread, int otherCommand)
        implements Comparable<Race> {
    private static final Comparator<Race> ORDER =
            Comparator.comparingInt(Race::thread)
                    .thenComparingInt(Race::command)
                    .thenComparingInt(Race::otherThread)
                    .thenComparingInt(Race::otherCommand);

    static Race of(Trace.Step a, Trace.Step b) {
        boolean ordered =
                a.thread() == b.thread() ? a.command() <= b.command() : a.thread() < b.thread();
        return ordered
                ? new Race(a.thread(), a.command(), b.thread(), b.command())
                : new Race(b.thread(), b.command(), a.thread(), a.command());
    }

    /** True if lanes of one thread race. */
    boolean isWithinThread() {
        return thread == otherThread;
    }

    @Override
    public int compareTo(Race other) {
        return ORDER.compare(this, other);
    }
}
