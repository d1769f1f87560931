package io.heddle.idiom;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What each register holds at the current place of a region, with what it held at a branch. */
final class RegisterNodes {
    /**
     * A place where a register was set to a node.
     *
     * @param index of the instruction; the register holds the node after it
     * @param entry true if the register held the node already before that instruction
     */
    record Definition(int register, int index, boolean entry, int scope) {}

    private record Change(int register, ValueNode before, boolean pendingBefore) {}

    private final ValueNode[] values;
    private final BitSet pending = new BitSet();
    private final List<Change> changes = new ArrayList<>();
    private final Map<ValueNode, Set<Integer>> holders = new HashMap<>();
    private final Map<ValueNode, List<Definition>> definitions = new HashMap<>();
    private final Map<Integer, ValueNode> entries = new HashMap<>();
    private final List<Integer> scopes = new ArrayList<>();
    private int nextScope;

    RegisterNodes(int registers) {
        values = new ValueNode[registers];
    }

    ValueNode get(int register) {
        return values[register];
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(values, null);
        pending.clear();
        changes.clear();
        holders.clear();
        definitions.clear();
        entries.clear();
        scopes.clear();
    }

    /**
     * Says what a register held at the beginning of the region and still holds.
     *
     * @param head first instruction of the region
     */
    void initialise(int register, ValueNode value, int head) {
        values[register] = value;
        if (entries.putIfAbsent(register, value) == null) {
            definitions
                    .computeIfAbsent(value, n -> new ArrayList<>())
                    .add(new Definition(register, head, true, -1));
            holders.computeIfAbsent(value, n -> new LinkedHashSet<>()).add(register);
        }
    }

    /** What a register held at the beginning of the region, or null if nobody asked. */
    ValueNode entry(int register) {
        return entries.get(register);
    }

    /** True if a join made a function of this register that no instruction computes yet. */
    boolean isPending(int register) {
        return pending.get(register);
    }

    void set(int register, ValueNode value, boolean isPending) {
        changes.add(new Change(register, values[register], pending.get(register)));
        values[register] = value;
        pending.set(register, isPending);
        if (value != null && !isPending) {
            holders.computeIfAbsent(value, n -> new LinkedHashSet<>()).add(register);
        }
    }

    void defined(ValueNode value, int register, int index, boolean entry) {
        int scope = scopes.isEmpty() ? -1 : scopes.get(scopes.size() - 1);
        definitions
                .computeIfAbsent(value, n -> new ArrayList<>())
                .add(new Definition(register, index, entry, scope));
    }

    /** A register that holds the node now, or −1. */
    int holder(ValueNode n) {
        for (int r : holders.getOrDefault(n, Set.of())) {
            if (values[r] == n && !pending.get(r)) {
                return r;
            }
        }
        return -1;
    }

    /** A place on the way here where a register held the node. */
    Optional<Definition> definition(ValueNode n) {
        Set<Integer> open = new HashSet<>(scopes);
        for (Definition d : definitions.getOrDefault(n, List.of())) {
            if (d.scope < 0 || open.contains(d.scope)) {
                return Optional.of(d);
            }
        }
        return Optional.empty();
    }

    /** Opens a scope that one arm of a branch is; the result is to be given to {@link #leave}. */
    int enter() {
        scopes.add(nextScope++);
        return changes.size();
    }

    /** Takes back all changes since {@link #enter()} and returns what they amounted to. */
    Map<Integer, Written> leave(int mark) {
        scopes.remove(scopes.size() - 1);
        Map<Integer, Written> written = new TreeMap<>();
        for (int k = changes.size() - 1; k >= mark; k--) {
            Change c = changes.remove(k);
            written.putIfAbsent(
                    c.register, new Written(values[c.register], pending.get(c.register)));
            values[c.register] = c.before;
            pending.set(c.register, c.pendingBefore);
        }
        return written;
    }

    /** The last value of a register in an arm. */
    record Written(ValueNode value, boolean pending) {}
}
