package io.heddle.sync.shadow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.sync.clock.ClockInvariants;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Asynchronous copies in random programs against their definition: a copy accesses memory at an
 * unknown time after its issue and before its completion, so an access conflicts with it unless it
 * happens before the issue or after the completion.
 */
class RandomCopyTest {
    private static final int CTA = 8;
    private static final int CTAS = 2;
    private static final int EVENTS = 70;
    private static final int BYTES = 64;

    private int inFlight;
    private int afterwards;
    private int free;
    private int copies;
    private int raceFreePrograms;

    @Test
    void everyAccessConflictsWithACopyIfAndOnlyIfTheDefinitionSaysSo() {
        for (int seed = 0; seed < 6_000; seed++) {
            new Program(seed).run();
        }
        assertTrue(
                inFlight > 10_000 && afterwards > 2_500 && free > 60_000 && copies > 25_000,
                inFlight + " in flight, " + afterwards + " later, " + free + " not, " + copies);
        assertTrue(raceFreePrograms > 30, raceFreePrograms + " programs without a race");
    }

    /** An access of one object over an interval of events, the nodes of the order. */
    private static final class Access {
        final int object;
        final long offset;
        final int bytes;
        final boolean write;

        /** The event before which it does not happen, and which is its instruction. */
        final int from;

        /** The event after which it does not happen; −1 if there is none yet. */
        int to = -1;

        Access(int object, long offset, int bytes, boolean write, int from) {
            this.object = object;
            this.offset = offset;
            this.bytes = bytes;
            this.write = write;
            this.from = from;
        }

        boolean overlaps(Access o) {
            return object == o.object
                    && (write || o.write)
                    && offset < o.offset + o.bytes
                    && o.offset < offset + bytes;
        }

        @Override
        public String toString() {
            return (write ? "write " : "read ")
                    + object
                    + "+"
                    + offset
                    + ":"
                    + bytes
                    + " at "
                    + from
                    + " to "
                    + to;
        }
    }

    private final class Program {
        private final Random random;
        private final int seed;
        private final Synchronisation kind;
        private final HappensBefore clocks;
        private final Shadow[] objects = new Shadow[2];
        private final AsyncCopies[] groups = new AsyncCopies[CTAS];
        private final BitSet[] past = new BitSet[CTAS * CTA];

        /** By event: those that happen before it. */
        private final List<BitSet> events = new ArrayList<>();

        private final List<Access> accesses = new ArrayList<>();
        private final List<List<Access>> open = new ArrayList<>();
        private final List<ArrayDeque<List<Access>>> committed = new ArrayList<>();
        private final int[] actors;
        private final int copyPercent;
        private boolean lossy;
        private boolean raced;

        Program(int seed) {
            this.seed = seed;
            random = new Random(seed);
            kind = Synchronisation.values()[random.nextInt(2)];
            clocks = new HappensBefore(CTAS * CTA, CTA, 4 * EVENTS, kind);
            Arrays.setAll(objects, i -> new Shadow(clocks, 1 << 14));
            Arrays.setAll(groups, i -> new AsyncCopies(CTA));
            for (int t = 0; t < past.length; t++) {
                past[t] = new BitSet();
                open.add(new ArrayList<>());
                committed.add(new ArrayDeque<>());
            }
            int ctas = 1 + random.nextInt(4) / 3;
            actors = random.ints(0, ctas * CTA).limit(1 + random.nextInt(5)).toArray();
            copyPercent = 10 + random.nextInt(30);
        }

        void run() {
            for (int i = 0; i < EVENTS && !lossy; i++) {
                int thread = actors[random.nextInt(actors.length)];
                int dice = random.nextInt(100);
                if (dice < copyPercent) {
                    copy(thread);
                } else if (dice < 55) {
                    group(thread, random.nextInt(10));
                } else if (dice < 75) {
                    barrier(thread / CTA);
                } else {
                    access(thread);
                }
                if (seed % 4 == 0) {
                    assertEquals(
                            Optional.empty(),
                            ClockInvariants.violation(clocks),
                            () -> "seed " + seed);
                    for (Shadow object : objects) {
                        assertEquals(
                                Optional.empty(),
                                ShadowInvariants.violation(object),
                                () -> "seed " + seed);
                    }
                }
            }
            raceFreePrograms += raced ? 0 : 1;
        }

        private int event(int thread) {
            int index = events.size();
            events.add((BitSet) past[thread].clone());
            past[thread].set(index);
            return index;
        }

        private void barrier(int cta) {
            int[] some = new int[CTA];
            Arrays.setAll(some, i -> cta * CTA + i);
            if (kind == Synchronisation.WHOLE_CTAS || random.nextBoolean()) {
                clocks.fullBarrier(cta);
            } else {
                some = Arrays.stream(some).filter(t -> random.nextBoolean()).toArray();
                clocks.generation(some, some.length, some, some.length);
            }
            BitSet all = new BitSet();
            for (int t : some) {
                all.or(past[t]);
            }
            for (int t : some) {
                past[t].or(all);
            }
        }

        private void group(int thread, int dice) {
            AsyncCopies g = groups[thread / CTA];
            if (dice < 4) {
                g.commit(thread % CTA);
                commit(thread);
            } else if (dice < 8) {
                int pending = random.nextInt(3);
                g.waitGroup(thread % CTA, pending);
                complete(thread, pending);
            } else {
                g.waitAll(thread % CTA);
                commit(thread);
                complete(thread, 0);
            }
        }

        private void commit(int thread) {
            committed.get(thread).addLast(List.copyOf(open.get(thread)));
            open.get(thread).clear();
        }

        private void complete(int thread, int pending) {
            int index = event(thread);
            while (committed.get(thread).size() > pending) {
                committed.get(thread).removeFirst().forEach(a -> a.to = index);
            }
        }

        private void copy(int thread) {
            copies++;
            int bytes = 4 << random.nextInt(3);
            long to = (long) bytes * random.nextInt(BYTES / bytes);
            int read = random.nextInt(4) == 0 ? random.nextInt(bytes + 1) : bytes;
            long from = (long) bytes * random.nextInt(BYTES / bytes);
            int index = event(thread);
            Shadow source = read == 0 ? null : objects[1];
            AsyncCopy copy =
                    new AsyncCopy(thread, index, objects[0], to, bytes, source, from, read);
            Access reading = new Access(1, from, read, false, index);
            Access writing = new Access(0, to, bytes, true, index);
            if (read > 0) {
                check(reading, copy.beginRead());
                open.get(thread).add(reading);
            }
            check(writing, copy.beginWrite());
            open.get(thread).add(writing);
            groups[thread / CTA].issued(thread % CTA, copy);
        }

        private void access(int thread) {
            int object = random.nextInt(3) / 2;
            boolean write = random.nextInt(3) == 0;
            int bytes = 1 << random.nextInt(5);
            long offset = (long) bytes * random.nextInt(BYTES / bytes);
            int index = event(thread);
            Shadow s = objects[object];
            Access access = new Access(object, offset, bytes, write, index);
            access.to = index;
            long[] offsets = new long[32];
            Arrays.fill(offsets, offset);
            int first = thread / CTA * CTA;
            Conflict conflict =
                    switch (random.nextInt(3)) {
                        case 0 ->
                                write
                                        ? s.writeTogether(
                                                first, 1 << thread % CTA, index, offset, bytes)
                                        : s.readTogether(
                                                first, 1 << thread % CTA, index, offset, bytes);
                        default ->
                                write
                                        ? s.write(thread, index, offset, bytes, null)
                                        : s.read(thread, index, offset, bytes);
                    };
            check(access, conflict);
        }

        private void check(Access access, Conflict conflict) {
            List<Access> conflicts = new ArrayList<>();
            for (Access earlier : accesses) {
                if (earlier.overlaps(access) && !isOrdered(earlier, access)) {
                    conflicts.add(earlier);
                }
            }
            accesses.add(access);
            String what = "seed " + seed + ", " + access + " with " + conflicts + ": " + conflict;
            assertEquals(!conflicts.isEmpty(), conflict != null, what);
            if (conflict == null) {
                free++;
                return;
            }
            raced = true;
            assertTrue(conflicts.stream().anyMatch(o -> o.from == conflict.otherInstruction()));
            boolean flying = conflicts.stream().anyMatch(o -> o.to < 0);
            assertEquals(flying, conflict.inFlight(), what);
            inFlight += flying ? 1 : 0;
            afterwards += flying ? 0 : 1;
            lossy =
                    access.to < 0
                            && access.write
                            && conflicts.stream().anyMatch(o -> o.write && o.to < 0);
        }

        /** Whether {@code earlier} has ended before {@code access} begins, in every schedule. */
        private boolean isOrdered(Access earlier, Access access) {
            int end = earlier.to;
            return end >= 0 && events.get(access.from).get(end);
        }
    }
}
