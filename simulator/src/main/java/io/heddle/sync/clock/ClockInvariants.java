package io.heddle.sync.clock;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * What holds of all clocks between two changes: stamps only grow, so a CTA's floor is not above its
 * last event, and nobody knows of a thread (of an agent, of a barrier) what that has not released
 * yet; a clock says nothing of threads that do not exist, and what {@link CurrentThread} looked up
 * is still so. Tests call {@link #violation(HappensBefore)} after each step of random programs;
 * where assertions are enabled ({@code java -ea}), a CTA is checked at each barrier of all its
 * threads.
 */
public final class ClockInvariants {
    private final HappensBefore clocks;
    private final Set<CtaClock> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ClockInvariants(HappensBefore clocks) {
        this.clocks = clocks;
    }

    /** What does not hold of the clocks of some CTA or object, or null. */
    public static String violation(HappensBefore clocks) {
        for (int cta = 0; cta < clocks.floors.length; cta++) {
            String fault = violation(clocks, cta);
            if (fault != null) {
                return fault;
            }
        }
        ClockInvariants invariants = new ClockInvariants(clocks);
        for (int object = 0; object < clocks.objects.size(); object++) {
            String fault = invariants.remote(clocks.objects.get(object));
            if (fault != null) {
                return "object " + object + " " + fault;
            }
        }
        return null;
    }

    /** What does not hold of the clocks of one CTA, or null; linear in its threads. */
    public static String violation(HappensBefore clocks, int cta) {
        String fault = new ClockInvariants(clocks).cta(cta);
        if (fault == null && !clocks.current().isUpToDate()) {
            fault =
                    "the clocks have changed since thread "
                            + clocks.current().number()
                            + " entered";
        }
        return fault;
    }

    private String cta(int cta) {
        int event = clocks.events[cta];
        if (clocks.floors[cta] < 1 || clocks.floors[cta] > event) {
            return "CTA " + cta + " has the floor " + clocks.floors[cta] + ", its event " + event;
        }
        if (clocks.agentStamps[cta] > event) {
            return "the agent of CTA " + cta + " is at " + clocks.agentStamps[cta];
        }
        if (!clocks.partial) {
            return null;
        }
        for (int barrier = 0; barrier < HappensBefore.NAMED; barrier++) {
            int completion = clocks.completions[cta * HappensBefore.NAMED + barrier];
            if (completion > event) {
                return "barrier " + barrier + " of CTA " + cta + " completed at " + completion;
            }
        }
        int first = cta * clocks.threadsPerCta();
        for (int t = first; t < first + clocks.threadsPerCta(); t++) {
            String fault = thread(t, cta);
            if (fault != null) {
                return "thread " + t + " " + fault;
            }
        }
        return null;
    }

    private String thread(int t, int cta) {
        if (clocks.stamps[t] > clocks.events[cta]) {
            return "is at " + clocks.stamps[t] + ", its CTA at " + clocks.events[cta];
        }
        RemoteClocks others = clocks.remote.of(t);
        if (others.get(cta) != null) {
            return "knows its own CTA as another one";
        }
        String fault = clocks.known[t] == null ? null : clock(clocks.known[t], cta);
        return fault == null ? remote(others) : fault;
    }

    private String remote(RemoteClocks others) {
        for (int i = 0; i < others.ctas.length; i++) {
            if (i > 0 && others.ctas[i - 1] >= others.ctas[i]) {
                return "has the clocks of CTAs in disorder";
            }
            String fault = clock(others.clocks[i], others.ctas[i]);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /**
     * What does not hold of knowledge about a CTA; clocks that threads share are looked at once.
     */
    private String clock(CtaClock clock, int cta) {
        if (!seen.add(clock)) {
            return null;
        }
        if (clock.floor > clocks.floors[cta]) {
            return "knows the floor " + clock.floor + " of CTA " + cta;
        }
        if (clock.rows.length != clocks.layout.count()) {
            return "knows " + clock.rows.length + " rows";
        }
        for (int place = 0; place < clock.rows.length * HappensBefore.WARP; place++) {
            int[] row = clock.rows[place >> HappensBefore.WARP_SHIFT];
            int stamp = row == null ? 0 : row[place & HappensBefore.LANE_MASK];
            if (stamp > released(place, cta)) {
                return "knows the stamp " + stamp + " at place " + place + " of CTA " + cta;
            }
        }
        return null;
    }

    /** The greatest stamp that anybody may know at a place of a {@link CtaClock}. */
    private int released(int place, int cta) {
        ClockRows layout = clocks.layout;
        if (place == layout.agent()) {
            return clocks.agentStamps[cta];
        }
        int barrier = place - layout.completion(0);
        if (barrier >= 0 && barrier < HappensBefore.NAMED) {
            return clocks.events[cta];
        }
        int tid = place < layout.completion(0) ? place : place - layout.turn(0);
        boolean exists = tid >= 0 && tid < clocks.threadsPerCta();
        return exists ? clocks.stamp(cta * clocks.threadsPerCta() + tid) - 1 : 0;
    }
}
