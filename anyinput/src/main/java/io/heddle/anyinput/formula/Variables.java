package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of the variables of polynomials. */
final class Variables {
    private final List<BitTerm> terms = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final Map<BitTerm, Integer> numbers = new HashMap<>();
    private final Map<Integer, Form> quotients = new HashMap<>();
    private final Map<BitTerm, Map<Form, Integer>> ofTerms = new HashMap<>();

    /** What a variable stands for. */
    enum Kind {
        /** A size of the launch. */
        SIZE,
        /** A coordinate of the block, or an iteration: what costs are summed over. */
        INDEX,
        /** What the thread's number alone decides. */
        LANE,
        /** A quotient or remainder that is the same for all threads of a block. */
        QUOTIENT
    }

    /** The number of a variable, which is new where it was not asked for before. */
    int number(BitTerm term, Kind kind) {
        Integer known = numbers.get(term);
        if (known != null) {
            return known;
        }
        numbers.put(term, terms.size());
        kinds.add(kind);
        terms.add(term);
        return terms.size() - 1;
    }

    /** The number of a variable for a term where it is a form that is a quotient or remainder. */
    int quotient(BitTerm term, Form form) {
        return ofTerms.computeIfAbsent(term, t -> new HashMap<>())
                .computeIfAbsent(
                        form,
                        f -> {
                            kinds.add(Kind.QUOTIENT);
                            terms.add(term);
                            quotients.put(terms.size() - 1, f);
                            return terms.size() - 1;
                        });
    }

    /** The quotient or remainder that a variable stands for; null if it is another one. */
    Form quotient(int variable) {
        return quotients.get(variable);
    }

    BitTerm term(int variable) {
        return terms.get(variable);
    }

    boolean is(int variable, Kind kind) {
        return variable >= 0 && kinds.get(variable) == kind;
    }

    boolean isSize(int variable) {
        return is(variable, Kind.SIZE);
    }

    boolean isIndex(int variable) {
        return is(variable, Kind.INDEX);
    }

    boolean isLane(int variable) {
        return is(variable, Kind.LANE);
    }

    /** True unless a variable is known not to be negative. */
    boolean mayBeNegative(int variable) {
        BitTerm t = terms.get(variable);
        boolean isSmall = t.high().bitLength() < t.width();
        return kinds.get(variable) == Kind.QUOTIENT || isLane(variable) && !isSmall;
    }
}
