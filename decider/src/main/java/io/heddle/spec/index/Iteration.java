package io.heddle.spec.index;

import java.util.List;

/** Goes through the indices of a reduction, the last one fastest. */
final class Iteration {
    private final List<Real.Range> ranges;
    private final Guard guard;
    private final long[] frame;
    private final long[] extents;
    private final Runnable step;
    private boolean begun;

    /**
     * @param reduce whose indices
     * @param frame where they are put
     * @param step run for each value of an index, also where the guard does not hold
     */
    Iteration(Real.Reduce reduce, long[] frame, Runnable step) {
        this.step = step;
        this.ranges = reduce.ranges();
        this.guard = reduce.guard();
        this.frame = frame;
        this.extents = new long[ranges.size()];
    }

    /** Goes on to the next indices for which the guard holds; false if there are no more. */
    boolean next() {
        while (advance()) {
            if (guard.holds(frame)) {
                return true;
            }
        }
        return false;
    }

    private boolean advance() {
        boolean starts = !begun;
        begun = true;
        if (ranges.isEmpty()) {
            return starts;
        }
        int d = starts ? 0 : ranges.size() - 1;
        while (d >= 0) {
            step.run();
            int slot = ranges.get(d).slot();
            if (starts) {
                frame[slot] = 0;
                extents[d] = ranges.get(d).extent().value(frame);
            } else {
                frame[slot]++;
            }
            starts = frame[slot] < extents[d];
            d += starts ? 1 : -1;
            if (d == ranges.size()) {
                return true;
            }
        }
        return false;
    }
}
