package io.heddle.sync;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * WEFT's algorithm of Figure 4: the static happens-before relation of one trace with its transitive
 * closure, the check that the CTA is well-synchronised, and the pairs that race. Cubic, and plain.
 *
 * <p>Added to Figure 4: an exit happens before the waits of a barrier that was full because of it;
 * where a generation has arrivals only, each of them must happen before a registration in the next
 * one; lanes of one thread are ordered by nothing but a wait; what one thread of a warp waited for
 * is over for all when they come together to an aligned barrier; and an arrival at an aligned one
 * is a single event of the warp (PTX ISA 9.7.13.1: each thread waits "for all non-exited threads
 * from its warp", then the warp's arrival is marked), so that whoever knows that one of its threads
 * has gone on knows that all have arrived.
 */
final class StaticOrder {
    private final Trace trace;
    private final List<Node> nodes = new ArrayList<>();
    private final int[] firstNode;

    /** By node: what it happens before, itself included. */
    private final BitSet[] before;

    private final Map<Meeting, List<Integer>> generations = new LinkedHashMap<>();

    /** One use of a barrier. */
    private record Meeting(Command.Place place, int number) {}

    /** A command; the exit has none. */
    private record Node(int thread, int index, Command command) {
        Command.Register register() {
            return command instanceof Command.Register r ? r : null;
        }
    }

    StaticOrder(Trace trace) {
        this.trace = trace;
        List<CtaProgram.ThreadProgram> threads = trace.cta().threads();
        firstNode = new int[threads.size()];
        for (int t = 0; t < firstNode.length; t++) {
            firstNode[t] = nodes.size();
            List<Command> commands = threads.get(t).commands();
            for (int i = 0; i < commands.size(); i++) {
                nodes.add(new Node(t, i, commands.get(i)));
            }
            nodes.add(new Node(t, commands.size(), null));
        }
        before = new BitSet[nodes.size()];
        for (int n = 0; n < before.length; n++) {
            before[n] = new BitSet();
            before[n].set(n);
        }
        addEdges();
        close();
    }

    Trace trace() {
        return trace;
    }

    private void addEdges() {
        for (int n = 0; n + 1 < nodes.size(); n++) { // lines 4 to 6
            if (nodes.get(n).thread() == nodes.get(n + 1).thread()) {
                before[n].set(n + 1);
            }
        }
        for (int n = 0; n < nodes.size(); n++) {
            Command.Register r = nodes.get(n).register();
            if (r != null && generation(n) != 0) {
                Meeting key = new Meeting(r.place(), generation(n));
                generations.computeIfAbsent(key, k -> new ArrayList<>()).add(n);
            }
        }
        for (List<Integer> together : generations.values()) { // lines 7 to 16
            for (int a : together) {
                for (int b : together) {
                    if (nodes.get(b).register().waits()) {
                        before[a].set(b);
                    }
                }
            }
        }
        for (Trace.Recycling full : trace.recyclings()) {
            for (int n : generations.get(new Meeting(full.place(), full.generation()))) {
                if (nodes.get(n).register().waits()) {
                    addExits(full, n);
                }
            }
        }
    }

    private void addExits(Trace.Recycling full, int wait) {
        for (int t = 0; t < firstNode.length; t++) {
            CtaProgram.ThreadProgram thread = trace.cta().threads().get(t);
            boolean expected =
                    full.place().isNamed()
                            || (thread.warp() == full.place().warp()
                                    && (thread.lanes() & full.place().mask()) != 0);
            if (full.exited().get(t) && expected) {
                before[firstNode[t] + thread.commands().size()].set(wait);
            }
        }
    }

    private int generation(int n) {
        return trace.generation(nodes.get(n).thread(), nodes.get(n).index());
    }

    private void close() {
        for (int k = 0; k < before.length; k++) {
            for (BitSet set : before) {
                if (set.get(k)) {
                    set.or(before[k]);
                }
            }
        }
    }

    /** True if the CTA is well-synchronised. */
    boolean isWellSynchronised() {
        return trace.outcome() == Execution.Outcome.DONE && unsafeSteps().isEmpty();
    }

    /**
     * The steps of the trace that register at a barrier without being ordered after the generation
     * before (lines 18 to 22).
     */
    Set<Integer> unsafeSteps() {
        Set<Integer> unsafe = new TreeSet<>();
        trace.registrations()
                .forEach(
                        (command, step) -> {
                            if (!isSafe(firstNode[command.thread()] + command.command())) {
                                unsafe.add(step);
                            }
                        });
        return unsafe;
    }

    private boolean isSafe(int second) {
        Meeting last = new Meeting(nodes.get(second).register().place(), generation(second) - 1);
        List<Integer> previous = generations.getOrDefault(last, List.of());
        boolean waited = previous.stream().anyMatch(n -> nodes.get(n).register().waits());
        return previous.stream()
                .filter(n -> !waited || nodes.get(n).register().waits())
                .allMatch(n -> asOne(n).anyMatch(other -> isCompleteBefore(other, second)));
    }

    /** The registrations that are one event: those of a warp at an aligned barrier. */
    private IntStream asOne(int n) {
        int step = registrationStep(n);
        return nodes.get(n).register().isAligned()
                ? IntStream.range(0, nodes.size())
                        .filter(other -> isOfSameWarp(n, other) && registrationStep(other) == step)
                : IntStream.of(n);
    }

    private boolean isOfSameWarp(int n, int other) {
        List<CtaProgram.ThreadProgram> threads = trace.cta().threads();
        return threads.get(nodes.get(n).thread()).warp()
                == threads.get(nodes.get(other).thread()).warp();
    }

    /** True if all lanes have executed the first before any lane registers at the second. */
    private boolean isCompleteBefore(int first, int second) {
        if (nodes.get(second).register().isAligned()) {
            return lastOfWarp(second).stream().anyMatch(last -> before[first].get(last));
        }
        int thread = nodes.get(second).thread();
        int last = second - 1;
        if (last < firstNode[thread]) {
            return false;
        }
        boolean oneByOne =
                trace.cta().threads().get(thread).weight() > 1
                        && !nodes.get(first).register().isAligned();
        if (nodes.get(first).thread() != thread || !oneByOne) {
            return before[first].get(last);
        }
        return hasWait(first, last);
    }

    /**
     * What each thread of a warp did last before they came together to an aligned barrier: its
     * command before that, or its exit.
     */
    private List<Integer> lastOfWarp(int aligned) {
        List<Integer> result = new ArrayList<>();
        int warp = trace.cta().threads().get(nodes.get(aligned).thread()).warp();
        int step = registrationStep(aligned);
        for (int t = 0; t < firstNode.length; t++) {
            int exit = firstNode[t] + trace.cta().threads().get(t).commands().size();
            int last = exit;
            for (int n = firstNode[t]; n < exit; n++) {
                if (registrationStep(n) == step) {
                    last = n - 1;
                }
            }
            if (trace.cta().threads().get(t).warp() == warp && last >= firstNode[t]) {
                result.add(last);
            }
        }
        return result;
    }

    /** The step of the trace in which a command registered, or -1. */
    private int registrationStep(int n) {
        return trace.registrations().getOrDefault(step(n), -1);
    }

    private Trace.Step step(int n) {
        return new Trace.Step(nodes.get(n).thread(), nodes.get(n).index());
    }

    /** True if a thread waits at one of these commands. */
    private boolean hasWait(int first, int last) {
        for (int n = first; n <= last; n++) {
            Command.Register r = nodes.get(n).register();
            if (r != null && r.waits()) {
                return true;
            }
        }
        return false;
    }

    /** Those of the pairs of accesses in conflict that are not ordered. */
    Set<Race> races(Set<Race> conflicts) {
        Set<Race> races = new TreeSet<>();
        for (Race pair : conflicts) {
            int a = firstNode[pair.thread()] + pair.command();
            int b = firstNode[pair.otherThread()] + pair.otherCommand();
            boolean ordered =
                    pair.isWithinThread() ? hasWait(a, b) : before[a].get(b) || before[b].get(a);
            if (!ordered) {
                races.add(pair);
            }
        }
        return races;
    }
}
