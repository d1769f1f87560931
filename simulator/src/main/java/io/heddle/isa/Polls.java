package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how many times in a row each thread has read one address by a strong load, to stop a
 * thread that polls a flag for ever: CTAs are executed one after the other, and the flag may be one
 * that a later CTA sets.
 */
final class Polls {
    private static final int MOST = 1 << 16;

    private final Map<Integer, Poll> ofThreads = new HashMap<>();

    /** The address that a thread read last, and how many times in a row. */
    private static final class Poll {
        long address = Warp.NO_ADDRESS;
        int count;
    }

    /** True for a load by which a thread can wait for what another thread writes. */
    static boolean canWait(Instruction i) {
        boolean strong = i.has("volatile") || i.has("relaxed") || i.has("acquire");
        return strong && !i.has("shared");
    }

    /**
     * Counts that a thread reads an address.
     *
     * @throws UnsupportedPtxException if it has read that address more than {@link #MOST} times in
     *     a row
     */
    void count(Warp w, int lane, long address) {
        Poll poll = ofThreads.computeIfAbsent(w.globalThread(lane), t -> new Poll());
        if (poll.address != address) {
            poll.address = address;
            poll.count = 0;
        }
        poll.count++;
        if (poll.count > MOST && w.machine().launch().grid().size() > 1) {
            throw new UnsupportedPtxException(
                    w.machine().threadName(w.thread(lane))
                            + " has read one address "
                            + MOST
                            + " times; waiting for another thread's flag is not modelled");
        }
    }
}
