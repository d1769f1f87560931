package io.heddle.sync;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** One execution of a CTA from its beginning to its end, with its generation map. */
final class Trace {
    private final CtaProgram cta;
    private final Execution execution;
    private final List<Step> steps = new ArrayList<>();
    private final List<Recycling> recyclings = new ArrayList<>();

    /** By thread and command: the generation that it registered in, 0 if it did not. */
    private final int[][] generations;

    /** A command that was executed, or registered and perhaps waited. */
    record Step(int thread, int command) {}

    /**
     * A generation that was full.
     *
     * @param exited the threads that had exited by then, if they counted
     */
    record Recycling(Command.Place place, int generation, BitSet exited) {}

    Trace(CtaProgram cta) {
        this.cta = cta;
        execution = new Execution(cta);
        generations = new int[cta.threads().size()][];
        for (int t = 0; t < generations.length; t++) {
            generations[t] = new int[cta.threads().get(t).commands().size()];
        }
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
        Command command = execution.next(thread);
        steps.add(new Step(thread, execution.executed(thread)));
        if (command instanceof Command.Register register) {
            generations[thread][execution.executed(thread)] =
                    execution.generation(register.place());
        }
        int[] before = open();
        execution.step(thread);
        int[] after = open();
        List<Command.Place> places = cta.places();
        for (int p = 0; p < after.length; p++) {
            if (after[p] != before[p]) {
                BitSet exited =
                        execution.isCounted(places.get(p)) ? new BitSet() : execution.exited();
                recyclings.add(new Recycling(places.get(p), before[p], exited));
            }
        }
    }

    private int[] open() {
        return cta.places().stream().mapToInt(execution::generation).toArray();
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

    int generation(int thread, int command) {
        return generations[thread][command];
    }
}
