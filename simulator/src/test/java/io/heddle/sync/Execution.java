package io.heddle.sync;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A state of a CTA and the steps from it: the operational semantics of WEFT, section 3.3, written
 * plainly. A full barrier is recycled in the step that fills it, since nothing else may happen
 * before.
 *
 * <p>Added to WEFT's rules: a barrier without a count, or of a warp, is full when all threads that
 * have not exited are there, so an exit can fill it, unless one of them has given all threads as
 * the count; arrivals that are left over when all threads have exited are an error.
 *
 * <p>A count is one of whole warps (PTX ISA 9.7.13.1: "in multiple of warp size", and the
 * instruction "marks warps' arrival"), so lanes that a warp lacks are counted, too: they come when
 * the last of those that it has comes, and again when each of those has come again.
 */
final class Execution {
    private static final int GRAIN = 4;

    private final CtaProgram cta;
    private final List<Command.Place> places;

    /** By thread: commands executed; an exit is the one after the last. */
    private final int[] executed;

    private final boolean[] waits;

    /**
     * Those that wait at an aligned barrier for the rest of their warp, and have not registered.
     */
    private final boolean[] held;

    /** By thread and command: the generation that it registered in, 0 if it has not. */
    private final int[][] generations;

    private final int[] recyclings;

    /** By place and thread: how often it has registered in the open generation. */
    private final int[][] came;

    private final int[] counts;
    private final boolean[] reduces;
    private Outcome outcome = Outcome.RUNNING;

    /** How an execution ends. */
    enum Outcome {
        RUNNING,
        DONE,
        DEADLOCK,
        /** One generation with two counts, or with and without a reduction. */
        MISMATCH,
        TOO_MANY,
        /** A count that is none, an arrival without one, a mask without the thread itself. */
        INVALID,
        /** Threads of a warp at different aligned barriers. */
        DIVERGENCE,
        /** A deadlock in which a part of a warp waits at an aligned barrier for the rest. */
        STUCK_APART,
        /** All have exited, and a barrier has arrivals. */
        LEFT_OVER
    }

    Execution(CtaProgram cta) {
        this.cta = cta;
        places = cta.places();
        executed = new int[cta.threads().size()];
        waits = new boolean[executed.length];
        held = new boolean[executed.length];
        generations = new int[executed.length][];
        for (int t = 0; t < executed.length; t++) {
            generations[t] = new int[commands(t).size()];
        }
        recyclings = new int[places.size()];
        came = new int[places.size()][executed.length];
        counts = new int[places.size()];
        reduces = new boolean[places.size()];
        settle();
    }

    private Execution(Execution other) {
        cta = other.cta;
        places = other.places;
        executed = other.executed.clone();
        waits = other.waits.clone();
        held = other.held.clone();
        generations = Arrays.stream(other.generations).map(int[]::clone).toArray(int[][]::new);
        recyclings = other.recyclings.clone();
        came = Arrays.stream(other.came).map(int[]::clone).toArray(int[][]::new);
        counts = other.counts.clone();
        reduces = other.reduces.clone();
        outcome = other.outcome;
    }

    Execution copy() {
        return new Execution(this);
    }

    Outcome outcome() {
        return outcome;
    }

    /** True if the thread neither waits nor has exited, and nothing has gone wrong. */
    boolean canStep(int thread) {
        return outcome == Outcome.RUNNING && !waits[thread] && !exited(thread);
    }

    boolean waits(int thread) {
        return waits[thread];
    }

    boolean exited(int thread) {
        return executed[thread] > commands(thread).size();
    }

    /** How many of the thread's commands have been executed; one that waits has not. */
    int executed(int thread) {
        return executed[thread];
    }

    /** The command that the thread executes next, or null if that is its exit. */
    Command next(int thread) {
        List<Command> commands = commands(thread);
        return executed[thread] < commands.size() ? commands.get(executed[thread]) : null;
    }

    /** The generation that is open at a barrier, from 1. */
    int generation(Command.Place place) {
        return 1 + recyclings[places.indexOf(place)];
    }

    /** True if exits do not count in the generation that is open, or else was the last. */
    boolean isCounted(Command.Place place) {
        return counts[places.indexOf(place)] != Command.LIVE;
    }

    private List<Command> commands(int thread) {
        return cta.threads().get(thread).commands();
    }

    /** Executes the next command of a thread that can. */
    void step(int thread) {
        if (!(next(thread) instanceof Command.Register register)) {
            executed[thread]++;
            if (exited(thread)) {
                meet(cta.threads().get(thread).warp());
                recycleFull();
            }
        } else if (isInvalid(thread, register)) {
            outcome = Outcome.INVALID;
        } else if (register.isAligned()) {
            hold(thread, register);
        } else {
            register(List.of(thread), register);
        }
        if (outcome == Outcome.RUNNING) {
            settle();
        }
    }

    /** A thread comes to an aligned barrier. */
    private void hold(int thread, Command.Register register) {
        int warp = cta.threads().get(thread).warp();
        for (int other : heldOf(warp)) {
            if (!register.equals(next(other))) {
                outcome = Outcome.DIVERGENCE;
                return;
            }
        }
        held[thread] = true;
        waits[thread] = true;
        meet(warp);
    }

    private List<Integer> heldOf(int warp) {
        List<Integer> result = new ArrayList<>();
        for (int t = 0; t < held.length; t++) {
            if (held[t] && cta.threads().get(t).warp() == warp) {
                result.add(t);
            }
        }
        return result;
    }

    /** The threads of a warp register if all that have not exited are held. */
    private void meet(int warp) {
        for (int t = 0; t < held.length; t++) {
            if (cta.threads().get(t).warp() == warp && !exited(t) && !held[t]) {
                return;
            }
        }
        List<Integer> together = heldOf(warp);
        if (!together.isEmpty()) {
            together.forEach(t -> held[t] = false);
            register(together, (Command.Register) next(together.get(0)));
        }
    }

    private void register(List<Integer> threads, Command.Register register) {
        int p = places.indexOf(register.place());
        boolean reduction = register.verb() == Command.Verb.RED;
        boolean open = isOpen(p);
        if (open && (total(counts[p]) != total(register.count()) || reduces[p] != reduction)) {
            outcome = Outcome.MISMATCH;
            return;
        }
        if (!open || counts[p] == Command.LIVE) {
            counts[p] = register.count();
        }
        reduces[p] = reduction;
        for (int t : threads) {
            generations[t][executed[t]] = recyclings[p] + 1;
            came[p][t]++;
            waits[t] = register.waits();
            executed[t] += register.waits() ? 0 : 1;
        }
        if (arrivals(p) > expected(p)) {
            outcome = Outcome.TOO_MANY;
        }
        recycleFull();
    }

    /** The generation that a thread's command registered in, 0 if it has not. */
    int generation(int thread, int command) {
        return generations[thread][command];
    }

    /** A count, where none means all warps. */
    private int total(int count) {
        int warps = (cta.weight() + Command.WARP - 1) / Command.WARP;
        return count == Command.LIVE ? warps * Command.WARP : count;
    }

    private boolean isInvalid(int thread, Command.Register register) {
        if (!register.place().isNamed()) {
            return (cta.threads().get(thread).lanes() & ~register.place().mask()) != 0;
        }
        return register.count() == Command.LIVE
                ? !register.waits()
                : register.count() <= 0 || register.count() % Command.WARP != 0;
    }

    private boolean isOpen(int p) {
        return Arrays.stream(came[p]).anyMatch(n -> n > 0);
    }

    /** The arrivals in the open generation of a barrier. */
    private int arrivals(int p) {
        int sum = 0;
        for (int t = 0; t < executed.length; t++) {
            sum += came[p][t] * cta.threads().get(t).weight();
        }
        for (int warp = 0; counts[p] != Command.LIVE && warp < Command.WARP; warp++) {
            int lacking = -1;
            int often = Integer.MAX_VALUE;
            for (int t = 0; t < executed.length; t++) {
                if (cta.threads().get(t).warp() == warp) {
                    lacking &= ~cta.threads().get(t).lanes();
                    often = Math.min(often, came[p][t]);
                }
            }
            sum += lacking == -1 ? 0 : often * Integer.bitCount(lacking);
        }
        return sum;
    }

    /** How many arrivals fill a barrier. */
    private int expected(int p) {
        if (counts[p] != Command.LIVE) {
            return counts[p];
        }
        Command.Place place = places.get(p);
        int live = 0;
        for (int t = 0; t < executed.length; t++) {
            CtaProgram.ThreadProgram thread = cta.threads().get(t);
            if (!exited(t) && place.isNamed()) {
                live += thread.weight();
            } else if (!exited(t) && place.warp() == thread.warp()) {
                live += Integer.bitCount(thread.lanes() & place.mask());
            }
        }
        return live;
    }

    private void recycleFull() {
        for (int p = 0; p < came.length; p++) {
            if (isOpen(p) && arrivals(p) == expected(p)) {
                Arrays.fill(came[p], 0);
                recyclings[p]++;
                for (int t = 0; t < waits.length; t++) {
                    if (waits[t]
                            && !held[t]
                            && ((Command.Register) next(t)).place().equals(places.get(p))) {
                        waits[t] = false;
                        executed[t]++;
                    }
                }
            }
        }
    }

    /** Finds out whether this is the end. */
    private void settle() {
        boolean all = true;
        boolean apart = false;
        for (int t = 0; t < executed.length; t++) {
            if (canStep(t)) {
                return;
            }
            all &= exited(t);
            apart |= held[t];
        }
        if (!all) {
            outcome = apart ? Outcome.STUCK_APART : Outcome.DEADLOCK;
        } else {
            boolean left = IntStream.range(0, came.length).anyMatch(this::isOpen);
            outcome = left ? Outcome.LEFT_OVER : Outcome.DONE;
        }
    }

    /** The threads that have exited. */
    BitSet exited() {
        BitSet result = new BitSet();
        for (int t = 0; t < executed.length; t++) {
            result.set(t, exited(t));
        }
        return result;
    }

    /** Equal only for equal states of one CTA, whose threads have 4 lanes or a multiple. */
    String key() {
        int whole = cta.weight() % Command.WARP == 0 ? executed.length : 0;
        byte[] bytes = new byte[2 * executed.length + (4 + executed.length) * places.size()];
        int n = 0;
        for (int t = 0; t < executed.length; t++) {
            bytes[n++] = (byte) executed[t];
            bytes[n++] = (byte) (held[t] ? 2 : waits[t] ? 1 : 0);
        }
        for (int p = 0; p < places.size(); p++) {
            boolean open = isOpen(p);
            bytes[n++] = (byte) recyclings[p];
            bytes[n++] = (byte) (arrivals(p) / GRAIN);
            bytes[n++] = (byte) (open ? counts[p] / GRAIN : 0);
            bytes[n++] = (byte) (open && reduces[p] ? 1 : 0);
            for (int t = whole; t < executed.length; t++) {
                bytes[n++] = (byte) came[p][t];
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
