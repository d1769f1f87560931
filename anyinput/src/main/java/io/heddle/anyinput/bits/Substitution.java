package io.heddle.anyinput.bits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts other terms in place of some; each term is visited once. */
public final class Substitution {
    private final BitTerms terms;
    private final Map<BitTerm, BitTerm> done;

    /** A substitution of the keys by the values. */
    public Substitution(BitTerms terms, Map<BitTerm, BitTerm> by) {
        this.terms = terms;
        done = new HashMap<>(by);
    }

    /** The term that results. */
    public BitTerm of(BitTerm t) {
        BitTerm known = done.get(t);
        if (known != null) {
            return known;
        }
        List<BitTerm> operands = new ArrayList<>();
        boolean same = true;
        for (BitTerm o : t.operands()) {
            BitTerm other = of(o);
            same &= other == o;
            operands.add(other);
        }
        BitTerm result = same ? t : terms.withOperands(t, operands);
        done.put(t, result);
        return result;
    }
}
