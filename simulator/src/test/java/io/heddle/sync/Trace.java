package io.heddle.sync;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One execution of a CTA from its beginning to its end, with its generation map. */
final class Trace {
    private final CtaProgram cta;
    private final List<Command.Place> places;
    private final Execution execution;
    private final List<Step> steps = new ArrayList<>();
    private final List<Recycling> recyclings = new ArrayList<>();

    /** By registration: the index of the step in which it came about. */
    private final Map<Step, Integer> registrations = new LinkedHashMap<>();

    /** A command that was executed, or came to a barrier and perhaps waited. */
    record Step(int thread, int command) {}

    /**
     * A generation that was full.
     *
     * @param exited the threads that had exited by then, if they counted
     */
    record Recycling(Command.Place place, int generation, BitSet exited) {}

    Trace(CtaProgram cta) {
        this.cta = cta;
        places = cta.places();
        execution = new Execution(cta);
    }

    /** A trace in a random schedule. */
    static Trace record(CtaProgram cta, Random random) {
        Trace trace = new Trace(cta);
        while (trace.outcome() == Execution.Outcome.RUNNING) {
            trace.step(trace.choose(random));
        }
        return trace;
    }

    /** A thread that can go on. */
    int choose(Random random) {
        int thread = random.nextInt(cta.threads().size());
        while (!execution.canStep(thread)) {
            thread = (thread + 1) % cta.threads().size();
        }
        return thread;
    }

    /** One more step, of a thread that can. */
    void step(int thread) {
        steps.add(new Step(thread, execution.executed(thread)));
        int[] before = open();
        execution.step(thread);
        int[] after = open();
        noteRegistrations();
        for (int p = 0; p < after.length; p++) {
            if (after[p] != before[p]) {
                BitSet exited =
                        execution.isCounted(places.get(p)) ? new BitSet() : execution.exited();
                recyclings.add(new Recycling(places.get(p), before[p], exited));
            }
        }
    }

    private void noteRegistrations() {
        for (int t = 0; t < cta.threads().size(); t++) {
            int end = Math.min(execution.executed(t) + 1, cta.threads().get(t).commands().size());
            for (int i = Math.max(0, execution.executed(t) - 1); i < end; i++) {
                if (execution.generation(t, i) != 0) {
                    registrations.putIfAbsent(new Step(t, i), steps.size() - 1);
                }
            }
        }
    }

    /** By registration: the index of the step in which it came about. */
    Map<Step, Integer> registrations() {
        return registrations;
    }

    private int[] open() {
        int[] result = new int[places.size()];
        for (int p = 0; p < result.length; p++) {
            result[p] = execution.generation(places.get(p));
        }
        return result;
    }

    CtaProgram cta() {
        return cta;
    }

    Execution execution() {
        return execution;
    }

    Execution.Outcome outcome() {
        return execution.outcome();
    }

    List<Step> steps() {
        return steps;
    }

    List<Recycling> recyclings() {
        return recyclings;
    }

    /** The generation that a command registered in, 0 if it did not. */
    int generation(int thread, int command) {
        return execution.generation(thread, command);
    }
}
