package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashMap;
import java.util.Map;

/**
 * What comparisons of two floats give if one is NaN. Over the reals one of {@code <}, {@code =} and
 * {@code >} holds; of a NaN {@code setp.lt}, {@code setp.eq} and {@code setp.gt} are false, and so
 * is {@code setp.ge} (PTX ISA 9.3.1). A program that asks in several ways may find that none holds,
 * and go where no numbers lead.
 */
public final class UnorderedComparisons {
    private static final int LESS = 1;
    private static final int EQUAL = 2;
    private static final int GREATER = 4;
    private static final int TRUE = 1;
    private static final int FALSE = 2;

    private final TermStore store;
    private final Map<Long, Integer> orders = new HashMap<>(); // that all outcomes of NaN allow
    private final Map<Long, Integer> outcomes = new HashMap<>(); // of NaN, of each way to ask

    UnorderedComparisons(TermStore store) {
        this.store = store;
    }

    /**
     * Notes that an instruction has compared two floats.
     *
     * @param condition that it has found
     * @param holds whether it holds if an operand is NaN
     * @return true if no two numbers give the outcomes that a NaN gives in some way to ask
     */
    public boolean note(int condition, boolean holds) {
        return switch (store.op(condition)) {
            case NOT -> note(store.a(condition), !holds);
            case LT -> add(condition, holds ? LESS : EQUAL | GREATER);
            case LE -> add(condition, holds ? LESS | EQUAL : GREATER);
            case EQ -> add(condition, holds ? EQUAL : LESS | GREATER);
            case AND, OR -> {
                contest(store.a(condition));
                contest(store.b(condition));
                yield false;
            }
            default -> false;
        };
    }

    /** Has a part of a condition count as one of several ways to ask. */
    private void contest(int condition) {
        note(condition, true);
        note(condition, false);
    }

    private boolean add(int comparison, int allowed) {
        int a = store.a(comparison);
        int b = store.b(comparison);
        int same = a <= b ? allowed : mirrored(allowed);
        outcomes.merge(way(comparison), holds(comparison, allowed), (was, is) -> was | is);
        return orders.merge(key(comparison), same, (was, is) -> was & is) == 0;
    }

    /** Whether a NaN makes a comparison hold that then allows some orders: {@link #TRUE} if so. */
    private int holds(int comparison, int allowed) {
        boolean equal = store.op(comparison) == Op.EQ;
        boolean holds = (allowed & (equal ? EQUAL : LESS)) != 0;
        return holds == isPlain(comparison) ? TRUE : FALSE;
    }

    /** True unless the comparison is noted as the negation of another one. */
    private boolean isPlain(int comparison) {
        return store.op(comparison) != Op.LE;
    }

    /** A way to ask: {@code a <= b} is asked as {@code b < a} is. */
    private long way(int comparison) {
        long a = store.a(comparison);
        long b = store.b(comparison);
        return switch (store.op(comparison)) {
            case LE -> b << 32 | a;
            case LT -> a << 32 | b;
            default -> ~(a << 32 | b);
        };
    }

    private static int mirrored(int orders) {
        return orders & EQUAL
                | ((orders & LESS) != 0 ? GREATER : 0)
                | ((orders & GREATER) != 0 ? LESS : 0);
    }

    /** Of two operands, in whatever order. */
    private long key(int comparison) {
        int a = store.a(comparison);
        int b = store.b(comparison);
        return (long) Math.min(a, b) << 32 | Math.max(a, b);
    }

    /** True if some instruction has compared the floats that a comparison is of. */
    boolean isKnown(int comparison) {
        return orders.containsKey(key(comparison));
    }

    /** True if a NaN has two outcomes for a comparison, by instructions that ask in two ways. */
    boolean isContested(int comparison) {
        return outcomes.getOrDefault(way(comparison), 0) == (TRUE | FALSE);
    }

    /**
     * True if a NaN may be on a path and not go the way that all numbers go there.
     *
     * @param condition that is decided on the path
     * @param holds how
     */
    public boolean isAgainstNan(int condition, boolean holds, int path) {
        if (store.op(condition) == Op.NOT) {
            return isAgainstNan(store.a(condition), !holds, path);
        }
        if (!isCompared(condition) || !may(condition, !holds)) {
            return false;
        }
        TermWalk walk = new TermWalk(path);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            boolean negated = store.op(t) == Op.NOT;
            int literal = negated ? store.a(t) : t;
            if (store.op(t) == Op.AND) {
                walk.open(store.a(t), store.b(t));
            } else if (isCompared(literal)
                    && isOfOne(literal, condition)
                    && !may(literal, !negated)) {
                return false; // the path excludes it
            }
        }
        return true;
    }

    private boolean isCompared(int condition) {
        Op op = store.op(condition);
        return (op == Op.LT || op == Op.LE || op == Op.EQ) && isKnown(condition);
    }

    /** True if two comparisons have an operand in common that is no constant. */
    private boolean isOfOne(int one, int other) {
        for (int t : store.operands(one)) {
            if (!store.isClosed(t) && (t == store.a(other) || t == store.b(other))) {
                return true;
            }
        }
        return false;
    }

    /** True if a NaN may have this outcome. */
    private boolean may(int comparison, boolean holds) {
        int known = outcomes.getOrDefault(way(comparison), TRUE | FALSE);
        return (known & (holds == isPlain(comparison) ? TRUE : FALSE)) != 0;
    }
}
