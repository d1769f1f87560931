package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kernel of a probe loads as the function's arguments and stores as its results: words or
 * doubles in global memory, or the parameters of a function.
 */
final class ProbeValues {
    private final Function function;
    private final NodeGraph graph;
    private final Map<Integer, ValueNode> loaded = new TreeMap<>();
    private final List<ValueNode> given = new ArrayList<>();
    private final List<ValueNode> stored = new ArrayList<>();

    ProbeValues(Function function, NodeGraph graph) {
        this.function = function;
        this.graph = graph;
    }

    /** Says what the arguments are. */
    void give(List<ValueNode> arguments) {
        given.addAll(arguments);
    }

    /** The loaded arguments, by their numbers. */
    List<ValueNode> loaded() {
        return List.copyOf(loaded.values());
    }

    /** The stored results, in order. */
    List<ValueNode> stored() {
        return stored;
    }

    /** The number of the argument that a load from global memory or of a parameter is, or −1. */
    int argument(Instruction i) {
        if (!i.opcode().equals("ld")
                || i.guard() != null
                || !(i.operands().get(1) instanceof Operand.Address a)) {
            return -1;
        }
        if (i.has("global")) {
            return (int) Math.max(-1, a.offset() / (i.has("f64") ? 8 : 4));
        }
        for (int k = 0; k < function.parameters().size(); k++) {
            String name = function.parameters().get(k).name();
            if (!function.entry()
                    && a.base() instanceof Operand.Symbol s
                    && s.name().equals(name)) {
                return k;
            }
        }
        return -1;
    }

    /** What a load delivers: the argument of this number, if arguments are given. */
    ValueNode load(int argument) {
        ValueNode value = argument < given.size() ? given.get(argument) : graph.leaf(Kind.ANY);
        loaded.putIfAbsent(argument, value);
        return value;
    }

    /** Notes what an instruction stores to global memory or to a function's result. */
    void note(Instruction i, InstructionReader reader) {
        if (i.opcode().equals("st") && i.guard() == null && (isResult(i) || i.has("global"))) {
            reader.value(i.operands().get(1)).ifPresent(stored::add);
        }
    }

    private boolean isResult(Instruction i) {
        return i.has("param")
                && i.operands().get(0) instanceof Operand.Address a
                && a.base() instanceof Operand.Symbol s
                && function.returns().stream().anyMatch(v -> v.name().equals(s.name()));
    }
}
