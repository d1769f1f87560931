package io.heddle.term;

import java.util.HashMap;
import java.util.Map;

/**
 * What a term means where some conditions hold: alternatives that the path excludes are dropped, so
 * that {@code ite(p, ite(p, v, undefined), w)} is {@code ite(p, v, w)}.
 *
 * <p>Terms that may be undefined are looked at in depth, others only as far as their outermost
 * choices are decided.
 */
public final class PathSensitive {
    private static final int MAX_VISITS = 200_000;
    private static final int MAX_DEPTH = 1_000;
    private static final int MAX_PATHS = 4_096;

    private final TermStore store;
    private Facts everywhere;
    private final Map<Integer, Facts> paths = new HashMap<>();

    /** For the terms of {@code store}. */
    public PathSensitive(TermStore store) {
        this.store = store;
        this.everywhere = new Facts(store);
    }

    /** From now on {@code condition} is known to hold on every path. */
    public void assume(int condition) {
        everywhere = everywhere.with(condition, true);
        paths.clear();
    }

    /** What is known where {@code path} holds. */
    public Facts facts(int path) {
        if (path == store.trueTerm()) {
            return everywhere;
        }
        if (paths.size() > MAX_PATHS) {
            paths.clear();
        }
        return paths.computeIfAbsent(path, p -> everywhere.with(p, true));
    }

    /** A term that equals {@code t} wherever {@code facts} hold. */
    public int refine(int t, Facts facts) {
        return new Refinement().refine(t, facts, 0);
    }

    /** One walk over a term; remembers what it has rewritten where. */
    private final class Refinement {
        private final Map<Facts, Map<Integer, Integer>> done = new HashMap<>();
        private final Map<Facts, Map<Integer, Facts>> inner = new HashMap<>();
        private int visits;

        int refine(int t, Facts facts, int depth) {
            if (store.op(t).isCondition()) {
                int value = facts.decide(t);
                if (value >= 0) {
                    return store.condition(value == 1);
                }
            }
            if (!store.mayBeUndefined(t)) {
                return decided(t, facts);
            }
            if (store.op(t) == Op.UNDEFINED || depth > MAX_DEPTH || visits > MAX_VISITS) {
                return t;
            }
            visits++;
            Map<Integer, Integer> here = done.computeIfAbsent(facts, f -> new HashMap<>());
            Integer known = here.get(t);
            if (known != null) {
                return known;
            }
            int refined =
                    switch (store.op(t)) {
                        case ITE -> choice(t, facts, depth + 1);
                        case AND, OR -> connective(t, facts, depth + 1);
                        default -> rebuilt(t, facts, depth + 1);
                    };
            here.put(t, refined);
            return refined;
        }

        private Facts with(Facts facts, int condition, boolean value) {
            return inner.computeIfAbsent(facts, f -> new HashMap<>())
                    .computeIfAbsent(
                            value ? condition : -condition, c -> facts.with(condition, value));
        }

        private int choice(int t, Facts facts, int depth) {
            int c = refine(store.a(t), facts, depth);
            Facts yes = c == store.falseTerm() ? null : with(facts, c, true);
            Facts no = c == store.trueTerm() ? null : with(facts, c, false);
            if (yes == null || yes.areContradictory()) {
                return refine(store.c(t), no == null ? facts : no, depth);
            }
            if (no == null || no.areContradictory()) {
                return refine(store.b(t), yes, depth);
            }
            return store.ite(c, refine(store.b(t), yes, depth), refine(store.c(t), no, depth));
        }

        /** Each part matters only where the other one does not settle the whole. */
        private int connective(int t, Facts facts, int depth) {
            boolean and = store.op(t) == Op.AND;
            int b = refine(store.b(t), facts, depth);
            if (b == store.condition(!and)) {
                return b;
            }
            int a = refine(store.a(t), with(facts, b, and), depth);
            if (a == store.condition(!and)) {
                return a;
            }
            b = refine(b, with(facts, a, and), depth);
            return and ? store.and(a, b) : store.or(a, b);
        }

        private int rebuilt(int t, Facts facts, int depth) {
            int[] operands = store.operands(t);
            boolean changed = false;
            for (int i = 0; i < operands.length; i++) {
                int refined = refine(operands[i], facts, depth);
                changed |= refined != operands[i];
                operands[i] = refined;
            }
            return changed ? Rebuild.of(store, t, operands) : t;
        }
    }

    /** The alternative that is left of outermost choices. */
    private int decided(int t, Facts facts) {
        int left = t;
        while (store.op(left) == Op.ITE) {
            int value = facts.decide(store.a(left));
            if (value < 0) {
                return left;
            }
            left = value == 1 ? store.b(left) : store.c(left);
        }
        return left;
    }

    /** A condition under which {@code t} certainly depends on an undefined value. */
    public int undefinedWhen(int t) {
        return new Search().undefinedWhen(t, 0);
    }

    /** One walk that looks for undefined values. */
    private final class Search {
        private final Map<Integer, Integer> done = new HashMap<>();

        int undefinedWhen(int t, int depth) {
            if (store.op(t) == Op.UNDEFINED) {
                return store.trueTerm();
            }
            if (!store.mayBeUndefined(t) || depth > MAX_DEPTH || done.size() > MAX_VISITS) {
                return store.falseTerm();
            }
            Integer known = done.get(t);
            if (known != null) {
                return known;
            }
            int result =
                    switch (store.op(t)) {
                        case ITE -> choice(t, depth + 1);
                        case AND, OR ->
                                store.or(
                                        part(t, store.a(t), store.b(t), depth + 1),
                                        part(t, store.b(t), store.a(t), depth + 1));
                        default -> any(store.operands(t), depth + 1);
                    };
            done.put(t, result);
            return result;
        }

        private int choice(int t, int depth) {
            int c = store.a(t);
            if (store.mayBeUndefined(c)) {
                return undefinedWhen(c, depth);
            }
            return store.or(
                    store.and(c, undefinedWhen(store.b(t), depth)),
                    store.and(store.not(c), undefinedWhen(store.c(t), depth)));
        }

        /** When a part of a connective is undefined and the other one does not settle the whole. */
        private int part(int t, int part, int other, int depth) {
            int when = undefinedWhen(part, depth);
            int open =
                    store.mayBeUndefined(other)
                            ? undefinedWhen(other, depth)
                            : store.op(t) == Op.AND ? other : store.not(other);
            return store.and(when, open);
        }

        private int any(int[] operands, int depth) {
            int result = store.falseTerm();
            for (int operand : operands) {
                result = store.or(result, undefinedWhen(operand, depth));
            }
            return result;
        }
    }
}
