package io.heddle.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * Asynchronous copies that a thread has issued, oldest first: they are carried out when the thread
 * waits for them, as late as can be.
 */
final class PendingCopies {
    private final List<List<Runnable>> groups = new ArrayList<>();
    private List<Runnable> current = new ArrayList<>();

    void add(Runnable copy) {
        current.add(copy);
    }

    /** Closes the current group. */
    void commit() {
        groups.add(current);
        current = new ArrayList<>();
    }

    /** Carries out all but the newest {@code allowed} closed groups. */
    void await(long allowed) {
        while (groups.size() > allowed) {
            groups.remove(0).forEach(Runnable::run);
        }
    }
}
