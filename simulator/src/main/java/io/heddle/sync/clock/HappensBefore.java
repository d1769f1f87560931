package io.heddle.sync.clock;

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
 * <p>Here they are changed; {@link CurrentThread} asks them of {@link AccessRecords}.
 */
public final class HappensBefore {
    /** Threads of a warp; the last one of a CTA may have fewer. */
    public static final int WARP = 32;

    /** The warp of a thread is its number shifted right by this. */
    public static final int WARP_SHIFT = 5;

    /** The bits of a thread's number that are its lane. */
    public static final int LANE_MASK = WARP - 1;

    /** Number of named barriers of a CTA. */
    public static final int NAMED = 16;

    private static final int DEFAULT_INSTRUCTIONS = 1 << 18;

    private final int threads;
    private final int threadsPerCta;
    final ClockRows layout;

    /** Rows of a {@link CtaClock}. */
    private final int rows;

    final boolean partial;
    final boolean acrossCtas;
    private final int maxStamp;

    /**
     * By CTA: the last stamp of its agent, which stands for asynchronous copies that no thread
     * waits for but an mbarrier phase. Its number is {@code threads + cta}.
     */
    final int[] agentStamps;

    /** By CTA: what its threads did at stamps below happens before their present. */
    final int[] floors;

    /** By CTA: the last synchronisation event, never below the floor. */
    final int[] events;

    /** By thread: the stamp since its last release, if not below the floor. Null if not partial. */
    final int[] stamps;

    /**
     * By thread: what it knows of its own CTA; stale if the clock's floor is not the CTA's. Null if
     * not partial.
     */
    final CtaClock[] known;

    /**
     * By CTA and named barrier: the stamp of its last completed generation, 0 if there is none or
     * all know of it. Null if not partial.
     */
    final int[] completions;

    /** What each thread knows of other CTAs. */
    final RemoteKnowledge remote;

    /** What has been released into each object. */
    final List<RemoteClocks> objects = new ArrayList<>();

    private final CurrentThread current;

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
        layout = ClockRows.of(threadsPerCta, turns);
        rows = layout.count();
        int ctas = threads / threadsPerCta;
        agentStamps = new int[ctas];
        floors = new int[ctas];
        events = new int[ctas];
        Arrays.fill(floors, 1);
        Arrays.fill(events, 1);
        stamps = partial ? new int[threads] : null;
        known = partial ? new CtaClock[threads] : null;
        completions = partial ? new int[ctas * NAMED] : null;
        remote = new RemoteKnowledge(threads, threadsPerCta, rows);
        current = new CurrentThread(this, instructions);
        maxStamp = current.maxStamp();
    }

    /** The thread whose access is being judged. */
    public CurrentThread current() {
        return current;
    }

    /** Threads of the launch. */
    public int threads() {
        return threads;
    }

    /** Threads of a CTA. */
    public int threadsPerCta() {
        return threadsPerCta;
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
        return remote.knows(thread, other, stamp);
    }

    /** What a thread knows beyond the floor of its CTA, or null if that is all. */
    private CtaClock knowledge(int thread, int floor) {
        CtaClock clock = partial ? known[thread] : null;
        return clock != null && clock.floor == floor ? clock : null;
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
        remote.share(cta);
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
    public void completion(int cta, int barrier, int[] waiting, int waitingCount, int object) {
        requirePartial();
        RemoteClocks released = object < 0 ? RemoteClocks.NONE : objects.get(object);
        completions[cta * NAMED + barrier] = 0;
        if (waitingCount > 0) {
            meet(waiting, waitingCount, waiting, waitingCount, released, barrier);
        }
        if (object >= 0) {
            objects.set(object, RemoteClocks.NONE);
        }
    }

    /**
     * True if the last completed generation of a named barrier of its CTA, if there is one in which
     * somebody waited, happens before the present of {@code thread}: in every schedule the barrier
     * has been recycled by now (WEFT, section 4.2).
     */
    public boolean knowsCompletion(int thread, int barrier) {
        int cta = thread / threadsPerCta;
        int stamp = partial ? completions[cta * NAMED + barrier] : 0;
        if (stamp < floors[cta]) {
            return true;
        }
        CtaClock clock = knowledge(thread, floors[cta]);
        return clock != null && clock.knows(layout.completion(barrier), stamp);
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
            join.add(layout.completion(barrier), event);
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
            if (layout.turns()) {
                join.add(layout.turn(t - cta * threadsPerCta), stamp);
            }
            others = others.join(remote.of(t), rows);
        }
        return others;
    }

    private void learn(int[] some, int count, RemoteClocks clocks) {
        if (!acrossCtas) {
            throw new IllegalStateException("the clocks are not for synchronisation across CTAs");
        }
        remote.learn(some, count, clocks);
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
        current.leave();
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
        objects.add(RemoteClocks.NONE);
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
        RemoteClocks before = objects.get(object);
        objects.set(object, before.with(cta, join.toClock(), rows).join(others, rows));
        advance(releasing, count);
    }

    /** What has been released into one object counts as released into another one, too. */
    public void transfer(int from, int to) {
        objects.set(to, objects.get(to).join(objects.get(from), rows));
    }

    /** {@code thread} acquires what has been released into {@code object}. */
    public void acquire(int thread, int object) {
        requirePartial();
        current.leave();
        RemoteClocks released = objects.get(object);
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
    public int agentRelease(int cta, int object) {
        requirePartial();
        int event = nextEvent(cta);
        agentStamps[cta] = event;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        join.add(layout.agent(), event);
        objects.set(object, objects.get(object).with(cta, join.toClock(), rows));
        return threads + cta;
    }

    /** True for an agent's number. */
    public boolean isAgent(int thread) {
        return thread >= threads;
    }

    private boolean isKnown(CtaClock clock, CtaClock knowledge, int thread) {
        int tid = thread % threadsPerCta;
        return clock.isKnown(
                knowledge, tid, layout.turns() ? layout.turn(tid) : -1, layout.firstArrivals());
    }

    /**
     * True if all turns that were released into {@code object}, and what the agent released, come
     * before the present of a thread.
     */
    public boolean knowsReleased(int thread, int object) {
        int cta = thread / threadsPerCta;
        CtaClock released = objects.get(object).get(cta);
        return released == null
                || released.floor != floors[cta]
                || isKnown(released, knowledge(thread, floors[cta]), thread);
    }

    /** True if the turn of a thread at {@code stamp} was released into {@code object}. */
    public boolean hasReleased(int object, int thread, int stamp) {
        int cta = thread / threadsPerCta;
        CtaClock released = objects.get(object).get(cta);
        int tid = thread - cta * threadsPerCta;
        return released != null && released.knows(layout.arrivals(tid), stamp);
    }

    /**
     * Something that comes after the present of {@code thread} will release into {@code object},
     * but not what the thread did and knows.
     */
    public void releaseTurn(int thread, int object) {
        requirePartial();
        int cta = thread / threadsPerCta;
        CtaClock.Join join = new CtaClock.Join(floors[cta], rows);
        CtaClock own = knowledge(thread, floors[cta]);
        if (own != null) {
            join.add(own.from(layout.firstTurns()));
        }
        join.add(layout.turn(thread - cta * threadsPerCta), Math.max(floors[cta], stamps[thread]));
        objects.set(object, objects.get(object).with(cta, join.toClock(), rows));
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
}
