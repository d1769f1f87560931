package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.TooLargeException;
import io.heddle.anyinput.summary.Flow.Outcome;
import io.heddle.finding.Location;
import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Loops;
import io.heddle.flow.Loops.Loop;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Executes an entry once, for all threads. */
public final class Summariser {
    private static final int MOST_BLOCKS = 200_000; // executed

    private final BitTerms terms;
    private final Function entry;
    private final ControlFlowGraph flow;
    private final Loops loops;
    private final PointGraph graph;
    private final Operands operands;
    private final BlockSteps steps;
    private final LoopRunner runner;
    private int executed;

    private Summariser(
            PtxModule module,
            Function entry,
            Threads threads,
            Parameters parameters,
            int dynamicShared,
            BitTerms terms,
            Set<String> readOnly) {
        this.terms = terms;
        this.entry = entry;
        graph = new PointGraph(terms);
        flow = new ControlFlowGraph(entry);
        loops = new Loops(flow);
        operands = new Operands(terms, module, entry, threads, parameters, dynamicShared);
        boolean inGroups =
                module.functions().stream()
                        .flatMap(f -> f.body().stream())
                        .anyMatch(BlockSteps::countsThreads);
        steps = new BlockSteps(terms, operands, graph, readOnly, inGroups);
        runner = new LoopRunner(terms, flow, graph, operands, this::region);
    }

    /**
     * Summarises an entry: first to see which objects it writes, then to see what it does, since
     * what is read from an object that nobody writes is the same for all who read it.
     *
     * @param threads indices of a thread and its block
     * @param parameters what the parameters hold
     * @param dynamicShared bytes of dynamic shared memory
     * @throws TooLargeException if the kernel is too large
     */
    public static Summary of(
            PtxModule module,
            Function entry,
            Threads threads,
            Parameters parameters,
            int dynamicShared,
            BitTerms terms) {
        InlinedCalls.Result calls = InlinedCalls.of(module, entry);
        Function whole = calls.entry();
        Summariser first =
                new Summariser(module, whole, threads, parameters, dynamicShared, terms, Set.of());
        first.run(calls.chosen());
        Set<String> readOnly = first.operands.names();
        readOnly.removeAll(first.steps.written());
        if (!first.graph.gaps().isEmpty()) {
            readOnly.clear(); // a store that was not followed may write any of them
        }
        return new Summariser(module, whole, threads, parameters, dynamicShared, terms, readOnly)
                .run(calls.chosen());
    }

    private Summary run(Set<String> callees) {
        Point start = graph.join();
        if (loops.irreducible().isPresent()) {
            int block = loops.irreducible().getAsInt();
            Instruction at = entry.body().get(Math.min(flow.start(block), entry.body().size() - 1));
            graph.gap(
                    new Gap(
                            Gap.TWO_ENTRIES + ": --any-input only follows loops that have one",
                            Location.of(at),
                            terms.condition(true)));
        } else {
            BitSet all = new BitSet();
            all.set(0, flow.blocks());
            Flow in =
                    new Flow(
                            terms.condition(true),
                            new Registers(entry.registers().size()),
                            List.of(start));
            Context top = new Context(terms.condition(true), List.of(), List.of());
            Outcome o = region(new Region(-1, 0, all, loops.outermost()), in, top);
            graph.end(o.exits().getOrDefault(Outcome.END, List.of()));
        }
        return new Summary(
                terms,
                graph.points(),
                runner.axioms(),
                runner.goesOn(),
                graph.gaps(),
                graph.visits(),
                steps.namesSomeLanes(),
                callees,
                operands.differ(callees));
    }

    /**
     * Blocks that are executed once.
     *
     * @param header of the loop that they are the body of; −1 for the whole entry
     * @param first the block that is executed first
     * @param blocks all of them, those of inner loops included
     * @param inner the loops in it
     */
    record Region(int header, int first, BitSet blocks, List<Loop> inner) {}

    /** Executes a region; conditions are relative to its beginning. */
    private Outcome region(Region region, Flow in, Context context) {
        Map<Integer, Loop> inner = new HashMap<>();
        region.inner().forEach(l -> inner.put(l.header(), l));
        TreeMap<Integer, Integer> blocks = new TreeMap<>(); // position → block
        Map<Integer, List<Flow>> pending = new HashMap<>();
        blocks.put(flow.position(region.first()), region.first());
        pending.put(region.first(), List.of(in));
        Outcome out = new Outcome();
        while (!blocks.isEmpty()) {
            int block = blocks.pollFirstEntry().getValue();
            Flow merged = merged(pending.remove(block));
            if (merged.condition().is(0)) {
                continue;
            }
            if (++executed > MOST_BLOCKS) {
                throw new TooLargeException(
                        "more than " + MOST_BLOCKS + " basic blocks to execute");
            }
            Loop loop = inner.get(block);
            Outcome step =
                    loop == null
                            ? block(block, merged, context)
                            : runner.run(loop, merged, context);
            step.exits()
                    .forEach(
                            (target, flows) -> {
                                if (target != Outcome.END && target == region.header()) {
                                    out.back().addAll(flows);
                                } else if (target != Outcome.END && region.blocks().get(target)) {
                                    blocks.put(flow.position(target), target);
                                    pending.computeIfAbsent(target, t -> new ArrayList<>())
                                            .addAll(flows);
                                } else {
                                    flows.forEach(f -> out.exit(target, f));
                                }
                            });
        }
        return out;
    }

    private Flow merged(List<Flow> all) {
        Flow merged = Flow.merge(all, terms);
        return new Flow(merged.condition(), merged.registers(), List.of(graph.join(all)));
    }

    private Outcome block(int block, Flow in, Context context) {
        Outcome out = new Outcome();
        BlockSteps.State state = steps.begin(in, context);
        state.visit(entry.body().subList(flow.start(block), flow.end(block)));
        for (int k = flow.start(block); k < flow.end(block); k++) {
            Instruction i = entry.body().get(k);
            switch (i.opcode()) {
                case "bra" -> {
                    state.branch(i);
                    state.leave(out, flow.target(i), i);
                }
                case "ret", "exit", "trap" -> state.leave(out, Outcome.END, i);
                case "brx" -> branchByTable(state, out, i);
                default -> steps.execute(state, i);
            }
        }
        int next = block + 1;
        state.leave(out, next < flow.blocks() - 1 ? next : Outcome.END, null);
        return out;
    }

    /** {@code brx.idx}: an index beyond the table is undefined, so that no thread has one. */
    private void branchByTable(BlockSteps.State state, Outcome out, Instruction i) {
        BitTerm index = steps.value(state, i.operands().get(0), 32);
        List<Integer> targets =
                entry.branchTargets().get(((Operand.Label) i.operands().get(1)).name());
        if (i.guard() != null) {
            String message = "--any-input does not follow a guarded brx.idx";
            graph.gap(new Gap(message, Location.of(i), state.reaching(i)));
        }
        for (int k = 0; k < targets.size(); k++) {
            BitTerm taken = terms.eq(index, terms.constant(32, k));
            state.leaveIf(out, flow.blockOf(targets.get(k)), taken);
        }
        state.stop();
    }
}
