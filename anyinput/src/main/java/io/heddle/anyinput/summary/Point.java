package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.List;

/**
 * A point of the summary's control flow: an access, a barrier, a step with asynchronous copies, or
 * none of them.
 */
public final class Point {
    private final int number;
    private final Access access;
    private final Barrier barrier;
    private final CopyStep copyStep;
    private final BitTerm condition;
    private final List<Edge> next = new ArrayList<>();

    /**
     * A way to another point.
     *
     * @param to the other point
     * @param enters the loop whose first iteration begins there, or null
     * @param repeats the loop whose next iteration begins there, or null
     * @param condition that holds for threads that go this way, at the iterations before it
     */
    public record Edge(Point to, LoopRun enters, LoopRun repeats, BitTerm condition) {}

    Point(int number, Access access, Barrier barrier, CopyStep copyStep, BitTerm condition) {
        this.number = number;
        this.access = access;
        this.barrier = barrier;
        this.copyStep = copyStep;
        this.condition = condition;
    }

    /** Tells points apart. */
    public int number() {
        return number;
    }

    /** The access made here, or null. */
    public Access access() {
        return access;
    }

    /** The barrier that stands here, or null. */
    public Barrier barrier() {
        return barrier;
    }

    /** What is done with asynchronous copies here, or null. */
    public CopyStep copyStep() {
        return copyStep;
    }

    /**
     * The condition under which a thread comes here, whether the guard of what stands here holds or
     * not; true where nothing stands here.
     */
    public BitTerm condition() {
        return condition;
    }

    /** What may come next; nothing where threads end. */
    public List<Edge> next() {
        return List.copyOf(next);
    }

    void add(Edge edge) {
        next.add(edge);
    }

    void forget(int from) {
        next.removeIf(e -> e.to().number >= from);
    }
}
