package io.heddle.replay.machine;

import io.heddle.launch.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Makes the bytes of a tensor, page by page, when a launch first touches them. */
final class TensorPages {
    private final TensorSpec spec;
    private final TensorContents contents;
    private final int width;
    private final List<Integer> outwards; // dimensions by falling stride; null: row-major
    private final byte poison;
    private final RunClock clock;

    private TensorPages(
            TensorSpec spec,
            TensorContents contents,
            List<Integer> outwards,
            byte poison,
            RunClock clock) {
        this.spec = spec;
        this.contents = contents;
        this.width = spec.type().bytes();
        this.outwards = outwards;
        this.poison = poison;
        this.clock = clock;
    }

    /**
     * The object of a tensor.
     *
     * @param contents its initial values, or null
     * @param index its number among the launch's tensors
     * @param poison what bytes hold that no element fills
     * @param clock of the run, looked at before each page
     */
    static Region region(
            TensorSpec t, TensorContents contents, int index, byte poison, RunClock clock) {
        int width = t.type().bytes();
        long bytes = t.span() * width;
        if (bytes > 1L << Windows.BITS) {
            throw new StopException(
                    ReplayResult.Reason.BUDGET, "tensor " + t.name() + " of more than 64 GiB");
        }
        long base = Windows.global(index);
        List<Integer> outwards = t.isRowMajor() ? null : outwards(t);
        boolean invertible = outwards == null || !outwards.isEmpty();
        Region.Filler filler =
                contents != null && invertible
                        ? new TensorPages(t, contents, outwards, poison, clock)::fill
                        : (page, from, to, offset) -> Arrays.fill(page, from, to, poison);
        Region region = new Region(t.name(), base, bytes, filler);
        if (contents != null && !invertible) {
            for (int i = 0; i < contents.size(); i++) {
                if (i % Region.PAGE == 0) {
                    clock.check();
                }
                if (contents.isDefined(i)) {
                    region.put(t.offset(i) * width, width, contents.bits(i));
                }
            }
        }
        return region;
    }

    /**
     * The dimensions by falling stride, if each stride is beyond all that lies further in, so that
     * a place belongs to one element at most; else an empty list.
     */
    private static List<Integer> outwards(TensorSpec t) {
        List<Integer> order = new ArrayList<>();
        for (int d = 0; d < t.shape().size(); d++) {
            order.add(d);
        }
        order.sort(Comparator.comparing((Integer d) -> t.strides().get(d)).reversed());
        long inner = 0; // the greatest offset of the dimensions further in
        for (int k = order.size() - 1; k >= 0; k--) {
            int d = order.get(k);
            if (t.shape().get(d) > 1 && t.strides().get(d) <= inner) {
                return List.of();
            }
            inner += (t.shape().get(d) - 1L) * t.strides().get(d);
        }
        return order;
    }

    /** The row-major index of the element at a place, or −1 if there is none. */
    private long flat(long place) {
        if (outwards == null) {
            return place < contents.size() ? place : -1;
        }
        long rest = place;
        long[] index = new long[spec.shape().size()];
        for (int d : outwards) {
            long stride = spec.strides().get(d);
            if (spec.shape().get(d) > 1) {
                index[d] = Math.min(rest / stride, spec.shape().get(d) - 1L);
                rest -= index[d] * stride;
            }
        }
        if (rest != 0) {
            return -1;
        }
        long flat = 0;
        for (int d = 0; d < index.length; d++) {
            flat = flat * spec.shape().get(d) + index[d];
        }
        return flat;
    }

    /** Fills the bytes {@code from} to {@code to - 1}; the first lies at {@code offset}. */
    private void fill(byte[] page, int from, int to, long offset) {
        clock.check();
        for (int k = 0; k < (to - from) / width; k++) {
            int flat = (int) flat(offset / width + k);
            boolean known = flat >= 0 && contents.isDefined(flat);
            long bits = known ? contents.bits(flat) : (poison & 0xFF) * 0x0101010101010101L;
            for (int b = 0; b < width; b++) {
                page[from + k * width + b] = (byte) (bits >>> 8 * b);
            }
        }
    }
}
