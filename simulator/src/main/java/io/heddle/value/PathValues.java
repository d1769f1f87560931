package io.heddle.value;

import io.heddle.term.Facts;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.PathSensitive;
import io.heddle.term.TermStore;
import io.heddle.value.Value.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * Values as they are where a path condition holds: what {@link PathSensitive} does to terms, for
 * all that a register or memory cell may hold.
 */
public final class PathValues {
    private final TermStore store;
    private final Views views;
    private final PathSensitive terms;

    public PathValues(TermStore store, Views views) {
        this.store = store;
        this.views = views;
        this.terms = new PathSensitive(store);
    }

    /** From now on {@code condition} is known to hold on every path. */
    public void assume(int condition) {
        terms.assume(condition);
    }

    /** True if no input satisfies {@code path} and what is known on every path. */
    public boolean isImpossible(int path) {
        return terms.facts(path).areContradictory();
    }

    /** 1 or 0 where {@code condition} must be true or false on {@code path}, else −1. */
    public int decide(int condition, int path) {
        return terms.facts(path).decide(condition);
    }

    /** A term that equals {@code t} wherever {@code path} holds. */
    public int refine(int t, int path) {
        return terms.refine(t, terms.facts(path));
    }

    /** A condition under which {@code t} certainly depends on an undefined value. */
    public int undefinedWhen(int t) {
        return terms.undefinedWhen(t);
    }

    /** A value that equals {@code v} wherever {@code path} holds. */
    public Value refine(Value v, int path) {
        return v.isConcrete() ? v : refine(v, terms.facts(path));
    }

    private Value refine(Value v, Facts facts) {
        Value result = null;
        for (Piece p : v.pieces()) {
            Value part = refine(p, facts);
            result = result == null ? part : result.concat(part);
        }
        return result;
    }

    private Value refine(Piece p, Facts facts) {
        if (p.tag() == Tag.CHOICE) {
            return choice(p, facts);
        }
        if (Tag.isFloat(p.tag())) {
            FloatFormat format = Tag.format(p.tag());
            int t = terms.refine(Tag.term(p.payload()), facts);
            Value whole =
                    store.op(t) == Op.UNDEFINED
                            ? Value.whole(Tag.UNDEFINED, t, format.bits())
                            : views.ofReal(t, format);
            return t == Tag.term(p.payload()) ? Value.of(p) : whole.slice(p.low(), p.width());
        }
        if (p.tag() == Tag.INT) {
            int old = Tag.term(p.payload());
            int t = terms.refine(old, facts);
            return t == old
                    ? Value.of(p)
                    : views.integers().like(p.payload(), t).slice(p.low(), p.width());
        }
        return Value.of(p);
    }

    /**
     * What a cell holds after a store that is made where {@code condition} holds, among others of
     * which some exclude each other: those follow in one order, whichever was made first.
     */
    public Value stored(int condition, Value stored, Value before) {
        Value v = views.ite(condition, stored, before);
        if (!Tag.isFloat(v.tag()) && v.tag() != Tag.INT) {
            return v;
        }
        int t = Tag.term(v.payload());
        if (store.op(t) != Op.ITE || store.a(t) != condition) {
            return v;
        }
        int sorted = sorted(condition, store.b(t), store.c(t));
        if (sorted == t) {
            return v;
        }
        return v.tag() == Tag.INT
                ? views.integers().like(v.payload(), sorted)
                : Value.whole(v.tag(), sorted & 0xffffffffL, v.width());
    }

    private int sorted(int condition, int then, int otherwise) {
        List<Integer> later = new ArrayList<>(); // choices that come before this one
        int rest = otherwise;
        while (store.op(rest) == Op.ITE
                && store.a(rest) > condition
                && isImpossible(store.and(condition, store.a(rest)))) {
            later.add(rest);
            rest = store.c(rest);
        }
        int t = store.ite(condition, then, rest);
        for (int k = later.size() - 1; k >= 0; k--) {
            t = store.ite(store.a(later.get(k)), store.b(later.get(k)), t);
        }
        return t;
    }

    private Value choice(Piece p, Facts facts) {
        Choices.Choice c = views.choice(p);
        Value then = c.then().slice(p.low(), p.width());
        Value otherwise = c.otherwise().slice(p.low(), p.width());
        int condition = terms.refine(c.condition(), facts);
        Facts yes = facts.with(condition, true);
        if (yes.areContradictory()) {
            return refine(otherwise, facts.with(condition, false));
        }
        Facts no = facts.with(condition, false);
        if (no.areContradictory()) {
            return refine(then, yes);
        }
        return views.ite(condition, refine(then, yes), refine(otherwise, no));
    }
}
