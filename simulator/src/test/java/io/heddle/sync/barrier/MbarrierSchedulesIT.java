package io.heddle.sync.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.AsyncCopies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Mbarriers in random small programs, executed once, against all schedules of those programs: what
 * is accepted has the same phases in every schedule and comes to its end in each; what is refused
 * has not.
 */
class MbarrierSchedulesIT {
    private static final int PROGRAMS = 6_000;

    private int accepted;
    private int refused;
    private int stuck;
    private int schedules;

    @Test
    void oneRunStandsForAllSchedulesIfAndOnlyIfItIsAccepted() {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            check(new Program(seed));
        }
        assertTrue(
                accepted > 1_000 && refused > 1_000 && stuck > 1_000,
                accepted + " accepted, " + refused + " refused, " + stuck + " stuck, " + schedules);
    }

    private void check(Program program) {
        String verdict = program.run();
        Set<String> ends = new HashSet<>();
        program.explore(new State(program), ends);
        schedules += ends.size();
        String what = "seed " + program.seed + " " + program + ": " + verdict + ", " + ends;
        if (verdict.startsWith("phases")) {
            accepted++;
            assertEquals(Set.of(verdict), ends, what);
        } else if (verdict.equals("stuck")) {
            stuck++;
            assertTrue(ends.stream().anyMatch(e -> e.startsWith("stuck")), what);
        } else {
            refused++;
            assertTrue(ends.size() > 1, what);
        }
    }

    /**
     * An operation: an arrival, or a wait for a parity.
     *
     * @param later the arrival is that of copies, some time later
     */
    private record Operation(int barrier, boolean waits, int parity, boolean later) {}

    /** What the threads execute, and how. */
    private static final class Program {
        final int seed;
        final List<List<Operation>> threads = new ArrayList<>();
        final int[] expected;
        private final Random random;
        private final boolean copies;

        Program(int seed) {
            this.seed = seed;
            random = new Random(seed);
            copies = random.nextInt(3) > 0;
            int n = 2 + random.nextInt(2);
            expected = new int[1 + random.nextInt(2)];
            if (random.nextBoolean()) {
                Arrays.setAll(expected, b -> 1 + random.nextInt(n));
                for (int t = 0; t < n; t++) {
                    threads.add(anything(1 + random.nextInt(n == 2 ? 6 : 4)));
                }
            } else {
                rounds(n);
                for (int k = random.nextInt(3); k > 0; k--) {
                    mistake(threads.get(random.nextInt(n)));
                }
            }
        }

        private List<Operation> anything(int length) {
            int[] parities = new int[expected.length];
            List<Operation> list = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                int b = random.nextInt(expected.length);
                boolean waits = random.nextBoolean();
                int parity = random.nextInt(12) == 0 ? random.nextInt(2) : parities[b];
                list.add(new Operation(b, waits, parity, !waits && isLater()));
                parities[b] ^= waits ? 1 : 0;
            }
            return list;
        }

        /** Each barrier belongs to some threads that arrive and to some that wait, in rounds. */
        private void rounds(int n) {
            int[] arriving = new int[expected.length];
            int[] waiting = new int[expected.length];
            for (int b = 0; b < expected.length; b++) {
                arriving[b] = 1 + random.nextInt((1 << n) - 1);
                waiting[b] = random.nextInt(1 << n);
                expected[b] = Integer.bitCount(arriving[b]);
            }
            int rounds = 1 + random.nextInt(3);
            for (int t = 0; t < n; t++) {
                List<Operation> list = new ArrayList<>();
                for (int i = 0; i < rounds; i++) {
                    for (int b = 0; b < expected.length; b++) {
                        if ((arriving[b] >> t & 1) != 0) {
                            list.add(new Operation(b, false, 0, isLater()));
                        }
                        if ((waiting[b] >> t & 1) != 0) {
                            list.add(new Operation(b, true, i & 1, false));
                        }
                    }
                }
                threads.add(list);
            }
        }

        private boolean isLater() {
            return copies && random.nextInt(3) == 0;
        }

        private void mistake(List<Operation> list) {
            if (list.isEmpty()) {
                return;
            }
            int i = random.nextInt(list.size());
            Operation o = list.get(i);
            switch (random.nextInt(3)) {
                case 0 -> list.remove(i);
                case 1 -> list.set(i, new Operation(o.barrier, o.waits, o.parity ^ 1, o.later));
                default -> list.add(random.nextInt(list.size()), list.remove(i));
            }
        }

        /** Executes it once, in a random schedule, with the checks. */
        String run() {
            int n = threads.size();
            HappensBefore clocks = new HappensBefore(n, n, 1, Synchronisation.WITHIN_CTAS, copies);
            AsyncCopies none = new AsyncCopies(n);
            Mbarrier[] barriers = new Mbarrier[expected.length];
            Arrays.setAll(barriers, b -> new Mbarrier(clocks, 0, expected[b]));
            int[] next = new int[n];
            int[][] phases = new int[n][];
            Arrays.setAll(phases, t -> new int[threads.get(t).size()]);
            while (true) {
                boolean moved = false;
                boolean done = true;
                int start = random.nextInt(n);
                for (int k = 0; k < n; k++) {
                    int t = (start + k) % n;
                    if (next[t] == threads.get(t).size()) {
                        continue;
                    }
                    done = false;
                    Operation o = threads.get(t).get(next[t]);
                    Mbarrier m = barriers[o.barrier];
                    int phase = m.phase();
                    Mbarrier.Outcome outcome =
                            o.waits
                                    ? m.waitParity(t, o.parity)
                                    : o.later ? m.arriveAfter(t, none, true) : m.arrive(t, 1);
                    if (outcome == Mbarrier.Outcome.WAITING) {
                        continue;
                    }
                    if (outcome != Mbarrier.Outcome.DONE && outcome != Mbarrier.Outcome.COMPLETED) {
                        return outcome.toString();
                    }
                    phases[t][next[t]++] = o.waits ? phase - 1 : phase;
                    moved = true;
                    break;
                }
                if (done) {
                    return "phases " + Arrays.deepToString(phases);
                }
                if (!moved) {
                    return "stuck";
                }
            }
        }

        /** How all schedules from a state on end. */
        void explore(State state, Set<String> ends) {
            explore(state, ends, new HashSet<>());
        }

        private void explore(State state, Set<String> ends, Set<String> seen) {
            if (!seen.add(state.toString())) {
                return;
            }
            boolean moved = false;
            boolean done = true;
            for (int t = 0; t < threads.size(); t++) {
                if (state.next[t] == threads.get(t).size()) {
                    continue;
                }
                done = false;
                Operation o = threads.get(t).get(state.next[t]);
                int phase = state.phase[o.barrier];
                if (o.waits && (phase & 1) == o.parity) {
                    continue;
                }
                State after = new State(state);
                if (o.waits) {
                    after.phases[t][after.next[t]] = phase - 1;
                } else if (o.later) {
                    after.later.add(List.of(t, after.next[t]));
                } else {
                    arrive(after, t, after.next[t]);
                }
                after.next[t]++;
                moved = true;
                explore(after, ends, seen);
            }
            for (List<Integer> arrival : state.later) {
                State after = new State(state);
                after.later.remove(arrival);
                arrive(after, arrival.get(0), arrival.get(1));
                moved = true;
                done = false;
                explore(after, ends, seen);
            }
            if (done) {
                ends.add("phases " + Arrays.deepToString(state.phases));
            } else if (!moved) {
                ends.add("stuck " + state);
            }
        }

        private void arrive(State state, int t, int i) {
            int b = threads.get(t).get(i).barrier;
            state.phases[t][i] = state.phase[b];
            if (--state.pending[b] == 0) {
                state.phase[b]++;
                state.pending[b] = expected[b];
            }
        }

        @Override
        public String toString() {
            return Arrays.toString(expected) + threads;
        }
    }

    /** A state of a schedule, and the phases of what was executed. */
    private static final class State {
        final int[] next;
        final int[] phase;
        final int[] pending;
        final int[][] phases;

        /** Arrivals still to come: thread and index. */
        final Set<List<Integer>> later = new LinkedHashSet<>();

        State(Program p) {
            next = new int[p.threads.size()];
            phase = new int[p.expected.length];
            pending = p.expected.clone();
            phases = new int[next.length][];
            Arrays.setAll(phases, t -> new int[p.threads.get(t).size()]);
        }

        State(State o) {
            next = o.next.clone();
            phase = o.phase.clone();
            pending = o.pending.clone();
            later.addAll(o.later);
            phases = Arrays.stream(o.phases).map(int[]::clone).toArray(int[][]::new);
        }

        @Override
        public String toString() {
            return Arrays.toString(next)
                    + Arrays.toString(phase)
                    + Arrays.toString(pending)
                    + Arrays.deepToString(phases)
                    + later;
        }
    }
}
