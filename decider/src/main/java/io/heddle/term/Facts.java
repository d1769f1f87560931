package io.heddle.term;

import java.util.ArrayDeque;
import java.util.List;

/**
 * What is known on a path: conditions that hold there, and what follows from them by comparing a
 * term with constants, two terms with each other, and by the connectives. Immutable; what is added
 * shares the rest.
 *
 * <p>The answers are sound but not complete. A comparison with NaN is false, so that from x &lt; y
 * being false y ≤ x follows only if neither may be NaN.
 */
public final class Facts {
    static final int LESS = 1;
    static final int EQUAL = 2;
    static final int GREATER = 4;
    private static final int UNORDERED = 8;
    private static final int ANY = LESS | EQUAL | GREATER | UNORDERED;

    /** Terms of conditions beyond this are not taken apart. */
    private static final int MAX_DEPTH = 200;

    private final TermStore store;
    private PersistentMap<Boolean> known = PersistentMap.empty();
    private PersistentMap<Integer> relations = PersistentMap.empty();
    private PersistentMap<Interval> intervals = PersistentMap.empty();

    /** Elements of distinct tensors whose value is known, by tensor and value. */
    private PersistentMap<Holder> holders = PersistentMap.empty();

    private Clause clauses; // the last one found, or null
    private Pair pairs; // of equal elements of a distinct tensor, which must have equal indices
    private boolean contradictory;

    /** A false conjunction or true disjunction, and those found before it. */
    private record Clause(int term, Clause before) {}

    /** An element that has a value, and those found before it. */
    private record Holder(int element, Holder before) {}

    /** Two elements that have one value, and the pairs found before them. */
    private record Pair(int a, int b, Pair before) {}

    /** No facts. */
    public Facts(TermStore store) {
        this.store = store;
    }

    private Facts(Facts outer) {
        store = outer.store;
        known = outer.known;
        relations = outer.relations;
        intervals = outer.intervals;
        holders = outer.holders;
        clauses = outer.clauses;
        pairs = outer.pairs;
        contradictory = outer.contradictory;
    }

    /** These facts and {@code condition} = {@code value}. */
    public Facts with(int condition, boolean value) {
        Facts more = new Facts(this);
        more.add(condition, value, 0);
        more.propagate();
        return more;
    }

    /** True if no input can satisfy all that is known. */
    public boolean areContradictory() {
        return contradictory;
    }

    /** 1 or 0 where {@code condition} must be true or false, else −1. */
    public int decide(int condition) {
        return decide(condition, 0);
    }

    private int decide(int condition, int depth) {
        Boolean value = known.get(condition);
        if (value != null) {
            return value ? 1 : 0;
        }
        if (depth > MAX_DEPTH) {
            return -1;
        }
        switch (store.op(condition)) {
            case TRUE:
                return 1;
            case FALSE:
                return 0;
            case NOT:
                int inner = decide(store.a(condition), depth + 1);
                return inner < 0 ? -1 : 1 - inner;
            case AND:
                return connective(condition, 0, depth);
            case OR:
                return connective(condition, 1, depth);
            case LT:
                return among(condition, LESS);
            case LE:
                return among(condition, LESS | EQUAL);
            case EQ:
                return among(condition, EQUAL);
            default:
                return -1;
        }
    }

    private int connective(int condition, int absorbing, int depth) {
        int a = decide(store.a(condition), depth + 1);
        if (a == absorbing) {
            return absorbing;
        }
        int b = decide(store.b(condition), depth + 1);
        return b == absorbing || a >= 0 && b >= 0 ? b : -1;
    }

    private int among(int comparison, int wanted) {
        int possible = possible(store.a(comparison), store.b(comparison));
        if ((possible & ~wanted) == 0) {
            return 1;
        }
        return (possible & wanted) == 0 ? 0 : -1;
    }

    // ---------------------------------------------------------------- adding

    private void add(int condition, boolean value, int depth) {
        int before = decide(condition);
        if (before >= 0) {
            contradictory |= value != (before == 1);
            return;
        }
        known = known.with(condition, value);
        if (depth > MAX_DEPTH) {
            return;
        }
        switch (store.op(condition)) {
            case NOT:
                add(store.a(condition), !value, depth + 1);
                break;
            case AND:
            case OR:
                if (value == (store.op(condition) == Op.AND)) {
                    add(store.a(condition), value, depth + 1);
                    add(store.b(condition), value, depth + 1);
                } else {
                    clauses = new Clause(condition, clauses);
                }
                break;
            case LT:
                compare(condition, LESS, value);
                break;
            case LE:
                compare(condition, LESS | EQUAL, value);
                break;
            case EQ:
                compare(condition, EQUAL, value);
                break;
            default:
                break;
        }
    }

    /** Unit propagation: if all but one part of a clause are known to fail, the last one holds. */
    private void propagate() {
        boolean changed = true;
        while (changed && !contradictory) {
            changed = false;
            for (Clause c = clauses; c != null; c = c.before) {
                int wrong = store.op(c.term) == Op.AND ? 1 : 0;
                changed |= unit(store.a(c.term), store.b(c.term), wrong);
                changed |= unit(store.b(c.term), store.a(c.term), wrong);
            }
        }
        for (Pair p = pairs; p != null && !contradictory; p = p.before) {
            contradictory = areApart(p.a, p.b);
        }
    }

    private boolean unit(int settled, int open, int wrong) {
        int other = decide(open);
        if (decide(settled) != wrong || other == 1 - wrong) {
            return false;
        }
        add(open, wrong == 0, 0);
        return true;
    }

    // ---------------------------------------------------------------- comparisons

    private static int mirrored(int relation) {
        return relation & (EQUAL | UNORDERED)
                | ((relation & LESS) != 0 ? GREATER : 0)
                | ((relation & GREATER) != 0 ? LESS : 0);
    }

    private static long key(int a, int b) {
        return (long) Math.min(a, b) << 32 | Math.max(a, b);
    }

    /** The relations (&lt;, =, &gt;) that a may have to b. */
    private int possible(int a, int b) {
        Integer related = relations.get(key(a, b));
        int relation = related == null ? ANY : related;
        int possible = a <= b ? relation : mirrored(relation);
        if (store.isRational(b)) {
            possible &= interval(a).relations(store.rationalValue(b)) | UNORDERED;
        } else if (store.isRational(a)) {
            possible &= mirrored(interval(b).relations(store.rationalValue(a))) | UNORDERED;
        }
        return (possible & UNORDERED) != 0 && isOrdered(a, b) ? possible & ~UNORDERED : possible;
    }

    /** True if neither may be NaN or undefined, as far as their classes say. */
    private boolean isOrdered(int a, int b) {
        boolean undefined = store.mayBeUndefined(a) || store.mayBeUndefined(b);
        int less = store.lt(a, b);
        return !undefined && store.op(store.not(less)) != Op.NOT && isNumber(a) && isNumber(b);
    }

    /** True if no operation outside its domain can make {@code t} NaN. */
    private boolean isNumber(int root) {
        ArrayDeque<Integer> work = new ArrayDeque<>(List.of(root));
        for (int visits = 0; !work.isEmpty(); visits++) {
            int t = work.pop();
            Op op = store.op(t);
            boolean partial = op == Op.DIV || op == Op.SQRT || op == Op.LOG2 || op == Op.APPLY;
            if (partial && !store.isInteger(t) || visits > MAX_DEPTH) {
                return false;
            }
            for (int operand : store.isInteger(t) ? new int[0] : store.operands(t)) {
                work.push(operand);
            }
        }
        return true;
    }

    private void compare(int comparison, int relation, boolean value) {
        int a = store.a(comparison);
        int b = store.b(comparison);
        int left = possible(a, b) & (value ? relation : ~relation);
        relations = relations.with(key(a, b), a <= b ? left : mirrored(left));
        if (left == 0) {
            contradictory = true;
        } else if (store.isRational(b)) {
            bound(a, left, store.rationalValue(b));
        } else if (store.isRational(a)) {
            bound(b, mirrored(left), store.rationalValue(a));
        }
    }

    private void bound(int t, int relation, Rational c) {
        if ((relation & UNORDERED) != 0) {
            return;
        }
        Interval i = interval(t);
        if ((relation & GREATER) == 0) {
            i = i.below(c, (relation & EQUAL) == 0);
        }
        if ((relation & LESS) == 0) {
            i = i.above(c, (relation & EQUAL) == 0);
        }
        i = store.isInteger(t) ? i.ofIntegers() : i;
        intervals = intervals.with(t, i);
        contradictory |= i.isEmpty();
        if (i.low() != null && i.low().equals(i.high())) {
            hold(t, i.low());
        }
    }

    /** An element has a value, which no other element of its tensor has if these are distinct. */
    private void hold(int t, Rational value) {
        int tensor = DistinctReads.tensor(store, t);
        if (tensor < 0) {
            return;
        }
        long key = (long) tensor << 32 | store.rational(value);
        Holder others = holders.get(key);
        for (Holder h = others; h != null; h = h.before) {
            if (h.element != t) {
                pairs = new Pair(h.element, t, pairs);
            }
        }
        holders = holders.with(key, new Holder(t, others));
    }

    /** True if two elements of a distinct tensor are at indices that differ, as far as is known. */
    private boolean areApart(int a, int b) {
        if (DistinctReads.areApart(store, a, b)) {
            return true;
        }
        int x = DistinctReads.index(store, a);
        int y = DistinctReads.index(store, b);
        return x != y
                && (isBelow(interval(x), interval(y))
                        || isBelow(interval(y), interval(x))
                        || decide(store.eq(x, y)) == 0);
    }

    private static boolean isBelow(Interval a, Interval b) {
        return a.high() != null && b.low() != null && a.high().compareTo(b.low()) < 0;
    }

    private Interval interval(int t) {
        Interval i = intervals.get(t);
        if (i != null) {
            return i;
        }
        Symbol s = symbol(t);
        if (s == null) {
            return Interval.ALL;
        }
        i = Interval.ALL;
        if (!s.type().isFloat()) {
            i = i.above(s.type().minInteger(), false).below(s.type().maxInteger(), false);
        }
        i = s.low() == null ? i : i.above(s.low(), false);
        return s.high() == null ? i : i.below(s.high(), false);
    }

    /** The tensor of which a term is an element, at a known index or one that data decide. */
    private Symbol symbol(int t) {
        if (store.op(t) == Op.ELEMENT) {
            return store.symbolOf(t);
        }
        return store.op(t) == Op.APPLY && store.functionOf(t).readsTensor()
                ? store.symbols().get(store.symbolNamed(store.functionOf(t).name()))
                : null;
    }
}
