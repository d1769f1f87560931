package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which accesses and barriers threads come to from a barrier, or from the beginning, before they
 * come to another barrier. Threads leave a barrier together, at the same iterations of the loops
 * around it; what two of them do before the next one has no order.
 */
final class Phases {
    private static final int MOST_CHANGES = 8; // of what the ways to one place have in common

    private final BitTerms terms;
    private final Predicate<Barrier> separates;
    private final Predicate<Point.Edge> goes;
    private final Set<LoopRun> loops = new HashSet<>(); // with barriers
    private final Set<LoopRun> all = new HashSet<>();

    /**
     * Finds them.
     *
     * @param separates the barriers that count
     */
    Phases(List<Point> points, Predicate<Barrier> separates, BitTerms terms) {
        this(points, separates, e -> true, terms);
    }

    /**
     * Finds them for some threads.
     *
     * @param separates the barriers that count
     * @param goes the ways on which these threads may go
     */
    Phases(
            List<Point> points,
            Predicate<Barrier> separates,
            Predicate<Point.Edge> goes,
            BitTerms terms) {
        this.terms = terms;
        this.separates = separates;
        this.goes = goes;
        for (Point p : points) {
            p.next().stream().map(Point.Edge::enters).filter(l -> l != null).forEach(all::add);
            if (separates(p)) {
                loops.addAll(p.barrier().loops());
            }
        }
    }

    private boolean separates(Point p) {
        return p.barrier() != null && separates.test(p.barrier());
    }

    /** How often a loop was repeated since the phase began. */
    enum Since {
        /** Not at all: the iteration is the one in which the phase began. */
        SAME,
        /** Once. */
        NEXT,
        /** Twice or more. */
        LATER,
        /** The loop was entered since then and is in its first iteration. */
        FIRST,
        /** The loop was entered since then and is in any later iteration. */
        ANY;

        /** How often, where that is known; else −1. */
        int rounds() {
            return switch (this) {
                case SAME, FIRST -> 0;
                case NEXT -> 1;
                case LATER, ANY -> -1;
            };
        }

        Since repeated() {
            return switch (this) {
                case SAME -> NEXT;
                case NEXT, LATER -> LATER;
                case FIRST, ANY -> ANY;
            };
        }
    }

    /**
     * Where a thread comes to.
     *
     * @param point the access or barrier
     * @param since for each loop with barriers that it is in, or that it has left since
     */
    private record Place(Point point, Map<LoopRun, Since> since) {
        Place {
            since = Map.copyOf(since);
        }
    }

    /**
     * What a thread comes to.
     *
     * @param point the access or barrier
     * @param since for each loop with barriers that it is in, or that it has left since
     * @param ways what it has decided since the phase began
     */
    record Reach(Point point, Map<LoopRun, Since> since, Ways ways) {
        Access access() {
            return point.access();
        }

        Barrier barrier() {
            return point.barrier();
        }

        List<LoopRun> inside() {
            return access() != null ? access().loops() : barrier().loops();
        }

        /**
         * The iteration of a loop that a thread is in, or that was its last one; null if it is not
         * known.
         */
        BitTerm iteration(ThreadCopy copy, LoopRun l) {
            if (inside().contains(l)) {
                return copy.of(l.counter());
            }
            // left since: where the loops around it are as they were, it was left in its last
            // iteration
            boolean still =
                    l.around().stream()
                            .allMatch(
                                    o ->
                                            since.getOrDefault(o, Since.ANY) == Since.SAME
                                                    && inside().contains(o));
            return still ? copy.of(l.last()) : null;
        }

        /** Loops that were entered since the phase began, and not repeated, are in iteration 0. */
        List<BitTerm> firstIterations(ThreadCopy copy, BitTerms terms) {
            List<BitTerm> all = new ArrayList<>();
            since.forEach(
                    (l, s) -> {
                        BitTerm k = s == Since.FIRST ? iteration(copy, l) : null;
                        if (k != null) {
                            all.add(terms.eq(k, terms.constant(k.width(), 0)));
                        }
                    });
            return all;
        }
    }

    /** All that threads come to from a point before the next barrier, that barrier included. */
    List<Reach> from(Point start) {
        Map<LoopRun, Since> since = ordered();
        Ways ways = Ways.ANY;
        if (start.barrier() != null) {
            start.barrier().loops().stream()
                    .filter(loops::contains)
                    .forEach(l -> since.put(l, Since.SAME));
            ways = ways.and(start.barrier().condition());
        }
        Way way = new Way();
        way.follow(start, since, ways);
        return way.reached();
    }

    /** The places from one point on, and what was decided on the ways to them. */
    private final class Way {
        private final Map<Place, Ways> seen = new LinkedHashMap<>();
        private final Map<Place, Integer> changes = new HashMap<>();
        private final ArrayDeque<Place> work = new ArrayDeque<>();

        private List<Reach> reached() {
            while (!work.isEmpty()) {
                Place p = work.pop();
                if (!separates(p.point())) {
                    follow(p.point(), p.since(), seen.get(p));
                }
            }
            List<Reach> result = new ArrayList<>();
            seen.forEach(
                    (p, ways) -> {
                        if (p.point().access() != null || separates(p.point())) {
                            result.add(new Reach(p.point(), p.since(), ways));
                        }
                    });
            return result;
        }

        private void follow(Point from, Map<LoopRun, Since> since, Ways ways) {
            for (Point.Edge e : from.next()) {
                if (!goes.test(e)) {
                    continue;
                }
                Map<LoopRun, Since> then = ordered();
                then.putAll(since);
                Ways there = ways.and(e.condition());
                LoopRun entered = e.enters();
                if (entered != null) {
                    there = there.entered(entered, all);
                    if (loops.contains(entered)) {
                        then.put(entered, Since.FIRST);
                    }
                }
                LoopRun repeated = e.repeats();
                if (repeated != null) {
                    boolean once = since.get(repeated) == Since.SAME;
                    there = there.repeated(repeated, all, once, terms);
                    if (loops.contains(repeated)) {
                        then.keySet().removeIf(l -> l.isIn(repeated));
                        then.put(repeated, then.getOrDefault(repeated, Since.LATER).repeated());
                    }
                }
                arrive(new Place(e.to(), then), there);
            }
        }

        private void arrive(Place place, Ways ways) {
            Ways before = seen.get(place);
            Ways now = before == null ? ways : before.or(ways);
            if (!now.equals(before)) {
                boolean often = changes.merge(place, 1, Integer::sum) > MOST_CHANGES;
                seen.put(place, often ? Ways.ANY : now);
                work.push(place);
            }
        }
    }

    private static Map<LoopRun, Since> ordered() {
        return new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));
    }
}
