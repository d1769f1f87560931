package io.heddle.sync;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * WEFT's definitions 6 and 8 taken literally: every trace of a CTA, by way of every state that can
 * be reached.
 */
final class AllTraces {
    private final int maxStates;
    private final Set<String> seen = new HashSet<>();
    private final ArrayDeque<Execution> pending = new ArrayDeque<>();
    private final Set<Execution.Outcome> ends = EnumSet.noneOf(Execution.Outcome.class);
    private final int[][] generations;
    private final List<Pair> conflicts = new ArrayList<>();
    private boolean generationsDiffer;

    /** Two accesses in conflict, and in which orders they were seen. */
    private static final class Pair {
        final Race race;
        boolean first;
        boolean second;

        Pair(Race race) {
            this.race = race;
        }

        void see(Execution state) {
            boolean done = state.executed(race.thread()) > race.command();
            boolean otherDone = state.executed(race.otherThread()) > race.otherCommand();
            first |= done && !otherDone;
            second |= otherDone && !done;
        }
    }

    /** All traces; check {@link #isComplete} before you rely on the answers. */
    AllTraces(CtaProgram cta, int maxStates) {
        this.maxStates = maxStates;
        generations = new int[cta.threads().size()][];
        for (int t = 0; t < generations.length; t++) {
            generations[t] = new int[cta.threads().get(t).commands().size()];
        }
        for (Race pair : cta.conflicts()) {
            if (!pair.isWithinThread()) {
                conflicts.add(new Pair(pair));
            }
        }
        add(new Execution(cta));
        while (!pending.isEmpty() && isComplete()) {
            expand(pending.pop());
        }
    }

    private void add(Execution state) {
        if (state.outcome() != Execution.Outcome.RUNNING) {
            ends.add(state.outcome());
        }
        if (seen.add(state.key())) {
            pending.push(state);
            conflicts.forEach(pair -> pair.see(state));
        }
    }

    private void expand(Execution state) {
        for (int t = 0; t < generations.length; t++) {
            if (state.canStep(t)) {
                Execution next = state.copy();
                next.step(t);
                noteGenerations(next);
                add(next);
            }
        }
    }

    private void noteGenerations(Execution state) {
        for (int t = 0; t < generations.length; t++) {
            int end = Math.min(state.executed(t) + 1, generations[t].length);
            for (int i = Math.max(0, state.executed(t) - 1); i < end; i++) {
                int generation = state.generation(t, i);
                if (generation != 0) {
                    generationsDiffer |= generations[t][i] != 0 && generations[t][i] != generation;
                    generations[t][i] = generation;
                }
            }
        }
    }

    /** False if there are too many states: then some were not visited. */
    boolean isComplete() {
        return seen.size() <= maxStates;
    }

    /** How traces end. */
    Set<Execution.Outcome> ends() {
        return ends;
    }

    /** True if some registration is in different generations in two traces. */
    boolean generationsDiffer() {
        return generationsDiffer;
    }

    /** Definition 6: the same generation map in all traces, and all of them come to their end. */
    boolean isWellSynchronised() {
        return !generationsDiffer && ends.equals(EnumSet.of(Execution.Outcome.DONE));
    }

    /**
     * Definition 8, of a well-synchronised CTA: conflicting accesses of two threads that come in
     * both orders.
     */
    Set<Race> races() {
        Set<Race> races = new TreeSet<>();
        for (Pair pair : conflicts) {
            if (pair.first && pair.second) {
                races.add(pair.race);
            }
        }
        return races;
    }
}
