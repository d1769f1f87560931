package io.heddle.spark;

import io.heddle.term.TermStore;
import java.util.IdentityHashMap;

/**
 * Keeps the driver from simulating too far ahead of the decisions. A pair enters before its
 * simulation, reports its terms after it, and leaves when it is answered.
 */
final class Backlog {
    private final int maxPairs;
    private final long maxBytes;
    private final IdentityHashMap<TermStore, Long> held = new IdentityHashMap<>();
    private int pairs;
    private long bytes;

    /**
     * @param maxPairs inside
     * @param maxBytes of their terms; the last pair that enters may have more
     */
    Backlog(int maxPairs, long maxBytes) {
        this.maxPairs = maxPairs;
        this.maxBytes = maxBytes;
    }

    /** Waits until one more pair may be simulated; a pair may always enter an empty backlog. */
    synchronized void enter() throws InterruptedException {
        while (pairs > 0 && (pairs >= maxPairs || bytes >= maxBytes)) {
            wait();
        }
        pairs++;
    }

    /** A pair inside has these terms. */
    synchronized void hold(TermStore terms) {
        bytes += terms.bytes();
        held.put(terms, terms.bytes());
    }

    /** A pair leaves that has these terms, which may have become more, or null if none. */
    synchronized void leave(TermStore terms) {
        pairs--;
        Long gone = terms == null ? null : held.remove(terms);
        bytes -= gone == null ? 0 : gone;
        notifyAll();
    }
}
