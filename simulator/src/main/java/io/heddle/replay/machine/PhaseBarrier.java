package io.heddle.replay.machine;

import java.util.ArrayList;
import java.util.List;

/** An mbarrier object (PTX ISA 9.7.13.15): phases that complete one after the other. */
public final class PhaseBarrier {
    private final long expected;
    private long missing;
    private long bytes;
    private long completed;
    private final List<Lane> waiting = new ArrayList<>();

    public PhaseBarrier(long expected) {
        this.expected = expected;
        missing = expected;
    }

    /** The number of the phase that is not complete. */
    public long phase() {
        return completed;
    }

    public void expect(long more) {
        bytes += more;
    }

    public void arrive(Cta cta, long count) {
        if (count > missing) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "more arrivals at an mbarrier than its count");
        }
        missing -= count;
        if (missing == 0 && bytes == 0) {
            completed++;
            missing = expected;
            waiting.forEach(lane -> lane.state = Lane.State.RUNNING);
            waiting.clear();
            cta.noteMeeting();
        }
    }

    /** Lets {@code lane} execute its instruction again when the phase is complete. */
    public void await(Lane lane) {
        lane.pc--;
        lane.state = Lane.State.WAITING;
        waiting.add(lane);
    }
}
