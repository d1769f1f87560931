package io.heddle.spark;

/**
 * Keeps the driver from simulating too far ahead of the decisions. A pair enters before its
 * simulation, reports the number of its terms after it, and leaves when it is answered.
 */
final class Backlog {
    private final int maxPairs;
    private final long maxTerms;
    private int pairs;
    private long terms;

    Backlog(int maxPairs, long maxTerms) {
        this.maxPairs = maxPairs;
        this.maxTerms = maxTerms;
    }

    /** Waits until one more pair may be simulated; a pair may always enter an empty backlog. */
    synchronized void enter() throws InterruptedException {
        while (pairs > 0 && (pairs >= maxPairs || terms >= maxTerms)) {
            wait();
        }
        pairs++;
    }

    /** A pair inside holds {@code more} terms. */
    synchronized void hold(long more) {
        terms += more;
    }

    /** A pair leaves that held {@code held} terms. */
    synchronized void leave(long held) {
        pairs--;
        terms -= held;
        notifyAll();
    }
}
