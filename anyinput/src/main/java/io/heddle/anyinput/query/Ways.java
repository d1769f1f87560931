package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.LoopRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What threads have decided on the ways from a barrier to a point: on one of the ways all of its
 * conditions hold, at the iterations that the thread is in. A condition that speaks of an iteration
 * that is over, of a loop that was repeated or entered again since, is left out.
 *
 * @param all the conditions of each way; the empty way holds whatever was decided
 */
record Ways(Set<Set<BitTerm>> all) {
    /** Nothing was decided. */
    static final Ways ANY = new Ways(Set.of(Set.of()));

    private static final int MOST = 8;

    Ways {
        all = Set.copyOf(all);
    }

    /** These or others; {@link #ANY} if there are too many. */
    Ways or(Ways others) {
        Set<Set<BitTerm>> either = new HashSet<>(all);
        either.addAll(others.all);
        either.removeIf(w -> either.stream().anyMatch(v -> v != w && w.containsAll(v)));
        return either.size() > MOST ? ANY : new Ways(either);
    }

    /** These, on which a further condition holds. */
    Ways and(BitTerm condition) {
        List<BitTerm> parts =
                condition.op() == BitOp.AND ? condition.operands() : List.of(condition);
        return mapped(
                way -> {
                    Set<BitTerm> more = new TreeSet<>(way);
                    parts.stream().filter(t -> !t.isConstant()).forEach(more::add);
                    return more;
                });
    }

    /** These, after a loop was entered: it may have been run before. */
    Ways entered(LoopRun loop, Set<LoopRun> loops) {
        return without(counters(loop, loops, true));
    }

    /**
     * These, after the next iteration of a loop has begun.
     *
     * @param once true if it is the second one since the barrier, so that what was decided in the
     *     first one is what was decided one iteration ago
     */
    Ways repeated(LoopRun loop, Set<LoopRun> loops, boolean once, BitTerms terms) {
        Ways outside = without(counters(loop, loops, !once));
        BitTerm counter = loop.counter();
        BitTerm before = terms.sub(counter, terms.constant(counter.width(), 1));
        return outside.mapped(
                way -> {
                    Set<BitTerm> past = new TreeSet<>();
                    way.forEach(t -> past.add(terms.substitute(t, Map.of(counter, before))));
                    return past;
                });
    }

    private static Set<BitTerm> counters(LoopRun loop, Set<LoopRun> loops, boolean own) {
        Set<BitTerm> counters = new HashSet<>();
        loops.stream().filter(l -> l.isIn(loop)).forEach(l -> counters.add(l.counter()));
        if (own) {
            counters.add(loop.counter());
        }
        return counters;
    }

    private Ways without(Set<BitTerm> counters) {
        return mapped(
                way -> {
                    Set<BitTerm> left = new TreeSet<>(way);
                    left.removeIf(t -> speaksOf(t, counters));
                    return left;
                });
    }

    private static boolean speaksOf(BitTerm condition, Set<BitTerm> counters) {
        return counters(condition).stream().anyMatch(counters::contains);
    }

    /** The iterations that a condition speaks of. */
    static Set<BitTerm> counters(BitTerm condition) {
        Set<BitTerm> seen = new HashSet<>();
        Set<BitTerm> counters = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(List.of(condition));
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (seen.add(t)) {
                if (t.isCounter()) {
                    counters.add(t);
                }
                work.addAll(t.operands());
            }
        }
        return counters;
    }

    private Ways mapped(UnaryOperator<Set<BitTerm>> of) {
        Set<Set<BitTerm>> mapped = new HashSet<>();
        all.forEach(w -> mapped.add(of.apply(w)));
        return new Ways(Set.of()).or(new Ways(mapped));
    }

    /** The condition that one of the ways was taken. */
    BitTerm condition(BitTerms terms) {
        BitTerm one = terms.condition(false);
        for (Set<BitTerm> way : all) {
            one = terms.or(one, terms.conjunction(new ArrayList<>(way)));
        }
        return one;
    }
}
