package io.heddle.idiom;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.flow.Liveness;
import io.heddle.flow.Removable;
import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * Reads a function region by region and notes the edits that replace recognised functions.
 *
 * <p>A region begins at the entry or where paths meet, goes on through straight code of any kind
 * and through hammocks, and follows other branches to blocks that only they reach. What registers
 * hold at its beginning, what memory delivers and what instructions compute that {@link
 * InstructionReader} does not read, are leaves.
 */
final class RegionReader {
    private static final int STEPS_PER_INSTRUCTION = 30;
    private static final int DEPTH = 1500;

    /**
     * A slow path that was read.
     *
     * @param memory its words
     * @param results of the choice between it and the other way
     */
    private record Slow(SlowPath path, PrivateMemory memory, List<ValueNode> results) {
        private boolean isDecoding() {
            return !results.isEmpty() && results.stream().allMatch(n -> n.is(SmallFloats.DECODED));
        }
    }

    private final AnalysedFunction code;
    private final Function function;
    private final ControlFlowGraph flow;
    private final Liveness liveness;
    private final NodeGraph graph;
    private final RegisterNodes state;
    private final Edits edits;
    private final InstructionReader reader;
    private final Suggestions suggestions;
    private final Map<Integer, Definitions.Constant> constants;
    private final List<Slow> slow = new ArrayList<>();
    private final Set<ValueNode> matched = new LinkedHashSet<>();
    private final Deque<Integer> heads = new ArrayDeque<>();
    private final BitSet visited = new BitSet();
    private final ProbeValues values;
    private final InnerNodes inner;
    private int head;
    private int steps;

    private RegionReader(
            AnalysedFunction code,
            NodeGraph graph,
            Suggestions suggestions,
            IntUnaryOperator constant) {
        this.code = code;
        this.function = code.function;
        this.flow = code.flow;
        this.liveness = code.liveness;
        this.graph = graph;
        this.suggestions = suggestions;
        state = new RegisterNodes(function.registers().size());
        edits = new Edits(function);
        values = new ProbeValues(function, graph);
        reader = new InstructionReader(graph, this::register, constant);
        inner = new InnerNodes(code.inner);
        constants = new Definitions(function).constants(graph, constant);
    }

    /** Reads a function to find library functions in it. */
    static RegionReader lifting(AnalysedFunction code, Library library) {
        NodeGraph graph = new NodeGraph();
        return new RegionReader(code, graph, new Suggestions(graph, library), bits -> bits);
    }

    /** Only reads. */
    static RegionReader reading(AnalysedFunction code) {
        return new RegionReader(code, new NodeGraph(), null, bits -> bits);
    }

    /**
     * Adds to a graph what the code computes of given arguments.
     *
     * @param arguments what the words in global memory hold
     * @param constant maps the bits of f32 constants of the code
     */
    static RegionReader applying(
            AnalysedFunction code,
            NodeGraph graph,
            List<ValueNode> arguments,
            IntUnaryOperator constant) {
        RegionReader reader = new RegionReader(code, graph, null, constant);
        reader.values.give(arguments);
        return reader;
    }

    /** The values that loads from global memory delivered, by address. */
    List<ValueNode> loaded() {
        return values.loaded();
    }

    /** The values that went to global memory. */
    List<ValueNode> stored() {
        return values.stored();
    }

    Edits edits() {
        return edits;
    }

    /** Reads all regions; false if that takes too long. */
    boolean run() {
        TreeSet<Integer> started = new TreeSet<>();
        heads.add(0);
        while (!heads.isEmpty()) {
            int block = heads.poll();
            if (started.add(block)) {
                head = flow.start(block);
                state.clear();
                run(block, -1);
            }
        }
        return steps <= limit();
    }

    private int limit() {
        return STEPS_PER_INSTRUCTION * (function.body().size() + 1000);
    }

    private ValueNode register(Operand.Register r) {
        ValueNode value = state.get(r.index());
        Definitions.Constant constant = value == null ? constants.get(r.index()) : null;
        if (constant != null && isBefore(constant.index())) {
            value = constant.value();
        }
        if (value == null) {
            ValueNode entry = state.entry(r.index());
            value = entry == null ? graph.leaf(kind(r.index())) : entry;
            state.initialise(r.index(), value, head);
        }
        return value;
    }

    /** True if the region is reached through the instruction only. */
    private boolean isBefore(int index) {
        return code.dominators.isBefore(flow.blockOf(index), flow.blockOf(head));
    }

    private Kind kind(int register) {
        return function.registers().get(register).type() == PtxType.PRED
                ? Kind.PREDICATE
                : Kind.ANY;
    }

    // ---------------------------------------------------------------- paths

    /** Reads from a block until {@code stop}, or, if that is −1, to the end of the region. */
    private void run(int from, int stop) {
        int block = from;
        while (block != stop && steps <= limit()) {
            for (int i = flow.start(block); i < flow.end(block); i++) {
                step(i);
            }
            int[] next = flow.successors(block);
            Optional<Instruction> branch = flow.branch(block);
            if (branch.isPresent() && next.length == 2) {
                block = conditional(block, branch.get(), stop);
            } else if (next.length == 1 && (stop >= 0 || flow.predecessors(next[0]).length == 1)) {
                block = next[0];
            } else {
                for (int s : next) {
                    heads.add(s);
                }
                return;
            }
            if (block < 0) {
                return;
            }
        }
    }

    /** Reads both arms of a branch; the result is the block where to go on, or −1. */
    private int conditional(int block, Instruction branch, int stop) {
        ValueNode guard = register(branch.guard());
        ValueNode taken = branch.guardNegated() ? graph.not(guard) : guard;
        Optional<ControlFlowGraph.Hammock> usable =
                flow.hammock(block).filter(h -> h.closed() || h.join() == stop);
        boolean loops = Suggestions.mayLoop(taken);
        Optional<SlowPath> path =
                usable.isPresent() ? Optional.empty() : SlowPath.at(flow, block, loops);
        if (path.isPresent()
                && isRead(path.get(), taken, flow.target(branch) == path.get().from())) {
            return path.get().join();
        }
        if (usable.isEmpty() && stop < 0) {
            separate(block);
            return -1;
        }
        int join = usable.map(ControlFlowGraph.Hammock::join).orElse(stop);
        int target = flow.target(branch);
        int mark = state.enter();
        run(target, join);
        Map<Integer, RegisterNodes.Written> then = state.leave(mark);
        mark = state.enter();
        run(block + 1, join);
        Map<Integer, RegisterNodes.Written> otherwise = state.leave(mark);
        boolean closed = usable.map(ControlFlowGraph.Hammock::closed).orElse(false);
        merge(taken, then, otherwise, join, closed);
        return join;
    }

    private void hintInside(Instruction i) {
        if (suggestions != null) {
            suggestions.fromInside(i, reader);
        }
    }

    /** Reads a slow path; false if that is not possible, and then nothing has changed. */
    private boolean isRead(SlowPath path, ValueNode taken, boolean entersWhereTaken) {
        int mark = state.enter();
        SlowReader slowReader = new SlowReader(code, path, graph, state, reader, this::hintInside);
        boolean complete = slowReader.read();
        Map<Integer, RegisterNodes.Written> written = state.leave(mark);
        if (!complete) {
            return false;
        }
        visited.or(path.instructions(flow));
        Map<Integer, RegisterNodes.Written> nothing = Map.of();
        merge(
                taken,
                entersWhereTaken ? written : nothing,
                entersWhereTaken ? nothing : written,
                path.join(),
                true);
        List<ValueNode> results =
                written.keySet().stream()
                        .filter(r -> liveness.isLive(path.join(), r))
                        .map(state::get)
                        .toList();
        slow.add(new Slow(path, slowReader.memory(), results));
        return true;
    }

    /**
     * The slow paths that do nothing but set registers: all of their loads from places that depend
     * on data are part of recognised functions, under the same condition.
     */
    List<Removable> removable() {
        if (slow.isEmpty()) {
            return List.of();
        }
        Set<ValueNode> covered = ValueNode.parts(matched);
        List<Removable> result = new ArrayList<>();
        Set<SlowPath> others = new HashSet<>();
        for (Slow s : slow) {
            boolean all =
                    covered.containsAll(s.memory.chosen())
                            && (s.results.stream().anyMatch(covered::contains) || s.isDecoding());
            if (!all) {
                others.add(s.path);
            }
        }
        for (Slow s : slow) {
            if (others.stream().noneMatch(o -> o.from() == s.path.from())) {
                result.add(new Removable(s.path.instructions(flow), s.memory.ranges()));
            }
        }
        return result;
    }

    /** True for inner code that computes nothing but parts of recognised functions. */
    Predicate<Instruction> isCovered() {
        return inner.covered(matched);
    }

    private void separate(int block) {
        for (int s : flow.successors(block)) {
            if (flow.predecessors(s).length == 1) {
                int mark = state.enter();
                run(s, -1);
                state.leave(mark);
            } else {
                heads.add(s);
            }
        }
    }

    private void merge(
            ValueNode p,
            Map<Integer, RegisterNodes.Written> then,
            Map<Integer, RegisterNodes.Written> otherwise,
            int join,
            boolean closed) {
        TreeSet<Integer> written = new TreeSet<>(then.keySet());
        written.addAll(otherwise.keySet());
        List<Integer> functions = new ArrayList<>();
        Map<Integer, ValueNode> merged = new HashMap<>();
        for (int r : written) {
            if (!liveness.isLive(join, r)) {
                merged.put(r, graph.leaf(kind(r)));
                continue;
            }
            RegisterNodes.Written a = then.get(r);
            RegisterNodes.Written b = otherwise.get(r);
            int hits = graph.matched().size();
            ValueNode v =
                    joined(
                            r,
                            p,
                            a == null ? current(r) : a.value(),
                            b == null ? current(r) : b.value());
            merged.put(r, v);
            boolean pending = a != null && a.pending() || b != null && b.pending();
            if (v.lifted && (pending || isMatched(hits) || !v.unsigned().is("ite"))) {
                functions.add(r);
            }
        }
        boolean emits = closed && flow.start(join) < function.body().size();
        merged.forEach((r, v) -> state.set(r, v, !emits && functions.contains(r)));
        if (emits) {
            functions.forEach(r -> atJoin(r, merged.get(r), flow.start(join)));
        }
    }

    /** A choice of what a register holds: of a word with an f32 in one arm, of f32s. */
    private ValueNode joined(int register, ValueNode p, ValueNode a, ValueNode b) {
        boolean isWord = function.registers().get(register).type().bits() == Integer.SIZE;
        boolean isReal = a.kind == Kind.REAL || b.kind == Kind.REAL;
        return isWord && isReal
                ? graph.ite(p, graph.asReal(a), graph.asReal(b))
                : graph.ite(p, a, b);
    }

    /** True if a node was recognised since there were that many; the program has it. */
    private boolean isMatched(int before) {
        List<ValueNode> all = graph.matched();
        matched.addAll(all.subList(before, all.size()));
        return all.size() > before;
    }

    private ValueNode current(int register) {
        return register(edits.register(register));
    }

    private void atJoin(int register, ValueNode value, int index) {
        Instruction at = function.body().get(index);
        if (visited.get(index)) {
            edits.keep(index);
        }
        if (isWritable(register, value)) {
            Emitter.emit(value, edits.register(register), state, edits, at)
                    .ifPresent(code -> edits.insertBefore(index, code));
        }
    }

    /**
     * True if the register may be set to the node: of a double or a half only to a function, of an
     * integer only to a word of encoded floats.
     */
    private boolean isWritable(int register, ValueNode v) {
        PtxType type = function.registers().get(register).type();
        if (v.kind == Kind.INTEGER) {
            return type.bits() == 32 && SmallFloats.isEncoded(v);
        }
        if (v.is(SmallFloats.HALF)) {
            return type.bits() == 16 && SmallFloats.isEncoded(v);
        }
        boolean function = v.is("function") || v.is("ite") || v.is(SmallFloats.DECODED);
        return type.bits() == 32 || type.bits() >= 16 && function && v.kind == Kind.ANY;
    }

    // ---------------------------------------------------------------- instructions

    private void step(int index) {
        steps++;
        Instruction i = function.body().get(index);
        if (i.opcode().equals("bra")) {
            return;
        }
        boolean again = visited.get(index);
        visited.set(index);
        if (again) {
            edits.keep(index);
        }
        if (!Opcode.isPure(i)) {
            opaque(i, index);
            return;
        }
        if (isSplit(i, index)) {
            return;
        }
        if (suggestions != null) {
            suggestions.from(i, reader);
        }
        int hits = graph.matched().size();
        Optional<ValueNode> read =
                InnerCode.isLoad(i)
                        ? InnerCode.load(i, graph, code.tables, reader)
                        : reader.read(i);
        boolean hit = isMatched(hits);
        if (read.isEmpty() || read.get().depth > DEPTH) {
            opaque(i, index);
            return;
        }
        ValueNode v = read.get();
        inner.note(i, v);
        Operand.Register d = (Operand.Register) i.operands().get(0);
        boolean collapsed = i.opcode().equals("selp") && !v.unsigned().is("ite");
        boolean recognised = v.lifted && (hit || collapsed);
        if (recognised && !again && isWritable(d.index(), v)) {
            Emitter.emit(v, d, state, edits, i).ifPresent(code -> edits.replace(index, code));
        }
        state.set(d.index(), v, false);
        state.defined(v, d.index(), index, false);
    }

    /** Reads a {@code mov} that sets two registers to the halves of a third; false for others. */
    private boolean isSplit(Instruction i, int index) {
        List<Operand> o = i.operands();
        if (!i.opcode().equals("mov")
                || i.guard() != null
                || !(o.get(0) instanceof Operand.Vector halves)
                || halves.elements().size() != 2
                || !(o.get(1) instanceof Operand.Register whole)) {
            return false;
        }
        ValueNode n = register(whole);
        long bits = function.registers().get(whole.index()).type().bits();
        for (int k = 0; k < 2; k++) {
            if (halves.elements().get(k) instanceof Operand.Register r) {
                ValueNode half = reader.half(k == 1, bits, n);
                state.set(r.index(), half, false);
                state.defined(half, r.index(), index, false);
            }
        }
        return true;
    }

    /** An instruction that is not read: what it may set is unknown afterwards. */
    private void opaque(Instruction i, int index) {
        values.note(i, reader);
        for (Operand.Register r : RegisterUse.of(i).set()) {
            int argument = values.argument(i);
            ValueNode unknown = argument >= 0 ? values.load(argument) : result(i, kind(r.index()));
            state.set(r.index(), unknown, false);
            state.defined(unknown, r.index(), index, false);
        }
    }

    /** What an instruction sets a register to: known only of the entry's parameters, as itself. */
    private ValueNode result(Instruction i, Kind kind) {
        boolean again =
                function.entry()
                        && i.opcode().equals("ld")
                        && i.guard() == null
                        && i.operands().get(0) instanceof Operand.Register
                        && i.operands().get(1) instanceof Operand.Address a
                        && a.base() instanceof Operand.Symbol s
                        && function.parameters().stream().anyMatch(v -> v.name().equals(s.name()));
        return again
                ? graph.make(i.mnemonic() + " " + i.operands().get(1), 0, kind)
                : graph.leaf(kind);
    }
}
