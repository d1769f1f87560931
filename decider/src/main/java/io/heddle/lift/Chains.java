package io.heddle.lift;

import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sums of sums and maxima of maxima in a store, as one. */
final class Chains {
    private static final int MOST = 1 << 20; // x + x, of which each is y + y, and so on

    private final TermStore store;

    Chains(TermStore store) {
        this.store = store;
    }

    /**
     * An addend: a term, or the product of two.
     *
     * @param b the second factor, or 0
     */
    record Leaf(int a, int b, boolean isNegative) {}

    /** The addends of a chain of ADD, SUB, NEG and FMA. */
    List<Leaf> addends(int root) {
        List<Leaf> leaves = new ArrayList<>();
        Deque<Leaf> open = new ArrayDeque<>(List.of(new Leaf(root, 0, false)));
        while (!open.isEmpty()) {
            if (leaves.size() > MOST) {
                throw new LimitExceededException(MOST + " addends of a sum");
            }
            Leaf next = open.pop();
            int t = next.a();
            boolean isNegative = next.isNegative();
            switch (store.op(t)) {
                case ADD -> {
                    open.push(new Leaf(store.a(t), 0, isNegative));
                    open.push(new Leaf(store.b(t), 0, isNegative));
                }
                case SUB -> {
                    open.push(new Leaf(store.a(t), 0, isNegative));
                    open.push(new Leaf(store.b(t), 0, !isNegative));
                }
                case NEG -> open.push(new Leaf(store.a(t), 0, !isNegative));
                case FMA -> {
                    leaves.add(new Leaf(store.a(t), store.b(t), isNegative));
                    open.push(new Leaf(store.c(t), 0, isNegative));
                }
                default -> leaves.add(next);
            }
        }
        return leaves;
    }

    /** The terms of which a term is a sum, a maximum or a minimum; of others their operands. */
    Set<Integer> leaves(int root) {
        Set<Integer> leaves = new LinkedHashSet<>();
        switch (store.op(root)) {
            case ADD, SUB, NEG, FMA -> {
                for (Leaf l : addends(root)) {
                    leaves.add(l.a());
                    if (l.b() != 0) {
                        leaves.add(l.b());
                    }
                }
            }
            case MAX, MIN -> extremum(root, leaves);
            default -> {
                for (int operand : store.operands(root)) {
                    leaves.add(operand);
                }
            }
        }
        return leaves;
    }

    private void extremum(int root, Set<Integer> leaves) {
        Op op = store.op(root);
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            int t = open.pop();
            if (!seen.add(t)) {
                continue;
            }
            if (store.op(t) == op) {
                open.push(store.b(t));
                open.push(store.a(t));
            } else {
                leaves.add(t);
            }
        }
    }
}
