package io.heddle.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.barrier.BarrierFault;
import io.heddle.sync.barrier.Barriers;
import io.heddle.sync.shadow.Conflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@link Barriers}, the clocks and the shadow against the two slow checkers, Figure 4 of WEFT over
 * the recorded trace and all traces of small programs: in several schedules of a program they must
 * find the same faults at the same steps, and the same accesses that race.
 */
final class Comparison {
    private final int states;
    private final int schedules;
    private final Map<String, Integer> counts = new TreeMap<>();
    private boolean counting = true;

    /**
     * A comparison of programs.
     *
     * @param states all traces of a program are explored if it has no more states; 0 for none
     * @param schedules of each program
     */
    Comparison(int states, int schedules) {
        this.states = states;
        this.schedules = schedules;
    }

    /** How many programs, runs and races there were, by sort. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** Fails unless there were enough of a sort. */
    void requireAtLeast(int least, String sort) {
        assertTrue(counts.getOrDefault(sort, 0) >= least, sort + " too rare: " + counts);
    }

    private void count(String sort) {
        count(sort, 1);
    }

    private void count(String sort, int more) {
        if (counting) {
            counts.merge(sort, more, Integer::sum);
        }
    }

    /** Fails with a smallest program if there is a difference. */
    void compare(CtaProgram cta, int seed) {
        try {
            check(cta, seed);
        } catch (AssertionError e) {
            counting = false;
            CtaProgram smallest = shrink(cta, seed);
            String difference = difference(smallest, seed);
            throw new AssertionError("seed " + seed + ": " + smallest + difference, e);
        }
    }

    /** Null if there is none. */
    private String difference(CtaProgram cta, int seed) {
        try {
            check(cta, seed);
            return null;
        } catch (AssertionError e) {
            return e.getMessage();
        }
    }

    /** Removes commands as long as there is a difference. */
    private CtaProgram shrink(CtaProgram cta, int seed) {
        for (int t = 0; t < cta.threads().size(); t++) {
            List<Command> commands = cta.threads().get(t).commands();
            for (int i = 0; i < commands.size(); i++) {
                List<Command> fewer = new ArrayList<>(commands);
                fewer.remove(i);
                CtaProgram smaller = cta.with(t, fewer);
                if (difference(smaller, seed) != null) {
                    return shrink(smaller, seed);
                }
            }
        }
        return cta;
    }

    private void check(CtaProgram cta, int seed) {
        Boolean well = null;
        Set<Race> racesOfTwo = null;
        AllTraces all = new AllTraces(cta, states);
        AllTraces lanes = cta.isAligned() ? all : new AllTraces(cta.split(), states);
        if (lanes.isComplete() && all.isComplete()) {
            well = lanes.isWellSynchronised();
            racesOfTwo = well ? all.races() : null;
            countDefects(all, lanes);
        }
        Set<Race> races = null;
        Set<Race> conflicts = cta.conflicts();
        for (int schedule = 0; schedule < schedules; schedule++) {
            ProductionRun run = new ProductionRun(cta, new Random(31L * seed + schedule));
            StaticOrder order = new StaticOrder(run.trace());
            checkFaults(run, order);
            if (cta.isMixed() && well != null && well && !order.isWellSynchronised()) {
                count("runs of mixed programs: not proved, though well-synchronised");
                racesOfTwo = null;
            } else if (well != null) {
                assertEquals(well, order.isWellSynchronised(), "well-synchronised");
            }
            well = order.isWellSynchronised();
            if (well) {
                Set<Race> found = order.races(conflicts);
                checkRaces(run, found);
                if (races != null) {
                    assertEquals(races, found, "races in two schedules");
                }
                races = found;
            }
        }
        if (racesOfTwo != null) {
            Set<Race> ofTwo = new TreeSet<>(races);
            ofTwo.removeIf(Race::isWithinThread);
            if (cta.isMixed() && !racesOfTwo.equals(ofTwo)) {
                assertTrue(ofTwo.containsAll(racesOfTwo), "races of all traces, and of Figure 4");
                count("mixed programs: races of which aligned arrivals fix the order");
            } else {
                assertEquals(racesOfTwo, ofTwo, "races of all traces, and of Figure 4");
            }
        }
        countProgram(cta, well, races);
        count(cta.isMixed() ? "programs: mixed" : "programs: not mixed");
    }

    private void countDefects(AllTraces all, AllTraces lanes) {
        count("all traces explored");
        if (!lanes.isWellSynchronised()) {
            all.ends().forEach(end -> count("some trace ends in: " + end));
            if (lanes.generationsDiffer()) {
                count("generations differ");
                if (all.ends().equals(Set.of(Execution.Outcome.DONE))) {
                    count("generations differ, and all traces come to the end");
                }
            }
        }
    }

    private void countProgram(CtaProgram cta, boolean well, Set<Race> races) {
        if (!well) {
            count("programs: ill-synchronised");
        } else {
            if (cta.hasPartialWarpAtCount()) {
                count("programs: well-synchronised, a count of a warp that is not full");
            }
            count("programs: well-synchronised, " + (races.isEmpty() ? "no race" : "races"));
            for (Race race : races) {
                if (race.isWithinThread()) {
                    count("races between lanes of one thread");
                    continue;
                }
                String sorts = sort(cta, race.thread(), race.command());
                String other = sort(cta, race.otherThread(), race.otherCommand());
                count(
                        "races: "
                                + (sorts.compareTo(other) < 0
                                        ? sorts + "-" + other
                                        : other + "-" + sorts));
            }
        }
    }

    private static String sort(CtaProgram cta, int thread, int command) {
        return ((Command.Access) cta.threads().get(thread).commands().get(command)).sort().name();
    }

    /** Faults come at the steps where the trace goes wrong and where Figure 4 fails. */
    private void checkFaults(ProductionRun run, StaticOrder order) {
        Execution.Outcome outcome = run.trace().outcome();
        int steps = run.trace().steps().size();
        int wrong =
                switch (outcome) {
                    case RUNNING -> throw new AssertionError("not at its end");
                    case DONE -> -1;
                    case DEADLOCK, STUCK_APART, LEFT_OVER -> steps;
                    case MISMATCH, TOO_MANY, INVALID, DIVERGENCE -> steps - 1;
                };
        String what = outcome + " after " + steps + ": " + run.fault();
        assertEquals(wrong, run.faultStep(), what);
        if (wrong >= 0) {
            BarrierFault.Kind kind =
                    switch (outcome) {
                        case DEADLOCK -> BarrierFault.Kind.DEADLOCK;
                        case DIVERGENCE, STUCK_APART -> BarrierFault.Kind.DIVERGENCE;
                        default -> BarrierFault.Kind.MISUSE;
                    };
            assertEquals(kind, run.fault().kind(), what);
        }
        Set<Integer> unsafe = order.unsafeSteps();
        assertEquals(unsafe, run.unsafeSteps(), "unsafe recycling; " + what);
        count("runs that end in: " + outcome);
        if (!unsafe.isEmpty()) {
            count("runs with unsafe recycling" + (wrong < 0 ? " as the only fault" : ""));
        }
        count("unsafe recyclings", unsafe.size());
    }

    /** An access is reported if and only if it races with an earlier one, and with such a one. */
    private static void checkRaces(ProductionRun run, Set<Race> races) {
        List<Trace.Step> steps = run.trace().steps();
        for (int s = 0; s < steps.size(); s++) {
            boolean expected = false;
            for (int e = 0; e <= s; e++) {
                expected |= races.contains(Race.of(steps.get(e), steps.get(s)));
            }
            List<Conflict> conflicts = run.conflicts().get(steps.get(s));
            assertEquals(expected, conflicts != null && !conflicts.isEmpty(), steps.get(s) + "");
            for (Conflict conflict : expected ? conflicts : List.<Conflict>of()) {
                Trace.Step other = run.command(conflict.otherInstruction());
                assertTrue(steps.subList(0, s + 1).contains(other), other.toString());
                assertTrue(races.contains(Race.of(other, steps.get(s))), conflict.toString());
                assertFalse(conflict.sameValue());
            }
        }
    }
}
