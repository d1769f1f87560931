package io.heddle.sync.clock;

/**
 * The thread whose access is being judged: what of the past happens before its present.
 *
 * <p>It reads the clocks of {@link HappensBefore} and keeps what it looked up until that changes
 * them. Each access of a shadow enters it first.
 */
public final class CurrentThread extends AccessRecords {
    private static final int NOBODY = -1;

    private final boolean partial;
    private final boolean acrossCtas;
    private final int agentRow;

    // Those of HappensBefore.
    private final int[] floors;
    private final int[] agentStamps;
    private final int[] stamps;
    private final CtaClock[] known;
    private final RemoteKnowledge remote;

    private int current = NOBODY;
    private int currentCta;
    private int currentBase;
    private int currentFloor;
    private int currentStamp;

    /**
     * Records of the current thread's CTA below this happen before the present of all its threads.
     */
    private long floorRecord;

    private CtaClock currentClock;

    /**
     * @param clocks what is known
     * @param instructions instruction indices are below this
     */
    CurrentThread(HappensBefore clocks, int instructions) {
        super(clocks.threads(), clocks.threadsPerCta(), instructions);
        partial = clocks.partial;
        acrossCtas = clocks.acrossCtas;
        agentRow = clocks.layout.agent();
        floors = clocks.floors;
        agentStamps = clocks.agentStamps;
        stamps = clocks.stamps;
        known = clocks.known;
        remote = clocks.remote;
    }

    /** True if other synchronisation than barriers over all threads of a CTA can occur. */
    public boolean isPartial() {
        return partial;
    }

    /** True if threads of different CTAs can synchronise. */
    public boolean isAcrossCtas() {
        return acrossCtas;
    }

    /** The clocks have changed: whoever comes next is looked up again. */
    void leave() {
        current = NOBODY;
    }

    /** Makes {@code thread} the one that {@link #isBefore} and {@link #record} speak of. */
    public void enter(int thread) {
        if (thread == current) {
            return;
        }
        if (thread >= threads) {
            enterAgent(thread);
            return;
        }
        if (current < 0
                || current >= threads
                || Integer.compareUnsigned(thread - currentBase, threadsPerCta) >= 0) {
            int cta = thread / threadsPerCta;
            enterCta(cta);
        }
        current = thread;
        currentStamp = partial ? Math.max(currentFloor, stamps[thread]) : currentFloor;
        CtaClock clock = partial ? known[thread] : null;
        currentClock = clock != null && clock.floor == currentFloor ? clock : null;
    }

    private void enterCta(int cta) {
        currentCta = cta;
        currentBase = cta * threadsPerCta;
        currentFloor = floors[cta];
        floorRecord = atStamp(currentFloor);
    }

    private void enterAgent(int agent) {
        enterCta(agent - threads);
        current = agent;
        currentStamp = agentStamps[currentCta];
        currentClock = null;
    }

    /**
     * As {@link #enter} for all of {@code lanes} at once, if they have the same stamp and
     * knowledge; the first of them becomes the current thread, and {@link #enterLane} may follow.
     * False if they have not.
     */
    public boolean enterWarp(int warpThread, int lanes) {
        int firstLane = Integer.numberOfTrailingZeros(lanes);
        enter(warpThread + firstLane);
        if (!partial) {
            return true;
        }
        int firstStamp = stamps[warpThread + firstLane];
        CtaClock firstClock = known[warpThread + firstLane];
        for (int rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
            int thread = warpThread + Integer.numberOfTrailingZeros(rest);
            if (stamps[thread] != firstStamp || known[thread] != firstClock) {
                return false;
            }
        }
        return true;
    }

    /** Makes another of the lanes given to {@link #enterWarp} the current thread. */
    public void enterLane(int thread) {
        current = thread;
    }

    /** True if nobody has entered, or what was looked up of who has is still so. */
    boolean isUpToDate() {
        if (current == NOBODY) {
            return true;
        }
        boolean agent = current >= threads;
        int cta = agent ? current - threads : current / threadsPerCta;
        CtaClock clock = agent || !partial ? null : known[current];
        return currentCta == cta
                && currentBase == cta * threadsPerCta
                && currentFloor == floors[cta]
                && floorRecord == atStamp(currentFloor)
                && currentStamp == present(current)
                && currentClock == (clock != null && clock.floor == currentFloor ? clock : null);
    }

    /**
     * The stamp at which any thread or agent would access now; 0 if there is none of the number.
     */
    public int present(int number) {
        if (number < 0 || number >= threads + floors.length) {
            return 0;
        }
        if (number >= threads) {
            return agentStamps[number - threads];
        }
        int floor = floors[number / threadsPerCta];
        return partial ? Math.max(floor, stamps[number]) : floor;
    }

    /** Its number. */
    public int number() {
        return current;
    }

    /** The record of an access by the current thread. */
    public long record(int instruction) {
        return record(currentStamp, current, instruction);
    }

    /** True if a recorded access happens before the present of the current thread. */
    public boolean isBefore(long record) {
        int other = thread(record);
        int tid = other - currentBase;
        if (Integer.compareUnsigned(tid, threadsPerCta) < 0) {
            return record < floorRecord
                    || other == current
                    || (currentClock != null && currentClock.knows(tid, stampOf(record)));
        }
        if (other >= threads) {
            return other - threads == currentCta
                    && (record < floorRecord
                            || (currentClock != null
                                    && currentClock.knows(agentRow, stampOf(record))));
        }
        return remote.knows(current, other, stampOf(record));
    }

    /**
     * True if accesses by all 32 threads of a warp at the stamp of a record happen before the
     * present of the current thread, for other reasons than program order. May be false though it
     * is so.
     */
    public boolean isWarpBefore(long record) {
        int tid = thread(record) - currentBase;
        return Integer.compareUnsigned(tid, threadsPerCta) < 0
                && (record < floorRecord
                        || (currentClock != null
                                && currentClock.knowsWarp(
                                        tid >> HappensBefore.WARP_SHIFT, stampOf(record))));
    }

    /** True if the access is of the current thread's CTA and since its last barrier over all. */
    public boolean isSinceFloor(long record) {
        return record >= floorRecord && isSameCta(record);
    }

    /** True if the record is of the current thread's CTA. */
    public boolean isSameCta(long record) {
        int thread = thread(record);
        return Integer.compareUnsigned(thread - currentBase, threadsPerCta) < 0
                || thread - threads == currentCta;
    }

    /** The lane of the current thread in its warp. */
    public int lane() {
        return current < threads ? (current - currentBase) & HappensBefore.LANE_MASK : 0;
    }

    /**
     * The accesses of several lanes of a warp at one stamp and instruction: one that does not
     * happen before the present of the current thread, or 0.
     *
     * @param warp the record that the warp's first lane would have
     * @param lanes bit set
     */
    public long unordered(long warp, int lanes) {
        if ((warp < floorRecord && isSameCta(warp)) || (lanes == -1 && isWarpBefore(warp))) {
            return 0;
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            long record = moveLane(warp, Integer.numberOfTrailingZeros(rest));
            if (!isBefore(record)) {
                return record;
            }
        }
        return 0;
    }
}
