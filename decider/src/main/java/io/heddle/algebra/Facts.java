package io.heddle.algebra;

import java.util.ArrayList;
import java.util.List;

/** What a case of a case split assumes: polynomials known to be positive or not negative. */
public final class Facts {
    /** No assumptions. */
    public static final Facts NONE = new Facts(List.of());

    /** {@code p > 0} if strict, else {@code p ≥ 0}. */
    record Fact(Polynomial p, boolean strict) {}

    private final List<Fact> facts;

    private Facts(List<Fact> facts) {
        this.facts = List.copyOf(facts);
    }

    /** These facts and {@code p > 0}, or {@code p ≥ 0}. */
    public Facts and(Polynomial p, boolean strict) {
        List<Fact> more = new ArrayList<>(facts);
        more.add(new Fact(p, strict));
        return new Facts(more);
    }

    /** True where nothing is assumed. */
    public boolean isEmpty() {
        return facts.isEmpty();
    }

    /** True if exactly {@code p > 0} or its negation was assumed. */
    boolean settle(Polynomial p) {
        return facts.contains(new Fact(p, true)) || facts.contains(new Fact(p.negate(), false));
    }

    List<Fact> list() {
        return facts;
    }
}
