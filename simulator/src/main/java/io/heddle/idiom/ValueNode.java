package io.heddle.idiom;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A node of a {@link NodeGraph}: an operation on nodes. Equal nodes of one graph are the same
 * object.
 */
final class ValueNode {
    /** What the bits of a value stand for. */
    enum Kind {
        /** A number of type f32. */
        REAL,
        /** An integer. */
        INTEGER,
        /** A truth value. */
        PREDICATE,
        /** Not known: what memory or an unread instruction delivers, and other types. */
        ANY
    }

    private static final Set<String> FUNCTIONS =
            Set.of("function", "packed", SmallFloats.ENCODED, SmallFloats.DECODED);

    /** Order of creation, which orders the operands of commutative operations. */
    final int id;

    /** The operation, in the words of PTX where it is one of PTX. */
    final String op;

    /** Bits of a constant, number of a leaf. */
    final long payload;

    final Kind kind;
    final List<ValueNode> operands;

    /** True if a recognised function is part of the node. */
    final boolean lifted;

    /** Length of the longest path to a leaf. */
    final int depth;

    /** A bit for each condition of a choice that is part of the node, by {@link #bit()}. */
    final long conditions;

    ValueNode(int id, String op, long payload, Kind kind, List<ValueNode> operands) {
        this.id = id;
        this.op = op;
        this.payload = payload;
        this.kind = kind;
        this.operands = operands;
        boolean anyLifted = FUNCTIONS.contains(op);
        int deepest = 0;
        long all = is("ite") ? operands.get(0).bit() : 0;
        for (ValueNode o : operands) {
            anyLifted |= o.lifted;
            deepest = Math.max(deepest, o.depth + 1);
            all |= o.conditions;
        }
        this.lifted = anyLifted;
        this.depth = deepest;
        this.conditions = all;
    }

    boolean is(String operation) {
        return op.equals(operation);
    }

    /** The operand at {@code index}. */
    ValueNode at(int index) {
        return operands.get(index);
    }

    /** True for a number or integer that is written out. */
    boolean isConstant() {
        return is("real") || is("integer") || is("neg") && at(0).is("real");
    }

    /** The node without a sign in front. */
    ValueNode unsigned() {
        return is("neg") ? at(0) : this;
    }

    /** The nodes and all that they are made from. */
    static Set<ValueNode> parts(Collection<ValueNode> nodes) {
        Set<ValueNode> seen = new HashSet<>(nodes);
        Deque<ValueNode> work = new ArrayDeque<>(nodes);
        while (!work.isEmpty()) {
            work.poll().operands.stream().filter(seen::add).forEach(work::add);
        }
        return seen;
    }

    long bit() {
        return 1L << (id & 63);
    }

    @Override
    public String toString() {
        if (is("real")) {
            return Float.toString(Float.intBitsToFloat((int) payload));
        }
        if (is("integer")) {
            return Long.toString(payload);
        }
        String name = is("leaf") ? "leaf" + payload : op;
        return operands.isEmpty() ? name : name + operands;
    }
}
