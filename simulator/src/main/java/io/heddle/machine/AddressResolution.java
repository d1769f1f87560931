package io.heddle.machine;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.value.Tag;

/**
 * Finds the memory objects that addresses point to, and reports accesses that are out of bounds,
 * misaligned or not allowed.
 */
public final class AddressResolution {
    private final Machine machine;
    private final AddressSpace space;

    AddressResolution(Machine machine, AddressSpace space) {
        this.machine = machine;
        this.space = space;
    }

    /**
     * The object that may contain a generic address, if the address points to the same object for
     * all threads of the warp's CTA; else null. The caller checks the bounds.
     */
    public MemoryObject shareable(long address, Warp warp) {
        MemoryObject object = AddressSpace.isLocal(address) ? null : space.below(address);
        return object != null && object.isShareable() && object.existsFor(warp.cta().number())
                ? object
                : null;
    }

    /**
     * The object of a lane with the greatest base not above a generic address, or null; the caller
     * checks the bounds.
     */
    public MemoryObject below(long address, Warp warp, int lane) {
        return AddressSpace.isLocal(address)
                ? warp.cta().locals().at(address, warp.thread(lane))
                : shareable(address, warp);
    }

    /**
     * The object that contains {@code bytes} bytes at a generic address, which must be aligned to
     * that size; null after a finding.
     */
    public MemoryObject resolve(
            long address, int bytes, Warp warp, int lane, Step step, boolean write) {
        return resolve(address, bytes, bytes, warp, lane, step, write);
    }

    /** Like {@link #resolve(long, int, Warp, int, Step, boolean)}, with an explicit alignment. */
    public MemoryObject resolve(
            long address, int bytes, int alignment, Warp warp, int lane, Step step, boolean write) {
        MemoryObject object =
                AddressSpace.isLocal(address)
                        ? warp.cta().locals().at(address, warp.thread(lane))
                        : space.below(address);
        Frame owner =
                object != null && AddressSpace.isLocal(address)
                        ? machine.program().owner(object.base())
                        : null;
        if (object == null
                || address - object.base() + bytes > object.size()
                || owner != null && !owner.isActive(warp, lane, step)) {
            reportBounds(object, address, bytes, warp, lane, step, write);
            return null;
        }
        if ((address & (alignment - 1)) != 0) {
            machine.reportOnPath(
                    Finding.Kind.MISALIGNED,
                    machine.threadName(warp.thread(lane))
                            + (write ? " stores " : " loads ")
                            + bytes
                            + " bytes at "
                            + object.describe(address - object.base())
                            + ", which is not aligned to "
                            + alignment,
                    warp,
                    lane,
                    step,
                    object.describe(address - object.base()));
            return null;
        }
        assumeAligned(object, alignment, step);
        return object;
    }

    /**
     * Lists the assumption that an object is aligned to {@code alignment} bytes, if its declaration
     * does not promise that.
     */
    public void assumeAligned(MemoryObject object, int alignment, Step step) {
        if (object.needsMoreThanPromised(alignment)) {
            machine.assumptions().addAlignment(object.name(), alignment, step.instruction());
        }
    }

    /**
     * Reports that a lane accesses an address outside an object where {@code condition} holds;
     * false if no input is known on which it does.
     */
    public boolean reportWhere(
            int condition, long address, int bytes, Warp warp, int lane, Step step, boolean write) {
        MemoryObject below =
                AddressSpace.isLocal(address) ? below(address, warp, lane) : space.below(address);
        if (below != null && address - below.base() + bytes <= below.size()) {
            return false; // inside another object
        }
        Location here = Location.of(step.instruction());
        boolean known =
                machine.findings().stream()
                        .anyMatch(
                                f ->
                                        f.kind() == Finding.Kind.OUT_OF_BOUNDS
                                                && f.location().equals(here));
        if (known) {
            return true; // one lane shows the fault of the instruction
        }
        if (!machine.reached(condition).isShown()) {
            return false;
        }
        int[] paths = warp.paths();
        int path = paths[lane];
        paths[lane] = condition;
        try {
            reportBounds(below, address, bytes, warp, lane, step, write);
        } finally {
            paths[lane] = path;
        }
        return true;
    }

    /** Makes an access of a lane where {@code condition}, which implies its path, holds. */
    public void under(int condition, Warp warp, int lane, Runnable access) {
        int[] paths = warp.paths();
        int path = paths[lane];
        boolean before = warp.setConditional(true);
        paths[lane] = condition;
        try {
            access.run();
        } finally {
            paths[lane] = path;
            warp.setConditional(before);
        }
    }

    private void reportBounds(
            MemoryObject object,
            long address,
            int bytes,
            Warp warp,
            int lane,
            Step step,
            boolean write) {
        String where;
        if (object == null || address - object.base() > object.size() + (1L << 31)) {
            MemoryObject next = space.below(address + (1L << 31));
            where =
                    next != null && next != object && next.base() > address
                            ? (next.base() - address) + " bytes before " + next.name()
                            : "address 0x" + Long.toHexString(address) + ", in no object";
        } else {
            where = object.describe(address - object.base());
            if (address - object.base() + bytes <= object.size()) {
                where += ", a local variable of a function that has returned";
            } else if (object.tensor() == null) {
                where += ", beyond its " + object.size() + " bytes";
            }
        }
        machine.reportOnPath(
                Finding.Kind.OUT_OF_BOUNDS,
                machine.threadName(warp.thread(lane))
                        + (write ? " stores " : " loads ")
                        + bytes
                        + " bytes at "
                        + where,
                warp,
                lane,
                step,
                where);
    }

    /** Reports a store to memory that cannot be written. */
    public void reportReadOnly(MemoryObject object, long offset, Warp warp, int lane, Step step) {
        machine.reportOnPath(
                Finding.Kind.OUT_OF_BOUNDS,
                machine.threadName(warp.thread(lane))
                        + " stores to "
                        + object.describe(offset)
                        + ", which is read-only",
                warp,
                lane,
                step,
                object.describe(offset));
    }

    /** True if {@link #checkLeak} would refuse to store the value. */
    public boolean isLeak(MemoryObject object, byte tag, long payload) {
        return tag == Tag.CONCRETE && object.tensor() != null && space.isInObject(payload);
    }

    /**
     * Refuses to store an address of this launch to a tensor: as a result it would differ between
     * launches.
     *
     * @throws UnsupportedPtxException if the value is such an address
     */
    public void checkLeak(MemoryObject object, byte tag, long payload, Step step) {
        if (isLeak(object, tag, payload)) {
            throw new UnsupportedPtxException("an address is stored to " + object.name());
        }
    }
}
