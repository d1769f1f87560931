package io.heddle.spec.index;

import io.heddle.term.LimitExceededException;
import java.util.List;

/**
 * A tensor whose every element is given by one expression over its indices, which lie in the first
 * slots of a frame. It reads inputs and earlier definitions only. Two definitions are equal only if
 * they are the same object.
 */
public final class Definition implements Source {
    private static final long serialVersionUID = 1;

    private static final long LIMIT = 1 << 26;

    /** How many operations may be evaluated within one another, across definitions. */
    static final int DEEPEST = 1000;

    private final String name;
    private final List<Integer> shape;
    private final int slots;
    private final Real body;
    private final Place place;

    /**
     * @param name of the tensor
     * @param shape its extents
     * @param slots places in a frame: for its indices and those of the reductions in it
     * @param body an element
     * @param place for messages
     */
    public Definition(String name, List<Integer> shape, int slots, Real body, Place place) {
        this.name = name;
        this.shape = List.copyOf(shape);
        this.slots = slots;
        this.body = body;
        this.place = place;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Integer> shape() {
        return shape;
    }

    /** The length of a frame. */
    public int slots() {
        return slots;
    }

    /** An element, at the indices in a frame. */
    public Real body() {
        return body;
    }

    /** Where it stands. */
    public Place place() {
        return place;
    }

    /** The complaint about more than {@link #DEEPEST}. */
    static LimitExceededException tooDeep() {
        return new LimitExceededException(DEEPEST + " operations in one another");
    }

    /**
     * {@link #size}, of what is evaluated.
     *
     * @throws LimitExceededException if it is too large for that
     */
    int elements() {
        long size = 1;
        for (int extent : shape) {
            size = extent == 0 ? 0 : Math.min(size, LIMIT) * extent;
        }
        if (size >= LIMIT) {
            throw new LimitExceededException(LIMIT + " elements of " + name);
        }
        return (int) size;
    }

    /** A frame with the indices of an element. */
    public long[] frame(long flat) {
        long[] frame = new long[slots];
        for (int d = shape.size() - 1; d >= 0; d--) {
            frame[d] = flat % shape.get(d);
            flat /= shape.get(d);
        }
        return frame;
    }
}
