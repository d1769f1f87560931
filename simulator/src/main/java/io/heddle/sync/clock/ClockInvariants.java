package io.heddle.sync.clock;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
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

    /** What does not hold of the clocks of some CTA or object. */
    public static Optional<String> violation(HappensBefore clocks) {
        for (int cta = 0; cta < clocks.floors.length; cta++) {
            Optional<String> fault = violation(clocks, cta);
            if (fault.isPresent()) {
                return fault;
            }
        }
        ClockInvariants invariants = new ClockInvariants(clocks);
        for (int object = 0; object < clocks.objects.size(); object++) {
            Optional<String> fault = invariants.remote(clocks.objects.get(object));
            if (fault.isPresent()) {
                return Optional.of("object " + object + " " + fault.get());
            }
        }
        return Optional.empty();
    }

    /** What does not hold of the clocks of one CTA; linear in its threads. */
    public static Optional<String> violation(HappensBefore clocks, int cta) {
        Optional<String> fault = new ClockInvariants(clocks).cta(cta);
        if (fault.isEmpty() && !clocks.current().isUpToDate()) {
            int number = clocks.current().number();
            return Optional.of("the clocks have changed since thread " + number + " entered");
        }
        return fault;
    }

    private Optional<String> cta(int cta) {
        int event = clocks.events[cta];
        if (clocks.floors[cta] < 1 || clocks.floors[cta] > event) {
            return Optional.of(
                    "CTA " + cta + " has the floor " + clocks.floors[cta] + ", its event " + event);
        }
        if (clocks.agentStamps[cta] > event) {
            return Optional.of("the agent of CTA " + cta + " is at " + clocks.agentStamps[cta]);
        }
        if (!clocks.partial) {
            return Optional.empty();
        }
        for (int barrier = 0; barrier < HappensBefore.NAMED; barrier++) {
            int completion = clocks.completions[cta * HappensBefore.NAMED + barrier];
            if (completion > event) {
                return Optional.of(
                        "barrier " + barrier + " of CTA " + cta + " completed at " + completion);
            }
        }
        int first = cta * clocks.threadsPerCta();
        for (int t = first; t < first + clocks.threadsPerCta(); t++) {
            Optional<String> fault = thread(t, cta);
            if (fault.isPresent()) {
                return Optional.of("thread " + t + " " + fault.get());
            }
        }
        return Optional.empty();
    }

    private Optional<String> thread(int t, int cta) {
        if (clocks.stamps[t] > clocks.events[cta]) {
            return Optional.of("is at " + clocks.stamps[t] + ", its CTA at " + clocks.events[cta]);
        }
        RemoteClocks others = clocks.remote.of(t);
        if (others.get(cta) != null) {
            return Optional.of("knows its own CTA as another one");
        }
        Optional<String> fault =
                clocks.known[t] == null ? Optional.empty() : clock(clocks.known[t], cta);
        return fault.isEmpty() ? remote(others) : fault;
    }

    private Optional<String> remote(RemoteClocks others) {
        for (int i = 0; i < others.ctas.length; i++) {
            if (i > 0 && others.ctas[i - 1] >= others.ctas[i]) {
                return Optional.of("has the clocks of CTAs in disorder");
            }
            Optional<String> fault = clock(others.clocks[i], others.ctas[i]);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    /**
     * What does not hold of knowledge about a CTA; clocks that threads share are looked at once.
     */
    private Optional<String> clock(CtaClock clock, int cta) {
        if (!seen.add(clock)) {
            return Optional.empty();
        }
        if (clock.floor > clocks.floors[cta]) {
            return Optional.of("knows the floor " + clock.floor + " of CTA " + cta);
        }
        if (clock.rows.length != clocks.layout.count()) {
            return Optional.of("knows " + clock.rows.length + " rows");
        }
        for (int place = 0; place < clock.rows.length * HappensBefore.WARP; place++) {
            int[] row = clock.rows[place >> HappensBefore.WARP_SHIFT];
            int stamp = row == null ? 0 : row[place & HappensBefore.LANE_MASK];
            if (stamp > released(place, cta)) {
                return Optional.of(
                        "knows the stamp " + stamp + " at place " + place + " of CTA " + cta);
            }
        }
        return Optional.empty();
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
