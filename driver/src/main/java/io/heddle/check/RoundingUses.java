package io.heddle.check;

import io.heddle.algebra.FanOut;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is chosen by the integers that roundings of floats give: which minima, comparisons and
 * functions of integers have one below them, with nothing between but operations on integers and
 * constants. Over the reals one may be superfluous, such as a clamp to what the integer is anyway,
 * and not on the machine.
 */
final class RoundingUses {
    private final Map<Integer, Set<Integer>> uses = new HashMap<>(); // by what is rounded

    private RoundingUses() {}

    /** The uses below {@code roots} of the numbers {@code converted}, once rounded to integers. */
    static RoundingUses of(TermStore store, int[] roots, Set<Integer> converted) {
        RoundingUses result = new RoundingUses();
        if (converted.isEmpty()) {
            return result;
        }
        FanOut fanOut = FanOut.of(store, roots);
        Map<Integer, Set<Integer>> users = users(store, fanOut, converted);
        for (int t = 1; t <= fanOut.top(); t++) {
            if (fanOut.isReached(t) && store.op(t).isRounding() && converted.contains(store.a(t))) {
                Set<Integer> found = result.uses.computeIfAbsent(store.a(t), k -> new HashSet<>());
                follow(store, t, users, found);
            }
        }
        return result;
    }

    /** The terms that choose by the integer that {@code converted} is rounded to. */
    Set<Integer> by(int converted) {
        return uses.getOrDefault(converted, Set.of());
    }

    /** Of each term that depends on such an integer the terms that it is passed to. */
    private static Map<Integer, Set<Integer>> users(
            TermStore store, FanOut fanOut, Set<Integer> converted) {
        Map<Integer, Set<Integer>> users = new HashMap<>();
        Set<Integer> carrying = new HashSet<>();
        for (int t = 1; t <= fanOut.top(); t++) { // operands come before what is made of them
            if (!fanOut.isReached(t)) {
                continue;
            }
            Op op = store.op(t);
            if (op.isRounding() && converted.contains(store.a(t))) {
                carrying.add(t);
            }
            if (carrying.isEmpty()) {
                continue;
            }
            boolean carries = false;
            for (int operand : store.operands(t)) {
                boolean passed = carrying.contains(operand);
                if (passed && (chooses(op) || isPassed(store, t, operand))) {
                    users.computeIfAbsent(operand, k -> new HashSet<>()).add(t);
                    carries |= isPassed(store, t, operand);
                }
            }
            if (carries) {
                carrying.add(t);
            }
        }
        return users;
    }

    /** Adds what chooses above {@code from}. */
    private static void follow(
            TermStore store, int from, Map<Integer, Set<Integer>> users, Set<Integer> found) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(from);
        while (!open.isEmpty()) {
            for (int user : users.getOrDefault(open.pop(), Set.of())) {
                if (seen.add(user)) {
                    open.push(user);
                    if (chooses(store.op(user))) {
                        found.add(user);
                    }
                }
            }
        }
    }

    private static boolean chooses(Op op) {
        return switch (op) {
            case MIN, MAX, LT, LE, EQ, APPLY, FLOOR, CEIL, TRUNC -> true;
            default -> false;
        };
    }

    /** True if {@code t} is an integer, or that operand scaled and moved by constants. */
    private static boolean isPassed(TermStore store, int t, int operand) {
        if (store.op(t).isCondition()) {
            return false;
        }
        if (store.isInteger(t)) {
            return store.op(t) != Op.ITE || store.a(t) != operand;
        }
        boolean linear =
                switch (store.op(t)) {
                    case ADD, SUB, MUL, NEG, FMA -> true;
                    default -> false;
                };
        if (!linear) {
            return false;
        }
        for (int other : store.operands(t)) {
            if (other != operand && !store.isClosed(other)) {
                return false;
            }
        }
        return true;
    }
}
