package io.heddle.simulate;

import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.StateSpace;
import java.util.List;

/**
 * Finds the object that an address belongs to. Objects lie so far apart that this is clear even for
 * an address outside its object.
 */
final class AddressOrigins {
    private static final int TENSOR_ALIGNMENT = 256;
    private static final long BEFORE = 1L << 16;
    private static final long BEHIND = 1L << 31;

    private final AddressSpace space;
    private final SharedLayout shared;
    private final List<PlacedVariable> locals;
    private final Function entry;

    AddressOrigins(
            AddressSpace space, SharedLayout shared, List<PlacedVariable> locals, Function entry) {
        this.space = space;
        this.shared = shared;
        this.locals = locals;
        this.entry = entry;
    }

    /**
     * Where a value comes from: an address in an object, or a number.
     *
     * @param object name of the object, or null for a number
     * @param space the state space of the object, or null
     * @param generic true for a generic address, false for an address in its own state space
     * @param lasting true if the object exists as long as the thread does
     * @param size size of the object in bytes
     * @param alignment the alignment of the object that is promised, in bytes
     * @param offset the offset of the address in the object, or the number itself
     * @param known false for a value that may be computed from addresses but is none
     */
    record Origin(
            String object,
            StateSpace space,
            boolean generic,
            boolean lasting,
            long size,
            long alignment,
            long offset,
            boolean known) {
        static Origin number(long n) {
            return new Origin(null, null, false, true, 0, 1, n, true);
        }

        static Origin unknown(long n, boolean ofShared) {
            StateSpace space = ofShared ? StateSpace.SHARED : null;
            return new Origin(null, space, false, true, 0, 1, n, false);
        }

        /** True for a number that is small enough to be an offset. */
        boolean isSmall() {
            return object == null && space == null && Math.abs(offset) < BEHIND;
        }

        /** True for a generic address in the window of a state space, which may begin anywhere. */
        boolean isInWindow() {
            return generic && space != StateSpace.GLOBAL
                    || !known && object == null && windowOf(offset) != StateSpace.GLOBAL;
        }
    }

    /**
     * The origin of an address, or null if it belongs to no object.
     *
     * @param width of the value in bits
     * @param inShared true if the value may be an address in the shared state space
     */
    Origin of(long value, int width, boolean inShared) {
        if (width < Long.SIZE && !inShared) {
            return null;
        }
        boolean offset = inShared && windowOf(value) == StateSpace.GLOBAL;
        long address = offset ? value + AddressSpace.SHARED_WINDOW : value;
        StateSpace window = windowOf(address);
        if (window == StateSpace.LOCAL) {
            return local(address);
        }
        MemoryObject o = space.below(address);
        if (o == null || address - o.base() > o.size() + BEHIND) {
            o = space.below(address + BEFORE);
        }
        if (o == null
                || windowOf(o.base()) != window
                || address - o.base() > o.size() + BEHIND
                || address - o.base() < -BEFORE) {
            return null;
        }
        return new Origin(
                o.name(), window, !offset, true, o.size(), alignment(o), address - o.base(), true);
    }

    private long alignment(MemoryObject o) {
        for (SharedLayout.Slot slot : shared.slots()) {
            if (slot.address() == o.base()) {
                return slot.placed();
            }
        }
        return o.tensor() != null ? TENSOR_ALIGNMENT : 1;
    }

    private Origin local(long address) {
        PlacedVariable nearest = null;
        for (PlacedVariable v : locals) {
            if (v.address() <= address && (nearest == null || v.address() > nearest.address())) {
                nearest = v;
            }
        }
        return nearest == null
                ? null
                : new Origin(
                        nearest.variable().name() + nearest.variable().hashCode(),
                        StateSpace.LOCAL,
                        true,
                        entry.variables().contains(nearest.variable()),
                        nearest.variable().size(),
                        nearest.variable().alignment(),
                        address - nearest.address(),
                        true);
    }

    private static StateSpace windowOf(long address) {
        for (StateSpace s :
                List.of(StateSpace.SHARED, StateSpace.LOCAL, StateSpace.CONST, StateSpace.PARAM)) {
            if (AddressSpace.isIn(address, s)) {
                return s;
            }
        }
        return StateSpace.GLOBAL;
    }
}
