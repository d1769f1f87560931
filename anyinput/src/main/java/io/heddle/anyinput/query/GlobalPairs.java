package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Pairs of accesses to global memory that may race, made by two threads wherever they are in the
 * grid. What is excluded for any two threads is not asked about again: not for threads of one
 * block, in this phase and that one, and not for threads of two blocks.
 */
final class GlobalPairs {
    private static final long LOST = 3_000_000_000L; // nanoseconds for what is not separate

    private final BitTerms terms;
    private final ThreadCopy one;
    private final ThreadCopy two;
    private final List<BitTerm> places = new ArrayList<>();
    private final List<Access> all;
    private final Set<Set<Access>> separate = new HashSet<>();

    /**
     * The pairs of a kernel.
     *
     * @param one a thread of a block of its own
     * @param two another one
     */
    GlobalPairs(Summary summary, Threads threads, ThreadCopy one, ThreadCopy two) {
        terms = summary.terms();
        this.one = one;
        this.two = two;
        places.addAll(threads.inGrid(one::of));
        places.addAll(threads.inGrid(two::of));
        all =
                summary.points().stream()
                        .map(Point::access)
                        .filter(a -> a != null && a.object().space() == Space.GLOBAL)
                        .toList();
    }

    /**
     * Two accesses that overlap.
     *
     * @param conditions under which two threads make them, and some byte is in both
     */
    record Pair(Access a, Access b, List<BitTerm> conditions) {}

    /** True if no two threads of the grid make the two accesses at the same bytes. */
    boolean areSeparate(Access a, Access b) {
        return separate.contains(key(a, b));
    }

    private static Set<Access> key(Access a, Access b) {
        return new HashSet<>(List.of(a, b));
    }

    /**
     * The pairs that are left: those that are not known to be separate, and whose bundles are not
     * excluded.
     *
     * @param where a condition on where the two threads are
     * @param cannot whether conditions cannot hold together
     */
    List<Pair> pairs(BitTerm where, Predicate<List<BitTerm>> cannot) {
        Bundles bundles = new Bundles(terms, all, Collections.nCopies(all.size(), ""));
        List<Pair> pairs = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            for (int m = k; m < all.size(); m++) {
                Access a = all.get(k);
                Access b = all.get(m);
                if (!a.meets(b, true) || areSeparate(a, b)) {
                    continue;
                }
                List<BitTerm> conditions = new ArrayList<>(places);
                conditions.add(where);
                conditions.add(one.of(a.condition()));
                conditions.add(two.of(b.condition()));
                Predicate<BitTerm> no =
                        overlap -> {
                            List<BitTerm> overlapping = new ArrayList<>(conditions);
                            overlapping.add(overlap);
                            return cannot.test(overlapping);
                        };
                if (!bundles.exclude(k, m, one, two, no)) {
                    conditions.add(Bundles.overlap(terms, a, one, b, two));
                    pairs.add(new Pair(a, b, conditions));
                }
            }
        }
        return pairs;
    }

    /**
     * Finds the pairs that are separate, until too much time was lost on others.
     *
     * @param different that the two threads are not one
     * @param cannot whether conditions cannot hold together
     */
    void separate(BitTerm different, Predicate<List<BitTerm>> cannot) {
        long[] lost = new long[1];
        Predicate<List<BitTerm>> no =
                conditions -> {
                    long begin = System.nanoTime();
                    boolean never = lost[0] < LOST && cannot.test(conditions);
                    lost[0] += never ? 0 : System.nanoTime() - begin;
                    return never;
                };
        Set<Set<Access>> left = new HashSet<>();
        for (Pair p : pairs(different, no)) {
            if (!no.test(p.conditions)) {
                left.add(key(p.a, p.b));
            }
        }
        for (int k = 0; k < all.size(); k++) {
            for (int m = k; m < all.size(); m++) {
                Set<Access> key = key(all.get(k), all.get(m));
                if (all.get(k).meets(all.get(m), true) && !left.contains(key)) {
                    separate.add(key);
                }
            }
        }
    }
}
