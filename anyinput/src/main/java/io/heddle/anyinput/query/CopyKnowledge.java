package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.Summary;
import java.util.List;

/** What is known of the functions that the copies of one or two threads apply. */
final class CopyKnowledge implements Knowledge {
    private static final int WIDE = Counters.WIDE;

    private final BitTerms terms;
    private final Summary summary;
    private final Counters counters;
    private final List<ThreadCopy> copies;

    CopyKnowledge(Summary summary, Counters counters, ThreadCopy... copies) {
        this.summary = summary;
        this.counters = counters;
        this.copies = List.of(copies);
        terms = summary.terms();
    }

    @Override
    public BitTerm of(BitTerm application) {
        for (ThreadCopy copy : copies) {
            BitTerm known = copy.known(application);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    @Override
    public BitTerm together(BitTerm a, BitTerm b) {
        if (!counters.isAny()) {
            return null;
        }
        ThreadCopy one = copyOf(a);
        ThreadCopy two = copyOf(b);
        if (one == null || two == null) {
            return null;
        }
        Access first = counters.access(one.original(a));
        Access second = counters.access(two.original(b));
        if (first != null && second != null) {
            return a == b ? below(first, one, a) : differ(first, one, a, second, two, b);
        }
        return a != b && a.name().equals(b.name()) ? reached(one, a, b) : null;
    }

    private ThreadCopy copyOf(BitTerm application) {
        return copies.stream()
                .filter(c -> c.original(application) != null)
                .findFirst()
                .orElse(null);
    }

    /** Results of one cell that two threads get are different. */
    private BitTerm differ(
            Access first, ThreadCopy one, BitTerm a, Access second, ThreadCopy two, BitTerm b) {
        if (one == two || !first.object().equals(second.object())) {
            return null;
        }
        BitTerm x = terms.zext(at(one, first.offset(), first, a), WIDE);
        BitTerm y = terms.zext(at(two, second.offset(), second, b), WIDE);
        BitTerm both =
                terms.conjunction(
                        List.of(
                                at(one, first.condition(), first, a),
                                at(two, second.condition(), second, b),
                                terms.eq(x, y)));
        return terms.or(terms.not(both), terms.not(terms.eq(a, b)));
    }

    /** A result is less than the sum of all additions if the cell held 0. */
    private BitTerm below(Access access, ThreadCopy copy, BitTerm a) {
        BitTerm bound = counters.bound(access.object());
        if (bound == null) {
            return null;
        }
        BitTerm made = at(copy, access.condition(), access, a);
        return terms.or(terms.not(made), terms.ult(terms.zext(a, WIDE), copy.of(bound)));
    }

    private static BitTerm at(ThreadCopy copy, BitTerm t, Access access, BitTerm application) {
        return copy.at(t, access.addition().result().operands(), application.operands());
    }

    /**
     * Where iteration m of a loop is reached and k &lt; m, iteration k is reached, too, and the
     * loop goes on after it.
     */
    private BitTerm reached(ThreadCopy copy, BitTerm a, BitTerm b) {
        Axiom goesOn = summary.goesOn().get(copy.original(a));
        int last = a.operands().size() - 1;
        if (goesOn == null
                || !a.operands().subList(0, last).equals(b.operands().subList(0, last))) {
            return null;
        }
        return terms.and(earlier(copy, goesOn, a, b), earlier(copy, goesOn, b, a));
    }

    private BitTerm earlier(ThreadCopy copy, Axiom goesOn, BitTerm earlier, BitTerm later) {
        int last = earlier.operands().size() - 1;
        BitTerm before = terms.ult(earlier.operand(last), later.operand(last));
        BitTerm went = copy.at(goesOn.holds(), goesOn.parameters(), earlier.operands());
        return terms.or(terms.not(terms.and(before, later)), terms.and(earlier, went));
    }
}
