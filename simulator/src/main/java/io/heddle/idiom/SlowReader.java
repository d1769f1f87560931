package io.heddle.idiom;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads all of a {@link SlowPath}: loops turn by turn, as their counters are constants, or as
 * {@link DataLoop}s, branches on data as choices, and local memory as words.
 */
final class SlowReader {
    private static final int MOST_STEPS = 2000;

    private final AnalysedFunction code;
    private final SlowPath path;
    private final NodeGraph graph;
    private final RegisterNodes state;
    private final InstructionReader reader;
    private final PrivateMemory memory;
    private final Consumer<Instruction> hints;
    private int steps;

    /**
     * @param hints is shown each instruction before it is read
     */
    SlowReader(
            AnalysedFunction code,
            SlowPath path,
            NodeGraph graph,
            RegisterNodes state,
            InstructionReader reader,
            Consumer<Instruction> hints) {
        this.hints = hints;
        this.code = code;
        this.path = path;
        this.graph = graph;
        this.state = state;
        this.reader = reader;
        memory = new PrivateMemory(graph, code.tables, code.function);
    }

    PrivateMemory memory() {
        return memory;
    }

    /** Sets the registers as the path does; false if some of it is not understood. */
    boolean read() {
        return run(path.from(), path.join());
    }

    private boolean run(int from, int stop) {
        int block = from;
        while (block != stop) {
            if (!path.contains(block)) {
                return false;
            }
            if (path.loops() && DataLoop.is(code.flow, block)) {
                int turn = block;
                DataLoop loop = new DataLoop(code, block, graph, state, reader);
                if (!loop.read(() -> steps(turn))) {
                    return false;
                }
                block++;
                continue;
            }
            if (!steps(block)) {
                return false;
            }
            Optional<Instruction> branch = code.flow.branch(block);
            int[] next = code.flow.successors(block);
            if (next.length == 1) {
                block = next[0];
            } else if (branch.isEmpty() || next.length != 2) {
                return false;
            } else {
                block = branch(block, branch.get());
            }
        }
        return true;
    }

    private boolean steps(int block) {
        for (int i = code.flow.start(block); i < code.flow.end(block); i++) {
            if (steps++ > MOST_STEPS || !step(code.flow.body().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The block after a branch, or −1. */
    private int branch(int block, Instruction branch) {
        ValueNode guard = reader.register(branch.guard());
        ValueNode taken = branch.guardNegated() ? graph.not(guard) : guard;
        int target = code.flow.target(branch);
        if (taken == graph.truth(true)) {
            return target;
        }
        if (taken == graph.truth(false)) {
            return block + 1;
        }
        int join = path.after(block);
        if (join < 0) {
            return -1;
        }
        Optional<Map<Integer, RegisterNodes.Written>> then = arm(target, join);
        Optional<Map<Integer, RegisterNodes.Written>> otherwise =
                then.isEmpty() ? then : arm(block + 1, join);
        if (otherwise.isEmpty()) {
            return -1;
        }
        merge(taken, then.get(), otherwise.get());
        return join;
    }

    private void merge(
            ValueNode taken,
            Map<Integer, RegisterNodes.Written> then,
            Map<Integer, RegisterNodes.Written> otherwise) {
        TreeSet<Integer> written = new TreeSet<>(then.keySet());
        written.addAll(otherwise.keySet());
        for (int r : written) {
            ValueNode a = then.containsKey(r) ? then.get(r).value() : current(r);
            ValueNode b = otherwise.containsKey(r) ? otherwise.get(r).value() : current(r);
            state.set(r, graph.ite(taken, a, b), false);
        }
    }

    /** What an arm of a branch sets; empty if some of it is not understood. */
    private Optional<Map<Integer, RegisterNodes.Written>> arm(int from, int join) {
        Map<String, SortedMap<Long, ValueNode>> words = memory.enter();
        int mark = state.enter();
        boolean complete = run(from, join);
        Map<Integer, RegisterNodes.Written> written = state.leave(mark);
        memory.leave(words);
        return complete ? Optional.of(written) : Optional.empty();
    }

    private ValueNode current(int register) {
        String name = code.function.registers().get(register).name();
        return reader.register(new Operand.Register(register, name));
    }

    private boolean step(Instruction i) {
        hints.accept(i);
        return switch (i.opcode()) {
            case "bra" -> true;
            case "st" -> {
                boolean wide = i.operands().get(1) instanceof Operand.Register r && isWide(r);
                yield memory.store(i, reader, wide);
            }
            case "ld" -> load(i);
            default -> compute(i);
        };
    }

    private boolean load(Instruction i) {
        if (!(i.operands().get(0) instanceof Operand.Register d) || isWide(d)) {
            return false;
        }
        Optional<ValueNode> value = memory.load(i, reader);
        value.ifPresent(v -> state.set(d.index(), v, false));
        return value.isPresent();
    }

    private boolean isWide(Operand.Register r) {
        PtxType type = code.function.registers().get(r.index()).type();
        return type.bits() != 32;
    }

    /** Sets two registers to the halves of a value. */
    private boolean split(List<Operand> registers, ValueNode value) {
        for (int k = 0; k < 2; k++) {
            ValueNode half = k == 0 ? reader.lowWord(value) : reader.highWord(value);
            if (registers.get(k) instanceof Operand.Register r && !isWide(r)) {
                state.set(r.index(), half, false);
            } else if (!(registers.get(k) instanceof Operand.Sink)) {
                return false;
            }
        }
        return true;
    }

    private boolean compute(Instruction i) {
        boolean two = i.opcode().equals("mov") && i.has("b64") && i.operands().size() == 2;
        if (two && i.operands().get(0) instanceof Operand.Vector v && v.elements().size() == 2) {
            return reader.value(i.operands().get(1))
                    .filter(n -> split(v.elements(), n))
                    .isPresent();
        }
        Optional<ValueNode> value = Opcode.isPure(i) ? reader.read(i) : Optional.empty();
        if (value.isEmpty() || !(i.operands().get(0) instanceof Operand.Register d)) {
            return false;
        }
        state.set(d.index(), value.get(), false);
        return true;
    }
}
