package io.heddle.idiom;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * A loop of one block that only computes, with as many turns as data say, such as the long division
 * of {@code fmodf}.
 *
 * <p>A register has after it the value of a node {@code loop}: what the last turn makes of it,
 * whether a turn is followed by another, what a turn makes of each register that it passes to the
 * next, and what those held before. Inside, a node {@code turn} of number k stands for what the
 * k-th of these registers holds at the beginning of a turn, in the order in which a turn reads
 * them. Loops inside of loops are not read, so that a {@code turn} belongs to the one around it.
 */
final class DataLoop {
    private static final String LOOP = "loop";

    private final AnalysedFunction code;
    private final int block;
    private final NodeGraph graph;
    private final RegisterNodes state;
    private final InstructionReader reader;

    DataLoop(
            AnalysedFunction code,
            int block,
            NodeGraph graph,
            RegisterNodes state,
            InstructionReader reader) {
        this.code = code;
        this.block = block;
        this.graph = graph;
        this.state = state;
        this.reader = reader;
    }

    /** True if a block is such a loop. */
    static boolean is(ControlFlowGraph flow, int block) {
        Optional<Instruction> branch = flow.branch(block);
        if (branch.isEmpty()
                || flow.successors(block).length != 2
                || flow.target(branch.get()) != block) {
            return false;
        }
        for (int i = flow.start(block); i < flow.end(block); i++) {
            Instruction instruction = flow.body().get(i);
            if (!instruction.opcode().equals("bra") && !Opcode.isPure(instruction)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sets the registers as the loop does; false if some of it is not understood.
     *
     * @param turn reads the block's instructions once
     */
    boolean read(BooleanSupplier turn) {
        List<Operand.Register> carried = carried();
        if (carried.stream().anyMatch(r -> type(r) == PtxType.PRED)) {
            return false;
        }
        List<ValueNode> before = carried.stream().map(reader::register).toList();
        int mark = state.enter();
        for (int k = 0; k < carried.size(); k++) {
            state.set(carried.get(k).index(), graph.make("turn", k, Kind.ANY), false);
        }
        boolean complete = turn.getAsBoolean();
        Instruction branch = code.flow.branch(block).orElseThrow();
        ValueNode guard = reader.register(branch.guard());
        Map<Integer, RegisterNodes.Written> written = state.leave(mark);
        if (!complete) {
            return false;
        }
        List<ValueNode> turns = new ArrayList<>();
        turns.add(branch.guardNegated() ? graph.not(guard) : guard);
        carried.forEach(r -> turns.add(written.get(r.index()).value()));
        Map<Integer, ValueNode> results = new TreeMap<>();
        written.forEach((r, w) -> results.put(r, w.value()));
        Set<ValueNode> inside = ValueNode.parts(turns);
        inside.addAll(ValueNode.parts(results.values()));
        if (inside.stream().anyMatch(n -> n.is(LOOP))) {
            return false;
        }
        results.forEach((r, last) -> state.set(r, result(last, turns, before), false));
        return true;
    }

    private ValueNode result(ValueNode last, List<ValueNode> turns, List<ValueNode> before) {
        List<ValueNode> operands = new ArrayList<>(List.of(last));
        operands.addAll(turns);
        operands.addAll(before);
        return graph.make(LOOP, before.size(), last.kind, operands.toArray(new ValueNode[0]));
    }

    private PtxType type(Operand.Register r) {
        return code.function.registers().get(r.index()).type();
    }

    /** The registers that a turn reads before it sets them, in that order. */
    private List<Operand.Register> carried() {
        Set<Operand.Register> set = new LinkedHashSet<>();
        Set<Operand.Register> early = new LinkedHashSet<>();
        for (int i = code.flow.start(block); i < code.flow.end(block); i++) {
            RegisterUse use = RegisterUse.of(code.flow.body().get(i));
            use.read().stream().filter(r -> !set.contains(r)).forEach(early::add);
            set.addAll(use.set());
        }
        return early.stream().filter(set::contains).toList();
    }
}
