package io.heddle.sync;

import io.heddle.sync.Command.Access;
import io.heddle.sync.Command.Place;
import io.heddle.sync.Command.Register;
import io.heddle.sync.Command.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random thread programs. Most grow generation by generation from threads that know that the
 * generation before is complete, so they are well-synchronised; some forget about that now and
 * then, some are broken afterwards in one place or two, some are random from the start. Nothing
 * here is trusted by the tests.
 */
final class RandomProgram {
    private static final int TRIES = 6;

    /** All accesses are below this. */
    static final int BYTES = 1 << 11;

    private final Random random;
    private final boolean aligned;
    private final boolean mixed;
    private int labels;
    private final int[] warps;
    private final int[] lanes;
    private final List<List<Command>> commands = new ArrayList<>();
    private final int ids;
    private final int slots;
    private final boolean races;
    private final boolean recycles;

    // What the growing program's threads know: numbers of accesses and of complete generations.
    private final BitSet[] known;
    private final BitSet ended = new BitSet();
    private final Map<Place, BitSet> complete = new LinkedHashMap<>();
    private final Map<Integer, Done> accesses = new LinkedHashMap<>();
    private int events;

    /** An access that a thread has. */
    private record Done(int thread, Access access) {}

    /** What is done to a program that was well-synchronised. */
    private enum Mutation {
        DROP,
        REPEAT,
        OTHER_COUNT,
        OTHER_BARRIER,
        SWAP,
        WAIT_OR_NOT,
        CUT,
        MOVE
    }

    private RandomProgram(Random random, int warpCount) {
        this.random = random;
        int form = random.nextInt(9);
        aligned = form < 3;
        mixed = form > 6;
        List<int[]> threads = new ArrayList<>();
        for (int w = 0; w < warpCount; w++) {
            boolean partial = w == warpCount - 1 && random.nextInt(6) == 0;
            int low = random.nextBoolean() ? 0xffff : 0xff;
            if (!partial && (aligned || random.nextInt(3) == 0)) {
                low = -1;
            }
            threads.add(new int[] {w, low});
            if (!partial && low != -1) {
                threads.add(new int[] {w, ~low});
            } else if (partial && low == 0xff && random.nextBoolean()) {
                threads.add(new int[] {w, low << 8});
            }
        }
        warps = threads.stream().mapToInt(t -> t[0]).toArray();
        lanes = threads.stream().mapToInt(t -> t[1]).toArray();
        known = new BitSet[warps.length];
        for (int t = 0; t < known.length; t++) {
            known[t] = new BitSet();
            commands.add(new ArrayList<>());
        }
        ids = 1 + random.nextInt(4);
        slots = 1 + random.nextInt(8);
        races = random.nextInt(2) == 0;
        recycles = random.nextInt(4) == 0;
    }

    /**
     * A program.
     *
     * @param warpCount warps of the CTA
     * @param size roughly how many events it has
     */
    static CtaProgram next(Random random, int warpCount, int size) {
        RandomProgram program = new RandomProgram(random, warpCount);
        if (random.nextInt(8) == 0) {
            program.scatter(size);
            return program.build();
        }
        for (int i = 0; i < size; i++) {
            program.grow();
        }
        if (random.nextInt(2) == 0) {
            for (int n = random.nextInt(4) == 0 ? 2 : 1; n > 0; n--) {
                program.mutate();
            }
        }
        return program.build();
    }

    private CtaProgram build() {
        List<CtaProgram.ThreadProgram> threads = new ArrayList<>();
        for (int t = 0; t < warps.length; t++) {
            threads.add(program(t, commands.get(t)));
        }
        return new CtaProgram(threads);
    }

    private void grow() {
        int dice = random.nextInt(100);
        if (dice < 45) {
            access();
        } else if (dice < 80) {
            generation(Place.named(random.nextInt(ids)));
        } else if (dice < 88) {
            warpBarrier();
        } else if (dice < 95) {
            barrierOfAll(Place.named(random.nextInt(ids)));
        } else {
            ended.set(random.nextInt(warps.length));
        }
    }

    private Access randomAccess() {
        int dice = random.nextInt(10);
        Command.Sort sort =
                dice < 5 ? Command.Sort.READ : dice < 9 ? Command.Sort.WRITE : Command.Sort.ADD;
        int bytes = sort == Command.Sort.ADD ? 4 : 1 << random.nextInt(5);
        int offset = random.nextInt(slots) * 16 + random.nextInt(16 / bytes) * bytes;
        int stride = Access.FIRST;
        if (random.nextInt(4) == 0) {
            boolean some = sort == Command.Sort.WRITE && !races;
            stride = bytes * (some ? 1 + random.nextInt(2) : random.nextInt(3));
        }
        return new Access(sort, offset, bytes, stride);
    }

    private void access() {
        int thread = random.nextInt(warps.length);
        for (int i = 0; i < TRIES && !ended.get(thread); i++) {
            Access access = randomAccess();
            if ((races && random.nextInt(3) == 0) || isOrdered(thread, access)) {
                commands.get(thread).add(access);
                accesses.put(events, new Done(thread, access));
                known[thread].set(events++);
                return;
            }
        }
    }

    private boolean isOrdered(int thread, Access access) {
        for (Map.Entry<Integer, Done> e : accesses.entrySet()) {
            Done done = e.getValue();
            if (!known[thread].get(e.getKey())
                    && access.conflicts(
                            program(thread, List.of()),
                            done.access,
                            program(done.thread, List.of()))) {
                return false;
            }
        }
        return true;
    }

    private CtaProgram.ThreadProgram program(int thread, List<Command> program) {
        return new CtaProgram.ThreadProgram(warps[thread], lanes[thread], program);
    }

    private boolean isEligible(int thread, Place place) {
        BitSet missing = (BitSet) complete.getOrDefault(place, new BitSet()).clone();
        missing.andNot(known[thread]);
        boolean early = recycles && random.nextInt(4) == 0;
        return !ended.get(thread) && (early || missing.isEmpty());
    }

    /** Some threads that know of the generation before meet at a barrier with a count. */
    private void generation(Place place) {
        List<Integer> some = new ArrayList<>();
        for (int t = 0; t < warps.length; t++) {
            if (isEligible(t, place)) {
                some.add(t);
            }
        }
        Collections.shuffle(some, random);
        int wanted = 1 + random.nextInt(some.size() + 1);
        while (some.size() > wanted || (!some.isEmpty() && weight(some) % Command.WARP != 0)) {
            some.remove(some.size() - 1);
        }
        if (some.isEmpty()) {
            return;
        }
        boolean reduction = random.nextInt(15) == 0;
        boolean mayNotWait = random.nextInt(10) == 0;
        List<Integer> waiting = new ArrayList<>();
        boolean[] waitsOfWarp = new boolean[Command.WARP];
        for (int w = 0; w < waitsOfWarp.length; w++) {
            waitsOfWarp[w] = random.nextInt(5) < 3;
        }
        for (int t : some) {
            boolean last = t == some.get(some.size() - 1) && waiting.isEmpty() && !mayNotWait;
            boolean one = mixed ? waitsOfWarp[warps[t]] : random.nextInt(5) < 3;
            if (reduction || last || one) {
                waiting.add(t);
            }
        }
        BitSet asOne = new BitSet();
        for (int w = 0; w <= warps[warps.length - 1]; w++) {
            asOne.set(w, addRegisters(w, some, waiting, place, weight(some), reduction));
        }
        meet(place, some, waiting, asOne);
    }

    /**
     * The commands of one warp's threads, perhaps at one aligned instruction if all are there; true
     * if so.
     */
    private boolean addRegisters(
            int warp,
            List<Integer> some,
            List<Integer> waiting,
            Place place,
            int count,
            boolean reduction) {
        List<Integer> mine = new ArrayList<>();
        boolean all = true;
        for (int t = 0; t < warps.length; t++) {
            if (warps[t] == warp && some.contains(t) && !ended.get(t)) {
                mine.add(t);
            } else if (warps[t] == warp && !ended.get(t)) {
                all = false;
            }
        }
        long wait = mine.stream().filter(waiting::contains).count();
        boolean together = all && (wait == 0 || wait == mine.size());
        boolean one = aligned || (mixed && together && random.nextInt(3) > 0);
        int label = one ? labels++ : Register.UNALIGNED;
        for (int t : mine) {
            Verb verb = reduction ? Verb.RED : waiting.contains(t) ? Verb.SYNC : Verb.ARRIVE;
            commands.get(t).add(new Register(verb, place, count, label));
        }
        return one;
    }

    private int weight(List<Integer> some) {
        int sum = 0;
        int last = warps[warps.length - 1];
        int lacking = -1;
        boolean allOfLast = true;
        for (int t = 0; t < warps.length; t++) {
            sum += some.contains(t) ? Integer.bitCount(lanes[t]) : 0;
            lacking &= warps[t] == last ? ~lanes[t] : -1;
            allOfLast &= warps[t] != last || some.contains(t);
        }
        return allOfLast ? sum + Integer.bitCount(lacking) : sum;
    }

    /** All threads meet; those that have ended count. */
    private void barrierOfAll(Place place) {
        List<Integer> live = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (int t = 0; t < warps.length; t++) {
            all.add(t);
            if (isEligible(t, place)) {
                live.add(t);
            }
        }
        if (live.size() + ended.cardinality() == all.size()) {
            for (int w = 0; w <= warps[warps.length - 1]; w++) {
                addRegisters(w, live, live, place, Command.LIVE, false);
            }
            meet(place, all, live, new BitSet());
        }
    }

    /** The lanes of some threads of a warp meet. */
    private void warpBarrier() {
        int warp = warps[random.nextInt(warps.length)];
        int mask = 0;
        List<Integer> some = new ArrayList<>();
        List<Integer> live = new ArrayList<>();
        for (int t = 0; t < warps.length; t++) {
            if (warps[t] == warp && random.nextInt(5) > 0) {
                mask |= lanes[t];
                some.add(t);
                if (!ended.get(t)) {
                    live.add(t);
                }
            }
        }
        Place place = Place.ofWarp(warp, mask);
        for (int t : live) {
            commands.get(t).add(new Register(Verb.SYNC, place, Command.LIVE));
        }
        meet(place, some, live, new BitSet());
    }

    private void meet(Place place, List<Integer> some, List<Integer> waiting, BitSet asOne) {
        BitSet generation = new BitSet();
        BitSet together = new BitSet();
        int[] eventOf = new int[Command.WARP];
        Arrays.fill(eventOf, -1);
        for (int t : some) {
            together.or(known[t]);
            if (waiting.isEmpty()) {
                boolean later = asOne.get(warps[t]) && eventOf[warps[t]] >= 0;
                eventOf[warps[t]] = later ? eventOf[warps[t]] : events++;
                generation.set(eventOf[warps[t]]);
                known[t].set(eventOf[warps[t]]);
            }
        }
        if (!waiting.isEmpty()) {
            generation.set(events);
            together.set(events++);
        }
        for (int t : waiting) {
            known[t].or(together);
        }
        complete.put(place, generation);
    }

    /** Commands without any plan. */
    private void scatter(int size) {
        int[] counts = {
            Command.WARP, 2 * Command.WARP, 2 * Command.WARP, 3 * Command.WARP, Command.LIVE, 48
        };
        int[] count = new int[ids];
        for (int id = 0; id < ids; id++) {
            count[id] = counts[random.nextInt(random.nextInt(5) == 0 ? 6 : 5)];
        }
        for (int i = 0; i < size; i++) {
            int id = random.nextInt(ids);
            boolean waits = count[id] == Command.LIVE || random.nextInt(3) > 0;
            Command command =
                    random.nextInt(3) == 0
                            ? randomAccess()
                            : new Register(
                                    waits ? Verb.SYNC : Verb.ARRIVE,
                                    Place.named(id),
                                    count[id],
                                    aligned ? labels++ : Register.UNALIGNED);
            commands.get(random.nextInt(warps.length)).add(command);
        }
    }

    private void mutate() {
        List<int[]> registers = new ArrayList<>();
        for (int t = 0; t < warps.length; t++) {
            for (int i = 0; i < commands.get(t).size(); i++) {
                if (commands.get(t).get(i) instanceof Register) {
                    registers.add(new int[] {t, i});
                }
            }
        }
        if (registers.isEmpty()) {
            return;
        }
        int[] at = registers.get(random.nextInt(registers.size()));
        List<Command> program = commands.get(at[0]);
        Mutation mutation = Mutation.values()[random.nextInt(Mutation.values().length)];
        Place place = ((Register) program.get(at[1])).place();
        if (place.isNamed()) {
            mutate(mutation, program, at[1]);
        } else if (mutation.compareTo(Mutation.REPEAT) <= 0) {
            mutate(mutation, program, at[1]);
        } else {
            int mask = random.nextInt(3) == 0 ? ~place.mask() : -1;
            Place other = Place.ofWarp(place.warp(), mask);
            program.set(at[1], new Register(Verb.SYNC, other, Command.LIVE));
        }
    }

    private void mutate(Mutation mutation, List<Command> program, int at) {
        Register old = (Register) program.get(at);
        int other = random.nextInt(program.size());
        switch (mutation) {
            case DROP -> program.remove(at);
            case REPEAT -> {
                int label = old.isAligned() ? labels++ : Register.UNALIGNED;
                program.add(at, new Register(old.verb(), old.place(), old.count(), label));
            }
            case OTHER_COUNT -> {
                int count =
                        random.nextInt(6) == 0
                                ? Command.LIVE
                                : Command.WARP * (1 + random.nextInt(4));
                program.set(at, new Register(old.verb(), old.place(), count, old.label()));
            }
            case OTHER_BARRIER -> {
                Place place = Place.named(random.nextInt(ids));
                program.set(at, new Register(old.verb(), place, old.count(), old.label()));
            }
            case SWAP -> Collections.swap(program, at, other);
            case WAIT_OR_NOT -> {
                Verb verb = old.waits() ? Verb.ARRIVE : Verb.SYNC;
                program.set(at, new Register(verb, old.place(), old.count(), old.label()));
            }
            case CUT -> program.subList(at, program.size()).clear();
            case MOVE -> program.add(other, program.remove(at));
        }
    }
}
