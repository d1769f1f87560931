package io.heddle.anyinput.summary;

import java.util.ArrayList;
import java.util.List;

/** The points of a summary in the order in which they are made; what a trial made can be undone. */
final class PointGraph {
    private final List<Point> points = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();

    /** How much there is. */
    record Mark(int points, int gaps) {}

    Point join() {
        return add(new Point(points.size(), null, null));
    }

    /** A point that threads come to from either of two. */
    Point join(Point one, Point other) {
        Point p = join();
        connect(one, p);
        connect(other, p);
        return p;
    }

    Point after(Point before, Access access, Barrier barrier) {
        Point p = add(new Point(points.size(), access, barrier));
        connect(before, p);
        return p;
    }

    private Point add(Point p) {
        points.add(p);
        return p;
    }

    void connect(Point from, Point to) {
        from.add(new Point.Edge(to, null, null));
    }

    /** True if a barrier was made since a point. */
    boolean hasBarrierFrom(Point since) {
        return points.subList(since.number(), points.size()).stream()
                .anyMatch(p -> p.barrier() != null);
    }

    void gap(Gap g) {
        gaps.add(g);
    }

    Mark mark() {
        return new Mark(points.size(), gaps.size());
    }

    void undo(Mark mark) {
        points.subList(mark.points, points.size()).clear();
        gaps.subList(mark.gaps, gaps.size()).clear();
        points.forEach(p -> p.forget(mark.points));
    }

    List<Point> points() {
        return List.copyOf(points);
    }

    List<Gap> gaps() {
        return List.copyOf(gaps);
    }
}
