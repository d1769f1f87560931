package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The words of local memory that a {@link SlowPath} has stored so far, by variable and offset. What
 * it has not stored itself, it cannot load.
 */
final class PrivateMemory {
    private static final Set<PtxType> WORDS =
            Set.of(PtxType.U32, PtxType.S32, PtxType.B32, PtxType.F32);

    /** All modifiers, besides the type, that a load or store here may have. */
    private static final Set<String> PLAIN = Set.of("local", "global", "const", "nc");

    private final NodeGraph graph;
    private final Tables tables;
    private final Set<String> locals;
    private final Map<String, SortedMap<Long, ValueNode>> cells = new TreeMap<>();
    private final Map<String, TreeSet<Long>> stored = new TreeMap<>();
    private final List<ValueNode> chosen = new ArrayList<>();

    PrivateMemory(NodeGraph graph, Tables tables, Function f) {
        this.graph = graph;
        this.tables = tables;
        locals =
                f.variables().stream()
                        .filter(v -> v.space() == StateSpace.LOCAL)
                        .map(v -> v.name())
                        .collect(Collectors.toSet());
    }

    /** The loads whose place depends on data. */
    List<ValueNode> chosen() {
        return chosen;
    }

    /** The stored words: first and last offset of each variable. */
    Map<String, long[]> ranges() {
        Map<String, long[]> result = new TreeMap<>();
        stored.forEach((s, c) -> result.put(s, new long[] {c.first(), c.last() + 4}));
        return result;
    }

    /** The words at the beginning of an arm of a branch. */
    Map<String, SortedMap<Long, ValueNode>> enter() {
        Map<String, SortedMap<Long, ValueNode>> copy = new TreeMap<>();
        cells.forEach((s, c) -> copy.put(s, new TreeMap<>(c)));
        return copy;
    }

    /** Leaves an arm: what it has stored is not known any more, the rest is as before. */
    void leave(Map<String, SortedMap<Long, ValueNode>> before) {
        cells.forEach(
                (s, c) -> {
                    SortedMap<Long, ValueNode> old = before.get(s);
                    if (old != null) {
                        old.entrySet().removeIf(e -> c.get(e.getKey()) != e.getValue());
                    }
                });
        cells.clear();
        cells.putAll(before);
    }

    /** What a load of a word delivers; empty if it is not known to be a table's or a stored one. */
    Optional<ValueNode> load(Instruction i, InstructionReader reader) {
        return address(i, 1, reader).flatMap(a -> load(a, space(i)));
    }

    private Optional<ValueNode> load(ValueNode address, String space) {
        String symbol = Folding.symbol(address);
        if (!locals.contains(symbol)) {
            boolean fits =
                    Folding.isGeneric(address) == space.isEmpty() && !Folding.isOnlyLocal(address);
            return fits && address.operands.size() == 1
                    ? tables.word(symbol, space, address.payload).map(graph::integer)
                    : Optional.empty();
        }
        if (!isLocal(address, space) || !cells.containsKey(symbol) || cells.get(symbol).isEmpty()) {
            return Optional.empty();
        }
        SortedMap<Long, ValueNode> words = cells.get(symbol);
        return address.operands.size() == 1
                ? Optional.ofNullable(words.get(address.payload))
                : choice(address, words);
    }

    /** The word at a place that depends on data, of the stored ones in their order. */
    private Optional<ValueNode> choice(ValueNode address, SortedMap<Long, ValueNode> words) {
        List<ValueNode> operands = new ArrayList<>();
        operands.add(address.at(1));
        for (long at = words.firstKey(); at <= words.lastKey(); at += 4) {
            ValueNode word = words.get(at);
            if (word == null) {
                return Optional.empty();
            }
            operands.add(word);
        }
        long offset = address.payload - words.firstKey();
        ValueNode n = graph.make("word", offset, Kind.INTEGER, operands.toArray(new ValueNode[0]));
        chosen.add(n);
        return Optional.of(n);
    }

    /**
     * Stores a word; false if the place is not known to be in a local variable.
     *
     * @param wide true if it is the low word of a register of 64 bits
     */
    boolean store(Instruction i, InstructionReader reader, boolean wide) {
        Optional<ValueNode> place = address(i, 0, reader).filter(a -> isStorable(a, space(i)));
        Optional<ValueNode> value = reader.value(i.operands().get(1));
        if (place.isEmpty() || value.isEmpty()) {
            return false;
        }
        ValueNode address = place.get();
        ValueNode word = wide ? reader.lowWord(value.get()) : graph.asInteger(value.get());
        String symbol = Folding.symbol(address);
        cells.computeIfAbsent(symbol, s -> new TreeMap<>()).put(address.payload, word);
        stored.computeIfAbsent(symbol, s -> new TreeSet<>()).add(address.payload);
        return true;
    }

    private boolean isStorable(ValueNode address, String space) {
        return address.operands.size() == 1
                && address.payload % 4 == 0
                && locals.contains(Folding.symbol(address))
                && isLocal(address, space);
    }

    private static boolean isLocal(ValueNode address, String space) {
        return space.equals(Folding.isGeneric(address) ? "" : "local");
    }

    private static Optional<ValueNode> address(
            Instruction i, int operand, InstructionReader reader) {
        int last = i.modifiers().size() - 1;
        boolean plain =
                i.guard() == null
                        && WORDS.contains(PtxType.parse(i.modifiers().get(last)))
                        && PLAIN.containsAll(i.modifiers().subList(0, last))
                        && i.operands().get(operand) instanceof Operand.Address;
        if (!plain) {
            return Optional.empty();
        }
        Operand.Address a = (Operand.Address) i.operands().get(operand);
        return reader.value(a.base())
                .filter(base -> base.is("address"))
                .map(base -> reader.plus(base, a.offset()));
    }

    private static String space(Instruction i) {
        String first = i.modifiers().get(0);
        return PLAIN.contains(first) && !first.equals("nc") ? first : "";
    }
}
