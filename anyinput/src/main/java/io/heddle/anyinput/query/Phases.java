package io.heddle.anyinput.query;

import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
    private final Predicate<Barrier> separates;
    private final Set<LoopRun> loops = new HashSet<>();

    /**
     * Finds them.
     *
     * @param separates the barriers that count
     */
    Phases(List<Point> points, Predicate<Barrier> separates) {
        this.separates = separates;
        for (Point p : points) {
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

        Since repeated() {
            return switch (this) {
                case SAME -> NEXT;
                case NEXT, LATER -> LATER;
                case FIRST, ANY -> ANY;
            };
        }
    }

    /**
     * What a thread comes to.
     *
     * @param point the access or barrier
     * @param since for each loop with barriers that it is in, or that it has left since
     */
    record Reach(Point point, Map<LoopRun, Since> since) {
        Reach {
            since = Map.copyOf(since);
        }

        Access access() {
            return point.access();
        }

        Barrier barrier() {
            return point.barrier();
        }

        List<LoopRun> inside() {
            return access() != null ? access().loops() : barrier().loops();
        }
    }

    /** All that threads come to from a point before the next barrier, that barrier included. */
    List<Reach> from(Point start) {
        Map<LoopRun, Since> since = ordered();
        if (start.barrier() != null) {
            start.barrier().loops().stream()
                    .filter(loops::contains)
                    .forEach(l -> since.put(l, Since.SAME));
        }
        Set<Reach> seen = new LinkedHashSet<>();
        ArrayDeque<Reach> work = new ArrayDeque<>();
        follow(start, since, seen, work);
        while (!work.isEmpty()) {
            Reach r = work.pop();
            if (!separates(r.point())) {
                follow(r.point(), r.since(), seen, work);
            }
        }
        List<Reach> result = new ArrayList<>();
        for (Reach r : seen) {
            if (r.access() != null || separates(r.point())) {
                result.add(r);
            }
        }
        return result;
    }

    private static Map<LoopRun, Since> ordered() {
        return new TreeMap<>((a, b) -> Integer.compare(a.number(), b.number()));
    }

    private void follow(
            Point from, Map<LoopRun, Since> since, Set<Reach> seen, ArrayDeque<Reach> work) {
        for (Point.Edge e : from.next()) {
            Map<LoopRun, Since> then = ordered();
            then.putAll(since);
            if (e.enters() != null && loops.contains(e.enters())) {
                then.put(e.enters(), Since.FIRST);
            }
            if (e.repeats() != null && loops.contains(e.repeats())) {
                then.keySet().removeIf(l -> l.isIn(e.repeats()));
                then.put(e.repeats(), then.getOrDefault(e.repeats(), Since.LATER).repeated());
            }
            Reach r = new Reach(e.to(), then);
            if (seen.add(r)) {
                work.push(r);
            }
        }
    }
}
