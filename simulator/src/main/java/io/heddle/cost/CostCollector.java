package io.heddle.cost;

import io.heddle.finding.Location;
import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Dominators;
import io.heddle.machine.Program;
import io.heddle.machine.Step;
import io.heddle.ptx.Effect;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.SourcePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the costs of instructions from the counts of steps.
 *
 * <p>The simulator executes library functions that nvcc has inlined as one pseudo-instruction each
 * and leaves their instructions out. An instruction that was left out is executed as often as the
 * others of its basic block. Of a block that was left out as a whole (the way of {@code sinf} for
 * great arguments) only a bound is known: as often as a block that is passed on each way to it, if
 * it is in no loop.
 */
public final class CostCollector {
    private static final int WORDS = 4; // of the widest access
    private static final String POLLS = "the schedule decides how often a thread polls";
    private static final String LIBRARY = "inlined library code that data decide about";

    private final Map<SourcePosition, List<Step>> steps = new HashMap<>();
    private final CostListener listener;

    private CostCollector(Program program, CostListener listener) {
        this.listener = listener;
        for (Step step : program.code) {
            if (step.instruction() != null && !isPseudo(step.instruction())) {
                steps.computeIfAbsent(step.instruction().position(), p -> new ArrayList<>())
                        .add(step);
            }
        }
    }

    /**
     * The cost of an execution.
     *
     * @param listener which has seen all of it
     */
    public static KernelCost collect(Program program, CostListener listener) {
        CostCollector collector = new CostCollector(program, listener);
        List<InstructionCost> all = new ArrayList<>();
        program.functions().forEach(f -> collector.collect(f, all));
        return new KernelCost(all);
    }

    private static boolean isPseudo(Instruction i) {
        return i.opcode().equals("heddle");
    }

    private void collect(Function f, List<InstructionCost> all) {
        ControlFlowGraph graph = new ControlFlowGraph(f);
        Dominators dominators = graph.dominators();
        for (int b = 0; b < graph.blocks(); b++) {
            Map<Counter, Count> block = issued(graph, b);
            boolean leftOut = block == null;
            boolean polls = isPolled(graph, b);
            if (leftOut) {
                block = atMost(graph, dominators, b);
            }
            for (int k = graph.start(b); k < graph.end(b); k++) {
                Instruction i = f.body().get(k);
                InstructionCost cost =
                        steps.containsKey(i.position())
                                ? executed(i)
                                : replaced(i, block, leftOut || i.guard() != null);
                if (!cost.counts().isEmpty()) {
                    all.add(polls ? polled(cost) : cost);
                }
            }
        }
    }

    /** True if a block waits in a loop of at most two blocks for what other threads do. */
    private boolean isPolled(ControlFlowGraph graph, int block) {
        for (int next : graph.successors(block)) {
            boolean loops =
                    next == block
                            || Arrays.stream(graph.successors(next)).anyMatch(n -> n == block);
            if (loops && (polls(graph, block) || polls(graph, next))) {
                return true;
            }
        }
        return false;
    }

    /** True if an instruction of a block asks for what other threads do. */
    private boolean polls(ControlFlowGraph graph, int block) {
        for (int k = graph.start(block); k < graph.end(block); k++) {
            Instruction i = graph.body().get(k);
            boolean ends =
                    steps.getOrDefault(i.position(), List.of()).stream()
                            .anyMatch(Step::endsItsLoop);
            if (ends
                    || i.opcode().equals("mbarrier") && (i.has("test_wait") || i.has("try_wait"))) {
                return true;
            }
        }
        return false;
    }

    /** What an instruction costs that is executed once or more often. */
    private static InstructionCost polled(InstructionCost cost) {
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        cost.counts()
                .forEach(
                        (c, n) ->
                                counts.put(c, new Count(Math.min(1, n.least()), Count.UNBOUNDED)));
        return new InstructionCost(
                cost.location(),
                cost.instruction(),
                cost.kind(),
                counts,
                cost.traffic(),
                cost.stride(),
                cost.sectorsOfOne(),
                cost.wavefrontsOfOne(),
                POLLS);
    }

    /** How often the instructions of a block are issued; null if none of them is a step. */
    private Map<Counter, Count> issued(ControlFlowGraph graph, int block) {
        Map<Counter, Count> most = null;
        for (int k = graph.start(block); k < graph.end(block); k++) {
            Instruction i = graph.body().get(k);
            if (steps.containsKey(i.position())) {
                Map<Counter, Count> one = issued(i);
                most = most == null ? one : greater(most, one);
            }
        }
        return most;
    }

    private static Map<Counter, Count> greater(Map<Counter, Count> a, Map<Counter, Count> b) {
        Count one = a.getOrDefault(Counter.WARP_INSTRUCTIONS, Count.ZERO);
        Count other = b.getOrDefault(Counter.WARP_INSTRUCTIONS, Count.ZERO);
        return other.most() > one.most() ? b : a;
    }

    /** The counts of issues, which the first step of an instruction has. */
    private Map<Counter, Count> issued(Instruction i) {
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        Site first = listener.site(steps.get(i.position()).get(0).index());
        if (first != null) {
            for (Counter c : List.of(Counter.WARP_INSTRUCTIONS, Counter.THREAD_INSTRUCTIONS)) {
                counts.put(c, first.counts().getOrDefault(c, Count.ZERO));
            }
        }
        return counts;
    }

    /** A bound of how often a block is executed of which no instruction is a step. */
    private Map<Counter, Count> atMost(ControlFlowGraph graph, Dominators dominators, int block) {
        int dominator = block;
        Map<Counter, Count> known = null;
        while (known == null && dominators.immediate(dominator) >= 0) {
            dominator = dominators.immediate(dominator);
            known = issued(graph, dominator);
        }
        Map<Counter, Count> bound = new EnumMap<>(Counter.class);
        if (known == null) {
            return bound; // never reached
        }
        boolean loops = isRepeated(graph, block, dominator);
        for (Map.Entry<Counter, Count> e : known.entrySet()) {
            long most = e.getValue().most();
            bound.put(e.getKey(), new Count(0, loops && most > 0 ? Count.UNBOUNDED : most));
        }
        return bound;
    }

    /** True if a block leads back to itself without passing another one. */
    private static boolean isRepeated(ControlFlowGraph graph, int block, int without) {
        boolean[] seen = new boolean[graph.blocks()];
        seen[without] = true;
        List<Integer> open = new ArrayList<>(List.of(block));
        while (!open.isEmpty()) {
            for (int next : graph.successors(open.remove(open.size() - 1))) {
                if (next == block) {
                    return true;
                }
                if (!seen[next]) {
                    seen[next] = true;
                    open.add(next);
                }
            }
        }
        return false;
    }

    private InstructionCost executed(Instruction i) {
        List<Step> of = steps.get(i.position());
        Map<Counter, Count> counts = issued(i);
        InstructionCost sum = cost(i, Map.of(), null, "");
        for (Step step : of) {
            Site site = listener.site(step.index());
            if (site == null) {
                continue;
            }
            site.counts()
                    .forEach(
                            (c, n) -> {
                                if (c != Counter.WARP_INSTRUCTIONS
                                        && c != Counter.THREAD_INSTRUCTIONS) {
                                    counts.merge(c, n, Count::plus);
                                }
                            });
            if (step.accessesMemory() || sum.reason().isEmpty()) {
                sum = cost(i, counts, site, site.reason());
            }
        }
        operations(i, of, counts);
        boolean exact = counts.values().stream().allMatch(Count::isExact);
        return new InstructionCost(
                sum.location(),
                sum.instruction(),
                sum.kind(),
                counts,
                sum.traffic(),
                sum.stride(),
                sum.sectorsOfOne(),
                sum.wavefrontsOfOne(),
                exact ? "" : sum.reason());
    }

    /**
     * The operations of an instruction that stands in the file as another one than was executed: of
     * a fused multiplication and addition the lifter leaves the addition.
     */
    private static void operations(Instruction i, List<Step> of, Map<Counter, Count> counts) {
        int flops = Operations.ofThread(i);
        if (of.stream().anyMatch(s -> Operations.ofThread(s.instruction()) != flops)) {
            Count threads = counts.getOrDefault(Counter.THREAD_INSTRUCTIONS, Count.ZERO);
            Count all = threads.times(flops);
            counts.put(Counter.FLOPS, i.guard() == null ? all : all.atMost());
            counts.values().removeIf(n -> n.most() == 0);
        }
    }

    private static InstructionCost cost(
            Instruction i, Map<Counter, Count> counts, Site site, String reason) {
        return new InstructionCost(
                Location.of(i),
                i.mnemonic(),
                Operations.kind(i),
                counts,
                site == null ? Map.of() : site.traffic(),
                site == null ? LaneStride.NONE : site.stride(),
                site == null ? 0 : site.sectorsOfOne(),
                site == null ? 0 : site.wavefrontsOfOne(),
                reason);
    }

    /**
     * The cost of an instruction in whose place a pseudo-instruction was executed.
     *
     * @param block how often the instructions of its block are issued
     * @param open true if its threads may be fewer
     */
    private static InstructionCost replaced(
            Instruction i, Map<Counter, Count> block, boolean open) {
        Map<Counter, Count> counts = new EnumMap<>(block);
        Count threads = block.getOrDefault(Counter.THREAD_INSTRUCTIONS, Count.ZERO);
        Count issues = block.getOrDefault(Counter.WARP_INSTRUCTIONS, Count.ZERO);
        int flops = Operations.ofThread(i);
        if (flops != 0) {
            Count all = threads.times(flops);
            counts.put(Counter.FLOPS, open ? all.atMost() : all);
        }
        Effect effect = Opcode.form(i).map(f -> f.effect()).orElse(Effect.PURE);
        boolean memory = effect == Effect.LOAD || effect == Effect.STORE;
        if (memory && i.has("local")) {
            counts.put(Counter.LOCAL_REQUESTS, issues.atMost());
            counts.put(Counter.LOCAL_SECTORS, threads.times(WORDS).atMost());
        } else if (memory && i.has("global")) {
            counts.put(Counter.REQUESTS, issues.atMost());
            counts.put(Counter.SECTORS, threads.atMost());
            counts.put(Counter.IDEAL_SECTORS, threads.atMost());
            counts.put(Counter.LINES, threads.atMost());
            counts.put(Counter.USEFUL_BYTES, threads.times(Long.BYTES).atMost());
        }
        if (effect == Effect.CONTROL && i.guard() != null) {
            counts.put(Counter.DIVERGENT_BRANCHES, issues.atMost());
        }
        counts.values().removeIf(n -> n.most() == 0);
        boolean exact = counts.values().stream().allMatch(Count::isExact);
        return cost(i, counts, null, exact ? "" : LIBRARY);
    }
}
