package io.heddle.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * {@link Barriers}, the clocks and the shadow against the two slow checkers: Figure 4 of WEFT over
 * the recorded trace, and all traces of small programs. On thousands of random programs, each in
 * several schedules, they must find the same fault at the same step and the same accesses that
 * race.
 */
class RandomProgramTest {
    private static final int PROGRAMS = 8_000;
    private static final int SCHEDULES = 4;
    private static final int STATES = 4_000;

    private final Map<String, Integer> counts = new TreeMap<>();

    private void count(String sort) {
        count(sort, 1);
    }

    private void count(String sort, int more) {
        counts.merge(sort, more, Integer::sum);
    }

    private void requireAtLeast(int least, String sort) {
        assertTrue(counts.getOrDefault(sort, 0) >= least, sort + " too rare: " + counts);
    }

    @Test
    void productionAndTheSlowCheckersAgree() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            boolean small = seed % 2 == 0;
            int warps = small ? 1 + random.nextInt(3) : 2 + random.nextInt(4);
            int size = small ? 3 + random.nextInt(7) : 10 + random.nextInt(40);
            CtaProgram cta = RandomProgram.next(random, warps, size);
            try {
                check(cta, seed, small, true);
            } catch (AssertionError e) {
                CtaProgram smallest = shrink(cta, seed, small);
                throw new AssertionError("seed " + seed + ": " + message(smallest, seed, small), e);
            }
        }
        System.out.println("Random programs: " + counts);
        requireAtLeast(3_000, "all traces explored");
        requireAtLeast(3_000, "programs: well-synchronised, no race");
        requireAtLeast(500, "programs: well-synchronised, races");
        requireAtLeast(2_000, "programs: ill-synchronised");
        requireAtLeast(100, "generations differ");
        requireAtLeast(1_000, "runs with unsafe recycling as the only fault");
        requireAtLeast(1_000, "races: READ-WRITE");
        requireAtLeast(400, "races: WRITE-WRITE");
        requireAtLeast(150, "races: ADD-READ");
        requireAtLeast(150, "races: ADD-WRITE");
        requireAtLeast(4_000, "runs that end in: DEADLOCK");
        requireAtLeast(2_000, "runs that end in: MISMATCH");
        requireAtLeast(400, "runs that end in: LEFT_OVER");
        requireAtLeast(400, "runs that end in: TOO_MANY");
        requireAtLeast(400, "runs that end in: INVALID");
    }

    private String message(CtaProgram cta, int seed, boolean small) {
        try {
            check(cta, seed, small, false);
            return "passes alone";
        } catch (AssertionError e) {
            return cta + e.getMessage();
        }
    }

    /** Removes commands as long as the check still fails. */
    private CtaProgram shrink(CtaProgram cta, int seed, boolean small) {
        for (int t = 0; t < cta.threads().size(); t++) {
            List<Command> commands = cta.threads().get(t).commands();
            for (int i = 0; i < commands.size(); i++) {
                List<Command> fewer = new ArrayList<>(commands);
                fewer.remove(i);
                CtaProgram smaller = cta.with(t, fewer);
                try {
                    check(smaller, seed, small, false);
                } catch (AssertionError e) {
                    return shrink(smaller, seed, small);
                }
            }
        }
        return cta;
    }

    private void check(CtaProgram cta, int seed, boolean small, boolean counting) {
        Boolean well = null;
        Set<Race> races = null;
        Set<Race> conflicts = cta.conflicts();
        Set<Race> racesOfTwo = null;
        AllTraces all = small ? new AllTraces(cta, STATES) : null;
        AllTraces lanes = !small ? null : cta.aligned() ? all : new AllTraces(cta.split(), STATES);
        if (small && lanes.isComplete() && all.isComplete()) {
            well = lanes.isWellSynchronised();
            racesOfTwo = well ? all.races() : null;
            if (counting) {
                count("all traces explored");
                countDefects(all, lanes);
            }
        }
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            ProductionRun run = new ProductionRun(cta, new Random(31L * seed + schedule));
            StaticOrder order = new StaticOrder(run.trace());
            boolean figure4 = order.isWellSynchronised();
            if (well != null) {
                assertEquals(well, figure4, "Figure 4, and all traces");
            }
            well = figure4;
            checkFault(run, order, counting);
            if (figure4) {
                Set<Race> found = order.races(conflicts);
                if (races != null) {
                    assertEquals(races, found, "races in two schedules");
                }
                races = found;
                if (racesOfTwo != null) {
                    Set<Race> ofTwo = new TreeSet<>(found);
                    ofTwo.removeIf(Race::isWithinThread);
                    assertEquals(racesOfTwo, ofTwo, "races of all traces, and of Figure 4");
                }
                checkRaces(run, found);
            }
        }
        if (counting) {
            countProgram(cta, well, races);
        }
    }

    private void countDefects(AllTraces all, AllTraces lanes) {
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
    private void checkFault(ProductionRun run, StaticOrder order, boolean counting) {
        Execution.Outcome outcome = run.trace().outcome();
        int steps = run.trace().steps().size();
        int wrong =
                switch (outcome) {
                    case RUNNING -> throw new AssertionError("not at its end");
                    case DONE -> -1;
                    case DEADLOCK, LEFT_OVER -> steps;
                    case MISMATCH, TOO_MANY, INVALID -> steps - 1;
                };
        String what = outcome + " after " + steps + ": " + run.fault();
        assertEquals(wrong, run.faultStep(), what);
        if (wrong >= 0) {
            boolean deadlock = outcome == Execution.Outcome.DEADLOCK;
            assertEquals(
                    deadlock ? BarrierFault.Kind.DEADLOCK : BarrierFault.Kind.MISUSE,
                    run.fault().kind(),
                    what);
        }
        Set<Integer> unsafe = order.unsafeSteps();
        if (outcome == Execution.Outcome.MISMATCH || outcome == Execution.Outcome.INVALID) {
            unsafe.remove(wrong);
        }
        assertEquals(unsafe, run.unsafeSteps(), "unsafe recycling; " + what);
        if (counting) {
            count("runs that end in: " + outcome);
            if (!unsafe.isEmpty()) {
                count("runs with unsafe recycling" + (wrong < 0 ? " as the only fault" : ""));
            }
            count("unsafe recyclings", unsafe.size());
        }
    }

    /** An access is reported if and only if it races with an earlier one, and with such a one. */
    private static void checkRaces(ProductionRun run, Set<Race> races) {
        List<Trace.Step> steps = run.trace().steps();
        for (int s = 0; s < steps.size(); s++) {
            boolean expected = false;
            for (int e = 0; e <= s; e++) {
                expected |= races.contains(Race.of(steps.get(e), steps.get(s)));
            }
            Conflict conflict = run.conflicts().get(steps.get(s));
            assertEquals(expected, conflict != null, steps.get(s) + ": " + conflict);
            if (conflict != null) {
                Trace.Step other = run.command(conflict.otherInstruction());
                assertTrue(steps.subList(0, s + 1).contains(other), other.toString());
                assertTrue(races.contains(Race.of(other, steps.get(s))), conflict.toString());
                assertFalse(conflict.sameValue());
            }
        }
    }
}
