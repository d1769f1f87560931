package io.heddle.replay;

/**
 * How much of a tensor launches write.
 *
 * @param elements that all CTAs seem to write, as far as those show that were run
 * @param of how many the tensor has
 * @param isEstimate false if CTAs that are alike write as many each
 * @param isKnown false if some write more than twice as many as others
 */
public record WrittenElements(long elements, long of, boolean isEstimate, boolean isKnown) {
    private static final double ENOUGH = 0.999; // of an estimate

    /** True if all seem to be written. */
    public boolean isAll() {
        return isKnown && elements >= (isEstimate ? Math.ceil(ENOUGH * of) : of);
    }

    /** All elements. */
    static WrittenElements all(long size) {
        return new WrittenElements(size, size, false, true);
    }

    /** What is known at worst, of two runs. */
    static WrittenElements worse(WrittenElements a, WrittenElements b) {
        return new WrittenElements(
                Math.min(a.elements, b.elements),
                a.of,
                a.isEstimate || b.isEstimate,
                a.isKnown && b.isKnown);
    }

    static WrittenElements of(WrittenCount count, long size) {
        return count == null
                ? new WrittenElements(0, size, false, true)
                : new WrittenElements(
                        Math.min(Math.round(count.elements()), size),
                        size,
                        count.isEstimate(),
                        count.isKnown());
    }
}
