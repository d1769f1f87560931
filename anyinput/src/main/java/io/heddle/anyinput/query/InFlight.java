package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.CopyStep;
import io.heddle.anyinput.summary.Gap;
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

/**
 * What threads come to while an asynchronous copy of theirs is in flight: accesses, barriers, and
 * their end. From its issue on all ways are followed. A commit puts the copy in a group, each
 * further one adds a newer group, and a wait that lets no more groups pending than there are newer
 * ones covers it (PTX ISA, cp.async.wait_group).
 */
final class InFlight {
    private static final int OPEN = -1; // of no group yet
    private static final int MOST_GROUPS = 16; // a wait that lets more pending covers nothing
    private static final int MORE_ROUNDS = 2; // that are counted, beyond the groups
    private static final int MOST_CHANGES = 8; // of what the ways to one place have in common
    private static final int MOST_STEPS = 10_000; // from place to place, of all copies together

    private final BitTerms terms;
    private final List<Flight> flights = new ArrayList<>();
    private final Set<LoopRun> counted = new HashSet<>(); // their rounds matter
    private final int mostGroups;
    private final int mostRounds;
    private final List<Gap> gaps = new ArrayList<>();
    private int steps;

    InFlight(List<Point> points, BitTerms terms) {
        this.terms = terms;
        long most = 0;
        for (Point p : points) {
            CopyStep step = p.copyStep();
            if (step != null && step.pending() <= MOST_GROUPS) {
                most = Math.max(most, step.pending());
            }
            if (p.barrier() != null) {
                counted.addAll(p.barrier().loops());
            }
            if (isCopy(p)) {
                counted.addAll(p.access().loops());
            }
        }
        mostGroups = (int) most;
        mostRounds = mostGroups + MORE_ROUNDS;
        for (Point p : points) {
            if (isCopy(p)) {
                Way way = new Way(p);
                if (steps >= MOST_STEPS) {
                    gaps.add(
                            new Gap(
                                    "--any-input does not follow all that may happen while the copy"
                                            + " here is in flight: too many loops and groups",
                                    p.access().location(),
                                    p.access().condition()));
                } else {
                    flights.addAll(way.flights());
                }
            }
        }
    }

    private static boolean isCopy(Point p) {
        return p.access() != null && p.access().copies();
    }

    /** The copies whose ways are too many to follow. */
    List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    /** What is met by all copies that are followed. */
    List<Flight> all() {
        return List.copyOf(flights);
    }

    /**
     * In which round of a loop a thread is since a copy was issued.
     *
     * @param entered false if the loop is around the copy and was not left since then, so that
     *     rounds are counted from that of the copy; true if it was entered since then, so that they
     *     are counted from the first one
     * @param rounds how often it was repeated
     */
    record Round(boolean entered, int rounds) {}

    /**
     * A thread comes to a point while a copy of it is in flight.
     *
     * @param copy the point of the copy's access
     * @param to an access, a barrier, or the end
     * @param rounds of the loops that the point is in, or that were left since
     * @param most rounds are counted; these stand for more, too
     * @param ways what the thread has decided in between, in terms of the iterations of the copy
     */
    record Flight(Point copy, Point to, Map<LoopRun, Round> rounds, int most, Ways ways) {
        /** The iteration that the thread is in, seen from the copy; null if it is not known. */
        BitTerm iteration(LoopRun l, BitTerms terms) {
            Round r = rounds.get(l);
            if (r == null || r.rounds() >= most) {
                return null;
            }
            BitTerm more = terms.constant(l.counter().width(), r.rounds());
            return r.entered() ? more : terms.add(l.counter(), more);
        }

        /** True if it is in a later iteration of a loop around the copy than is counted. */
        boolean isLater(LoopRun l) {
            Round r = rounds.get(l);
            return r != null && !r.entered() && r.rounds() >= most;
        }
    }

    /**
     * Where a thread is.
     *
     * @param groups how many newer groups there are than that of the copy, or {@link #OPEN}
     */
    private record Place(Point point, int groups, Map<LoopRun, Round> rounds) {
        Place {
            rounds = Map.copyOf(rounds);
        }
    }

    /** The places that a thread comes to from the issue of a copy on. */
    private final class Way {
        private final Point copy;
        private final Map<Place, Ways> seen = new LinkedHashMap<>();
        private final Map<Place, Integer> changes = new HashMap<>();
        private final ArrayDeque<Place> work = new ArrayDeque<>();

        Way(Point copy) {
            this.copy = copy;
            Map<LoopRun, Round> around = ordered();
            copy.access().loops().forEach(l -> around.put(l, new Round(false, 0)));
            follow(copy, OPEN, around, Ways.ANY);
            while (!work.isEmpty() && steps++ < MOST_STEPS) {
                Place p = work.pop();
                follow(p.point(), p.groups(), p.rounds(), seen.get(p));
            }
        }

        List<Flight> flights() {
            Map<Flight, Ways> met = new LinkedHashMap<>();
            seen.forEach(
                    (p, ways) -> {
                        Point to = p.point();
                        if (to.access() != null || to.barrier() != null || to.next().isEmpty()) {
                            Map<LoopRun, Round> rounds = ordered();
                            rounds.putAll(p.rounds());
                            Flight f = new Flight(copy, to, rounds, mostRounds, Ways.ANY);
                            met.merge(f, ways, Ways::or);
                        }
                    });
            List<Flight> all = new ArrayList<>();
            met.forEach((f, ways) -> all.add(new Flight(copy, f.to(), f.rounds(), f.most(), ways)));
            return all;
        }

        private void follow(Point from, int groups, Map<LoopRun, Round> rounds, Ways ways) {
            for (Point.Edge e : from.next()) {
                Ways there = decided(ways, e.condition(), rounds);
                Map<LoopRun, Round> then = ordered();
                then.putAll(rounds);
                if (e.enters() != null) {
                    then.remove(e.enters());
                    if (counted.contains(e.enters())) {
                        then.put(e.enters(), new Round(true, 0));
                    }
                }
                if (e.repeats() != null) {
                    there = left(there, e.repeats(), then);
                    then.keySet().removeIf(l -> l.isIn(e.repeats()));
                    then.computeIfPresent(e.repeats(), (l, r) -> next(r));
                }
                arrive(e.to(), groups, then, there);
            }
        }

        private Round next(Round r) {
            return new Round(r.entered(), Math.min(mostRounds, r.rounds() + 1));
        }

        /** The loops of the copy in a loop that is repeated were left in their last iterations. */
        private Ways left(Ways ways, LoopRun repeated, Map<LoopRun, Round> rounds) {
            Ways more = ways;
            for (Map.Entry<LoopRun, Round> e : rounds.entrySet()) {
                LoopRun l = e.getKey();
                if (l.isIn(repeated) && isCounted(e.getValue()) && !e.getValue().entered()) {
                    BitTerm rest = terms.constant(l.counter().width(), e.getValue().rounds());
                    more = more.and(terms.eq(terms.add(l.counter(), rest), l.last()));
                }
            }
            return more;
        }

        private boolean isCounted(Round r) {
            return r.rounds() < mostRounds;
        }

        /** Ways with what was decided at their end, where it is known in which iterations. */
        private Ways decided(Ways ways, BitTerm condition, Map<LoopRun, Round> rounds) {
            if (condition.isConstant()) {
                return ways;
            }
            Map<BitTerm, BitTerm> by = new HashMap<>();
            rounds.forEach(
                    (l, r) -> {
                        if (isCounted(r)) {
                            BitTerm k = l.counter();
                            BitTerm more = terms.constant(k.width(), r.rounds());
                            by.put(k, r.entered() ? more : terms.add(k, more));
                        }
                    });
            List<BitTerm> parts =
                    condition.op() == BitOp.AND ? condition.operands() : List.of(condition);
            Ways more = ways;
            for (BitTerm part : parts) {
                if (Ways.counters(part).stream().allMatch(by::containsKey)) {
                    more = more.and(terms.substitute(part, by));
                }
            }
            return more;
        }

        private void arrive(Point to, int before, Map<LoopRun, Round> rounds, Ways ways) {
            int groups = before;
            CopyStep step = to.copyStep();
            if (step != null) {
                groups = step.commits() ? Math.min(mostGroups, groups + 1) : groups;
                if (groups != OPEN && groups >= step.pending()) {
                    return;
                }
            }
            Place place = new Place(to, groups, rounds);
            Ways known = seen.get(place);
            Ways now = known == null ? ways : known.or(ways);
            if (!now.equals(known)) {
                boolean often = changes.merge(place, 1, Integer::sum) > MOST_CHANGES;
                seen.put(place, often ? Ways.ANY : now);
                work.push(place);
            }
        }
    }

    private static Map<LoopRun, Round> ordered() {
        return new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));
    }
}
