package io.heddle.anyinput.bits;

import io.heddle.anyinput.bits.BitTerm.Parts;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Joins conditions, so that what paths that meet again have in common is one condition, and what
 * they decide differently is gone.
 */
final class Conditions {
    private final BitTerms terms;

    Conditions(BitTerms terms) {
        this.terms = terms;
    }

    /** All conditions hold. */
    BitTerm conjunction(List<BitTerm> all) {
        TreeSet<BitTerm> parts = new TreeSet<>();
        for (BitTerm t : all) {
            parts.addAll(conjuncts(t));
        }
        parts.remove(terms.condition(true));
        for (BitTerm t : parts) {
            if (t.is(0) || parts.contains(terms.not(t))) {
                return terms.condition(false);
            }
        }
        return switch (parts.size()) {
            case 0 -> terms.condition(true);
            case 1 -> parts.first();
            default -> terms.make(new Parts(BitOp.AND, 1, List.copyOf(parts)));
        };
    }

    /** The conjuncts that another condition does not have. */
    BitTerm without(BitTerm condition, BitTerm other) {
        TreeSet<BitTerm> parts = new TreeSet<>(conjuncts(condition));
        conjuncts(other).forEach(parts::remove);
        return conjunction(List.copyOf(parts));
    }

    private static List<BitTerm> conjuncts(BitTerm t) {
        return t.op() == BitOp.AND ? t.operands() : List.of(t);
    }

    /** Either condition holds. What both have in common stands outside: (p ∧ q) ∨ (p ∧ ¬q) = p. */
    BitTerm disjunction(BitTerm a, BitTerm b) {
        TreeSet<BitTerm> left = new TreeSet<>(conjuncts(a));
        TreeSet<BitTerm> right = new TreeSet<>(conjuncts(b));
        TreeSet<BitTerm> common = new TreeSet<>(left);
        common.retainAll(right);
        left.removeAll(common);
        right.removeAll(common);
        dropNegated(left, right);
        dropNegated(right, left);
        BitTerm x = conjunction(List.copyOf(left));
        BitTerm y = conjunction(List.copyOf(right));
        TreeSet<BitTerm> either = new TreeSet<>();
        either.addAll(x.op() == BitOp.OR ? x.operands() : List.of(x));
        either.addAll(y.op() == BitOp.OR ? y.operands() : List.of(y));
        either.remove(terms.condition(false));
        boolean always = either.stream().anyMatch(t -> t.is(1) || either.contains(terms.not(t)));
        if (!always) {
            common.add(
                    switch (either.size()) {
                        case 0 -> terms.condition(false);
                        case 1 -> either.first();
                        default -> terms.make(new Parts(BitOp.OR, 1, List.copyOf(either)));
                    });
        }
        return conjunction(List.copyOf(common));
    }

    /** x ∨ z ∨ (¬x ∧ y) = x ∨ z ∨ y. */
    private void dropNegated(SortedSet<BitTerm> one, Set<BitTerm> other) {
        if (one.size() == 1) {
            BitTerm x = one.first();
            other.remove(terms.not(x));
            (x.op() == BitOp.OR ? x.operands() : List.of(x))
                    .forEach(t -> other.remove(terms.not(t)));
        }
    }
}
