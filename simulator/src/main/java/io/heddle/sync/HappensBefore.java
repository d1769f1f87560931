package io.heddle.sync;

import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Happens-before clocks of the threads of one launch: all executed CTAs, where thread {@code cta *
 * threadsPerCta + tid} has linear index {@code tid} in its CTA.
 *
 * <p>These are vector clocks cut down to what barriers make of them. A barrier over all threads of
 * a CTA raises the CTA's <em>floor</em>, in constant time: whatever its threads did at stamps below
 * the floor is ordered before whatever they do now, one comparison. Only what is known beyond the
 * floor, from barriers over fewer threads and from release/acquire pairs, is kept in {@link
 * CtaClock}s, which all threads leaving a barrier share.
 *
 * <p>An <em>access record</em> packs stamp, thread and instruction in a positive long, stamp on
 * top, so that records of one CTA are below its floor if and only if they compare so; 0 is no
 * access. How the bits are shared out depends on the launch.
 */
public final class HappensBefore {
    static final int WARP = 32;
    static final int WARP_SHIFT = 5;
    static final int LANE_MASK = WARP - 1;

    /** Number of named barriers of a CTA. */
    static final int NAMED = 16;

    private static final int DEFAULT_INSTRUCTIONS = 1 << 18;

    private final int threads;
    private final int threadsPerCta;
    private final int warpsPerCta;

    /**
     * Rows of a {@link CtaClock}: one a warp, one for the completions of named barriers and the
     * agent, and perhaps one a warp for the turns of its threads.
     *
     * <p>A turn says when a thread did something, not that its effect on memory is known: an
     * arrival of copies comes after all that the issuing thread did before, but does not release
     * it.
     */
    private final int rows;

    private final boolean turns;

    private final boolean partial;
    private final boolean acrossCtas;
    private final int instructionBits;
    private final int stampShift;
    private final int maxStamp;

    /** The CTA of {@link #current}. */
    private int currentCta;

    /**
     * By CTA: the last stamp of its agent, which stands for asynchronous copies that no thread
     * waits for but an mbarrier phase. Its number is {@code threads + cta}.
     */
    private final int[] agentStamps;

    /** By CTA: what its threads did at stamps below happens before their present. */
    private final int[] floors;

    /** By CTA: the last synchronisation event, never below the floor. */
    private final int[] events;

    /** By thread: the stamp since its last release, if not below the floor. Null if not partial. */
    private final int[] stamps;

    /**
     * By thread: what it knows of its own CTA; stale if the clock's floor is not the CTA's. Null if
     * not partial.
     */
    private final CtaClock[] known;

    /**
     * By CTA and named barrier: the stamp of its last completed generation, 0 if there is none or
     * all know of it. Null if not partial.
     */
    private final int[] completions;

    /** By thread: what it knows of other CTAs. Null until a release/acquire pair needs it. */
    private RemoteClocks[] remote;

    private final List<Released> objects = new ArrayList<>();

    // The thread of the current access; see enter.
    private int current = -1;
    private int currentBase;
    private int currentFloor;
    private int currentStamp;

    /**
     * Records of the current thread's CTA below this happen before the present of all its threads.
     */
    private long floorRecord;

    private CtaClock currentClock;

    /** What was released into an object. */
    private static final class Released {
        RemoteClocks clocks = RemoteClocks.NONE;
    }

    /** Clocks for all kinds of synchronisation and up to 262,144 instructions. */
    public HappensBefore(int threads, int threadsPerCta) {
        this(threads, threadsPerCta, DEFAULT_INSTRUCTIONS, Synchronisation.ACROSS_CTAS);
    }

    /**
     * Clocks.
     *
     * @param threads of the launch, a multiple of {@code threadsPerCta}
     * @param threadsPerCta threads of a CTA
     * @param instructions instruction indices are below this
     * @param synchronisation all that can occur; more is refused when it does
     */
    public HappensBefore(
            int threads, int threadsPerCta, int instructions, Synchronisation synchronisation) {
        this(threads, threadsPerCta, instructions, synchronisation, false);
    }

    /**
     * Clocks.
     *
     * @param turns true if {@link #releaseTurn} will be used
     */
    public HappensBefore(
            int threads,
            int threadsPerCta,
            int instructions,
            Synchronisation synchronisation,
            boolean turns) {
        if (threadsPerCta < 1 || threads % threadsPerCta != 0 || threads < 1 || instructions < 1) {
            throw new IllegalArgumentException(
                    threads + " threads, " + threadsPerCta + " a CTA, " + instructions);
        }
        this.threads = threads;
        this.threadsPerCta = threadsPerCta;
        partial = synchronisation != Synchronisation.WHOLE_CTAS;
        acrossCtas = synchronisation == Synchronisation.ACROSS_CTAS;
        warpsPerCta = (threadsPerCta + LANE_MASK) >> WARP_SHIFT;
        rows = warpsPerCta + 1 + (turns ? warpsPerCta : 0);
        this.turns = turns;
        instructionBits = bits(instructions);
        int ctas = threads / threadsPerCta;
        stampShift = instructionBits + bits(threads + ctas);
        maxStamp = (int) Math.min(Integer.MAX_VALUE, (1L << (63 - stampShift)) - 1);
        agentStamps = new int[ctas];
        floors = new int[ctas];
        events = new int[ctas];
        Arrays.fill(floors, 1);
        Arrays.fill(events, 1);
        stamps = partial ? new int[threads] : null;
        known = partial ? new CtaClock[threads] : null;
        completions = partial ? new int[ctas * NAMED] : null;
    }

    private static int bits(int values) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(1, values - 1));
    }

    /** Threads of the launch. */
    public int threads() {
        return threads;
    }

    /** Threads of a CTA. */
    public int threadsPerCta() {
        return threadsPerCta;
    }

    /** True if other synchronisation than barriers over all threads of a CTA can occur. */
    boolean isPartial() {
        return partial;
    }

    /** True if threads of different CTAs can synchronise. */
    boolean isAcrossCtas() {
        return acrossCtas;
    }

    /**
     * A stamp for the current accesses of {@code thread}: at least 1, and greater after each
     * synchronisation in which it releases.
     */
    public int stamp(int thread) {
        int floor = floors[thread / threadsPerCta];
        return partial ? Math.max(floor, stamps[thread]) : floor;
    }

    /**
     * True if what thread {@code other} did at its stamp {@code stamp} happens before the present
     * of {@code thread}.
     */
    public boolean ordered(int other, int stamp, int thread) {
        if (other == thread) {
            return true;
        }
        int cta = thread / threadsPerCta;
        int tid = other - cta * threadsPerCta;
        if (Integer.compareUnsigned(tid, threadsPerCta) < 0) {
            if (stamp < floors[cta]) {
                return true;
            }
            CtaClock clock = knowledge(thread, floors[cta]);
            return clock != null && clock.knows(tid, stamp);
        }
        return knowsRemote(other, stamp, thread);
    }

    private CtaClock knowledge(int thread, int floor) {
        CtaClock clock = partial ? known[thread] : null;
        return clock != null && clock.floor == floor ? clock : null;
    }

    private boolean knowsRemote(int other, int stamp, int thread) {
        if (remote == null || remote[thread] == null) {
            return false;
        }
        CtaClock clock = remote[thread].get(other / threadsPerCta);
        return clock != null && clock.knows(other % threadsPerCta, stamp);
    }

    /**
     * All threads of {@code cta} that have not exited meet at a barrier: what any thread of the CTA
     * did before, exited ones included, happens before what those do from now on. Constant time.
     */
    public void fullBarrier(int cta) {
        floors[cta] = nextEvent(cta);
        if (partial) {
            Arrays.fill(completions, cta * NAMED, (cta + 1) * NAMED, 0);
        }
        if (remote != null) {
            shareRemote(cta);
        }
    }

    private void shareRemote(int cta) {
        RemoteClocks all = RemoteClocks.NONE;
        int base = cta * threadsPerCta;
        for (int t = base; t < base + threadsPerCta; t++) {
            if (remote[t] != null) {
                all = all.join(remote[t], rows);
            }
        }
        if (all != RemoteClocks.NONE) {
            Arrays.fill(remote, base, base + threadsPerCta, all);
        }
    }

    /**
     * A generation of a barrier over some threads of one CTA completes: what the arriving threads
     * did before it happens before what the waiting threads do from now on.
     *
     * @param arriving threads that release now: those that have waited, exited ones that count as
     *     arrived, and any that arrive only now
     * @param waiting threads that acquire, all among the arriving ones
     */
    public void generation(int[] arriving, int arrivingCount, int[] waiting, int waitingCount) {
        requirePartial();
        if (arrivingCount == 0) {
            return;
        }
        if (arrivingCount == threadsPerCta && waitingCount == threadsPerCta) {
            fullBarrier(arriving[0] / threadsPerCta);
            return;
        }
        meet(arriving, arrivingCount, waiting, waitingCount, RemoteClocks.NONE, -1);
    }

    /**
     * A generation of a named barrier of one CTA completes, in which not all threads of the CTA
     * waited: what the waiting threads did, and what those that went on released into {@code
     * object} when they arrived, happens before what the waiting threads do from now on. The object
     * is empty afterwards.
     *
     * @param waiting threads that have waited
     * @param object of those that went on, or -1 if there are none
     */
    void completion(int cta, int barrier, int[] waiting, int waitingCount, int object) {
        requirePartial();
        RemoteClocks released = object < 0 ? RemoteClocks.NONE : objects.get(object).clocks;
        completions[cta * NAMED + barrier] = 0;
        if (waitingCount > 0) {
            meet(waiting, waitingCount, waiting, waitingCount, released, barrier);
        }
        if (object >= 0) {
            objects.get(object).clocks = RemoteClocks.NONE;
        }
    }

    /**
     * True if the last completed generation of a named barrier of its CTA, if there is one in which
     * somebody waited, happens before the present of {@code thread}: in every schedule the barrier
     * has been recycled by now (WEFT, section 4.2).
     */
    boolean knowsCompletion(int thread, int barrier) {
        int cta = thread / threadsPerCta;
        int stamp = partial ? completions[cta * NAMED + barrier] : 0;
        if (stamp < floors[cta]) {
            return true;
        }
        CtaClock clock = knowledge(thread, floors[cta]);
        return clock != null && clock.knows(completionRow(barrier), stamp);
    }

    /** Where a {@link CtaClock} has the completions of a named barrier. */
    private int completionRow(int barrier) {
        return (warpsPerCta << WARP_SHIFT) + barrier;
    }

    private void meet(
            int[] arriving,
            int arrivingCount,
            int[] waiting,
            int waitingCount,
            RemoteClocks released,
            int barrier) {
        int cta = arriving[0] / threadsPerCta;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        RemoteClocks others = collect(arriving, arrivingCount, join);
        CtaClock own = released.get(cta);
        if (own != null && own.floor == floors[cta]) {
            join.add(own);
        }
        if (barrier >= 0) {
            int event = events[cta] + 1; // which the arriving threads advance to below
            join.add(completionRow(barrier), event);
            completions[cta * NAMED + barrier] = event;
        }
        CtaClock clock = join.toClock();
        for (int i = 0; i < waitingCount; i++) {
            known[waiting[i]] = clock;
        }
        others = others.join(released.without(cta), rows);
        if (others != RemoteClocks.NONE) {
            learn(waiting, waitingCount, others);
        }
        advance(arriving, arrivingCount);
    }

    /** What some threads of a CTA know and did: adds it to the join, returns that of other CTAs. */
    private RemoteClocks collect(int[] some, int count, CtaClock.Join join) {
        int cta = some[0] / threadsPerCta;
        RemoteClocks others = RemoteClocks.NONE;
        for (int i = 0; i < count; i++) {
            int t = some[i];
            join.add(knowledge(t, floors[cta]));
            int stamp = Math.max(floors[cta], stamps[t]);
            join.add(t - cta * threadsPerCta, stamp);
            if (turns) {
                join.add(turn(t - cta * threadsPerCta), stamp);
            }
            if (remote != null && remote[t] != null) {
                others = others.join(remote[t], rows);
            }
        }
        return others;
    }

    private void learn(int[] some, int count, RemoteClocks clocks) {
        if (!acrossCtas) {
            throw new IllegalStateException("the clocks are not for synchronisation across CTAs");
        }
        if (remote == null) {
            remote = new RemoteClocks[threads];
        }
        for (int i = 0; i < count; i++) {
            RemoteClocks before = remote[some[i]];
            remote[some[i]] = before == null ? clocks : before.join(clocks, rows);
        }
    }

    private void advance(int[] some, int count) {
        int event = nextEvent(some[0] / threadsPerCta);
        for (int i = 0; i < count; i++) {
            stamps[some[i]] = event;
        }
    }

    private void requirePartial() {
        if (!partial) {
            throw new IllegalStateException("the clocks are for barriers over whole CTAs only");
        }
    }

    private int nextEvent(int cta) {
        current = -1;
        if (events[cta] >= maxStamp) {
            throw new LimitExceededException(
                    "more than " + maxStamp + " synchronisations in one CTA");
        }
        return ++events[cta];
    }

    /**
     * A new object to synchronise through: an mbarrier phase, a flag with release and acquire
     * accesses. Nothing is released into it yet.
     */
    public int newObject() {
        requirePartial();
        objects.add(new Released());
        return objects.size() - 1;
    }

    /** {@code thread} releases: what it did and knows up to now is what later acquirers get. */
    public void release(int thread, int object) {
        release(new int[] {thread}, 1, object);
    }

    /** Threads of one CTA release. */
    public void release(int[] releasing, int count, int object) {
        requirePartial();
        if (count == 0) {
            return;
        }
        int cta = releasing[0] / threadsPerCta;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        RemoteClocks others = collect(releasing, count, join);
        Released released = objects.get(object);
        released.clocks = released.clocks.with(cta, join.toClock(), rows).join(others, rows);
        advance(releasing, count);
    }

    /** {@code thread} acquires what has been released into {@code object}. */
    public void acquire(int thread, int object) {
        requirePartial();
        current = -1;
        RemoteClocks released = objects.get(object).clocks;
        int cta = thread / threadsPerCta;
        CtaClock own = released.get(cta);
        if (own != null && own.floor == floors[cta]) {
            CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
            join.add(knowledge(thread, floors[cta]));
            join.add(own);
            known[thread] = join.toClock();
        }
        RemoteClocks others = released.without(cta);
        if (others != RemoteClocks.NONE) {
            learn(new int[] {thread}, 1, others);
        }
    }

    /**
     * The agent of a CTA acts after all that it acted on before, and releases what it does into
     * {@code object}: whoever acquires that is ordered after it. It knows nothing itself.
     *
     * @return its number, to be entered like a thread's
     */
    int agentRelease(int cta, int object) {
        requirePartial();
        int event = nextEvent(cta);
        agentStamps[cta] = event;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        join.add(agentRow(), event);
        Released released = objects.get(object);
        released.clocks = released.clocks.with(cta, join.toClock(), rows);
        return threads + cta;
    }

    /** Where a {@link CtaClock} has the agent. */
    private int agentRow() {
        return (warpsPerCta << WARP_SHIFT) + LANE_MASK;
    }

    /** True for an agent's number. */
    public boolean isAgent(int thread) {
        return thread >= threads;
    }

    private boolean isKnown(CtaClock clock, CtaClock knowledge, int thread, int firstRow) {
        int tid = thread % threadsPerCta;
        return clock.isKnown(knowledge, tid, turns ? turn(tid) : -1, firstRow);
    }

    /**
     * True if all turns that were released into {@code object}, and what the agent released, come
     * before the present of a thread.
     */
    boolean knowsReleased(int thread, int object) {
        int cta = thread / threadsPerCta;
        CtaClock released = objects.get(object).clocks.get(cta);
        return released == null
                || released.floor != floors[cta]
                || isKnown(
                        released, knowledge(thread, floors[cta]), thread, turns ? warpsPerCta : 0);
    }

    /** True if the turn of a thread at {@code stamp} was released into {@code object}. */
    boolean hasReleased(int object, int thread, int stamp) {
        int cta = thread / threadsPerCta;
        CtaClock released = objects.get(object).clocks.get(cta);
        int tid = thread - cta * threadsPerCta;
        return released != null && released.knows(turns ? turn(tid) : tid, stamp);
    }

    /** Where a {@link CtaClock} has the turns of a thread. */
    private int turn(int tid) {
        return (warpsPerCta + 1 << WARP_SHIFT) + tid;
    }

    /**
     * Something that comes after the present of {@code thread} will release into {@code object},
     * but not what the thread did and knows.
     */
    void releaseTurn(int thread, int object) {
        requirePartial();
        int cta = thread / threadsPerCta;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        CtaClock own = knowledge(thread, floors[cta]);
        if (own != null) {
            join.add(own.from(warpsPerCta + 1));
        }
        join.add(turn(thread - cta * threadsPerCta), Math.max(floors[cta], stamps[thread]));
        Released released = objects.get(object);
        released.clocks = released.clocks.with(cta, join.toClock(), rows);
        advance(new int[] {thread}, 1);
    }

    /**
     * As {@link #generation} of threads that all wait, but one that {@link #forget} can take back:
     * never a barrier over the whole CTA.
     */
    public void meet(int[] some) {
        requirePartial();
        meet(some, some.length, some, some.length, RemoteClocks.NONE, -1);
    }

    /** What some threads of one CTA knew of it at some time. */
    public static final class Knowledge {
        private final CtaClock[] clocks;

        private Knowledge(CtaClock[] clocks) {
            this.clocks = clocks;
        }
    }

    /** What some threads know now of the other threads of their CTA. */
    public Knowledge knowledge(int[] some) {
        requirePartial();
        CtaClock[] clocks = new CtaClock[some.length];
        for (int i = 0; i < some.length; i++) {
            clocks[i] = known[some[i]];
        }
        return new Knowledge(clocks);
    }

    /**
     * Some threads know no more of each other than they did before, and what they did since is
     * known to none: they do what comes next instead of that.
     */
    public void forget(int[] some, Knowledge before) {
        requirePartial();
        for (int i = 0; i < some.length; i++) {
            known[some[i]] = before.clocks[i];
        }
        advance(some, some.length);
    }

    /** Makes {@code thread} the one that {@link #isBefore} and {@link #record} speak of. */
    void enter(int thread) {
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
        currentClock = knowledge(thread, currentFloor);
    }

    private void enterCta(int cta) {
        currentCta = cta;
        currentBase = cta * threadsPerCta;
        currentFloor = floors[cta];
        floorRecord = (long) currentFloor << stampShift;
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
    boolean enterWarp(int warpThread, int lanes) {
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
    void enterLane(int thread) {
        current = thread;
    }

    /** The current thread. */
    int current() {
        return current;
    }

    /** The record of an access by the current thread. */
    long record(int instruction) {
        return (long) currentStamp << stampShift | (long) current << instructionBits | instruction;
    }

    /** The thread of a record. */
    int thread(long record) {
        return (int) ((record & ((1L << stampShift) - 1)) >>> instructionBits);
    }

    /** The instruction of a record. */
    int instruction(long record) {
        return (int) (record & ((1L << instructionBits) - 1));
    }

    /** The stamp of a record. */
    int stampOf(long record) {
        return (int) (record >>> stampShift);
    }

    /** True if a recorded access happens before the present of the current thread. */
    boolean isBefore(long record) {
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
                                    && currentClock.knows(agentRow(), stampOf(record))));
        }
        return remote != null && knowsRemote(other, stampOf(record), current);
    }

    /**
     * True if accesses by all 32 threads of a warp at the stamp of a record happen before the
     * present of the current thread, for other reasons than program order. May be false though it
     * is so.
     */
    boolean isWarpBefore(long record) {
        int tid = thread(record) - currentBase;
        return Integer.compareUnsigned(tid, threadsPerCta) < 0
                && (record < floorRecord
                        || (currentClock != null
                                && currentClock.knowsWarp(tid >> WARP_SHIFT, stampOf(record))));
    }

    /** True if the access is of the current thread's CTA and since its last barrier over all. */
    boolean isSinceFloor(long record) {
        return record >= floorRecord && isSameCta(record);
    }

    /** True if the record is of the current thread's CTA. */
    boolean isSameCta(long record) {
        int thread = thread(record);
        return Integer.compareUnsigned(thread - currentBase, threadsPerCta) < 0
                || thread - threads == currentCta;
    }

    /** True if both records are of one CTA. */
    boolean isSameCta(long record, long other) {
        return ctaOf(thread(record)) == ctaOf(thread(other));
    }

    private int ctaOf(int thread) {
        return thread < threads ? thread / threadsPerCta : thread - threads;
    }

    /** The position of a record's thread in its warp. */
    int lane(long record) {
        int thread = thread(record);
        return thread < threads ? (thread % threadsPerCta) & LANE_MASK : 0;
    }

    /** The lane of the current thread in its warp. */
    int currentLane() {
        return current < threads ? (current - currentBase) & LANE_MASK : 0;
    }

    /** The record of the same stamp and instruction by the thread {@code lanes} further on. */
    long moveLane(long record, int lanes) {
        return record + ((long) lanes << instructionBits);
    }

    /**
     * The accesses of several lanes of a warp at one stamp and instruction: one that does not
     * happen before the present of the current thread, or 0.
     *
     * @param warp the record that the warp's first lane would have
     * @param lanes bit set
     */
    long unordered(long warp, int lanes) {
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
