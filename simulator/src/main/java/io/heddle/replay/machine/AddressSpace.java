package io.heddle.replay.machine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** The objects of one state space, disjoint, found by address. */
final class AddressSpace {
    private static final int FOUND = 16;
    private static final int PAGE_BITS = 12;

    private final String name;
    private final Region[] regions; // ascending by base
    private final Region[] found = new Region[FOUND]; // by the window or the page of an address
    private final int shift;

    public AddressSpace(String name, Collection<Region> regions) {
        this.name = name;
        List<Region> sorted = new ArrayList<>(new LinkedHashSet<>(regions));
        sorted.sort(Comparator.comparingLong(Region::base));
        this.regions = sorted.toArray(Region[]::new);
        long windows = sorted.stream().mapToLong(r -> r.base() >>> Windows.BITS).distinct().count();
        shift = windows == this.regions.length ? Windows.BITS : PAGE_BITS;
    }

    /** The object in which an access lies wholly; checks its natural alignment too. */
    Region find(long address, int size) {
        if ((address & (size - 1)) != 0) {
            throw new StopException(
                    ReplayResult.Reason.MISALIGNED,
                    size + "-byte access to " + name + " at " + describe(address));
        }
        int slot = (int) (address >>> shift) & FOUND - 1;
        Region r = found[slot];
        if (r != null && r.contains(address, size)) {
            return r;
        }
        r = search(address);
        if (r == null || !r.contains(address, size)) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS,
                    size + "-byte access to " + name + " at " + describe(address));
        }
        found[slot] = r;
        return r;
    }

    /** The object with the greatest base not beyond {@code address}, or null. */
    private Region search(long address) {
        int low = 0;
        int high = regions.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (regions[middle].base() <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : regions[low - 1];
    }

    private String describe(long address) {
        Region r = search(address);
        return r == null
                ? "0x" + Long.toHexString(address)
                : r.name() + "+" + (address - r.base()) + " (size " + r.size() + ")";
    }
}
