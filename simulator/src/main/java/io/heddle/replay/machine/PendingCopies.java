package io.heddle.replay.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * Asynchronous copies that a thread has issued, oldest first: they are carried out when the thread
 * waits for them, as late as can be.
 */
public final class PendingCopies {
    private final List<List<Runnable>> groups = new ArrayList<>();
    private List<Runnable> current = new ArrayList<>();

    public void add(Runnable copy) {
        current.add(copy);
    }

    /** Closes the current group. */
    public void commit() {
        groups.add(current);
        current = new ArrayList<>();
    }

    /** Carries out all but the newest {@code allowed} closed groups. */
    public void await(long allowed) {
        while (groups.size() > allowed) {
            groups.remove(0).forEach(Runnable::run);
        }
    }
}
