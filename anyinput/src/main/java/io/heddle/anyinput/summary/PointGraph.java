package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.util.ArrayList;
import java.util.List;

/** The points of a summary in the order in which they are made; what a trial made can be undone. */
final class PointGraph {
    private final BitTerms terms;
    private final BitTerm always;
    private final List<Point> points = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<Visit> visits = new ArrayList<>();

    PointGraph(BitTerms terms) {
        this.terms = terms;
        always = terms.condition(true);
    }

    /** How much there is. */
    record Mark(int points, int gaps, int visits) {}

    Point join() {
        return add(new Point(points.size(), null, null, null, always));
    }

    /** A point that threads come to from another one, or past it if a condition holds. */
    Point past(Point before, Point at, BitTerm goesPast) {
        Point p = join();
        connect(before, p, goesPast);
        connect(at, p, always);
        return p;
    }

    /** A point that threads come to on several ways, or the only one that these come from. */
    Point join(List<Flow> flows) {
        List<Point> from = flows.stream().flatMap(f -> f.from().stream()).distinct().toList();
        if (from.size() == 1) {
            return from.get(0);
        }
        Point p = join();
        flows.forEach(f -> f.from().forEach(x -> connect(x, p, f.condition())));
        return p;
    }

    /** An access or a barrier to which threads come under a condition. */
    Point after(Point before, Access access, Barrier barrier, BitTerm comes) {
        Point p = add(new Point(points.size(), access, barrier, null, comes));
        connect(before, p, always);
        return p;
    }

    /** A step that threads make if a condition holds; all of them come to the point behind it. */
    Point after(Point before, CopyStep step, BitTerm condition) {
        Point p = add(new Point(points.size(), null, null, step, always));
        connect(before, p, condition);
        if (condition.is(1)) {
            return p;
        }
        Point behind = join();
        connect(p, behind, always);
        connect(before, behind, terms.not(condition));
        return behind;
    }

    /** The point where threads end, which nothing comes after. */
    void end(List<Flow> flows) {
        Point p = join();
        flows.forEach(f -> f.from().forEach(x -> connect(x, p, f.condition())));
    }

    private Point add(Point p) {
        points.add(p);
        return p;
    }

    private static void connect(Point from, Point to, BitTerm condition) {
        from.add(new Point.Edge(to, null, null, condition));
    }

    /** True if a barrier was made since a point. */
    boolean hasBarrierFrom(Point since) {
        return points.subList(since.number(), points.size()).stream()
                .anyMatch(p -> p.barrier() != null);
    }

    void gap(Gap g) {
        gaps.add(g);
    }

    void visit(Visit v) {
        visits.add(v);
    }

    Mark mark() {
        return new Mark(points.size(), gaps.size(), visits.size());
    }

    void undo(Mark mark) {
        points.subList(mark.points, points.size()).clear();
        gaps.subList(mark.gaps, gaps.size()).clear();
        visits.subList(mark.visits, visits.size()).clear();
        points.forEach(p -> p.forget(mark.points));
    }

    List<Point> points() {
        return List.copyOf(points);
    }

    List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    List<Visit> visits() {
        return List.copyOf(visits);
    }
}
