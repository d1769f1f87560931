package io.heddle.memory;

import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of a launch by address. Addresses are 64-bit generic ones; shared, local, constant
 * and parameter addresses have windows of their own, in which the space's own (32-bit) addresses
 * are offsets.
 */
public final class AddressSpace {
    /** First generic address of the shared window. */
    public static final long SHARED_WINDOW = 0x7300_0000_0000L;

    /** First generic address of the local window. */
    public static final long LOCAL_WINDOW = 0x7400_0000_0000L;

    /** First generic address of the constant window. */
    public static final long CONST_WINDOW = 0x7500_0000_0000L;

    /** First generic address of the window of the entry's parameters. */
    public static final long PARAM_WINDOW = 0x7600_0000_0000L;

    /** Addresses of functions, for indirect calls. */
    static final long CODE_WINDOW = 0x7700_0000_0000L;

    /** Base of the first global object under {@link Placement#UPWARD}. */
    private static final long GLOBAL_BASE = 0x5a17_0000_0000L;

    /** The bits of a base that the downward placement inverts. */
    private static final long INVERTED = 0x7fff_7fff_ffff_ff00L;

    /** The least address of a global object. */
    private static final long GLOBAL_LOW = 0x1000_0000_0000L;

    /** Size of a window. */
    static final long WINDOW = 0x100_0000_0000L;

    private static final long GAP = 1L << 32;
    private static final long MOST_OFFSET = (1L << 30) - 1; // of a base from a multiple of 2^32
    private static final int TENSOR_ALIGNMENT = 256;

    private final TreeMap<Long, MemoryObject> objects = new TreeMap<>();
    private final Placement placement;
    private long nextGlobal = GLOBAL_BASE;
    private long lastGlobal; // 0 before the first
    private int reserved;
    private int variables;

    public AddressSpace(Placement placement) {
        this.placement = placement;
    }

    /**
     * Reserves {@code size} bytes of global addresses far from every other object, aligned to 256.
     * The distance of two objects is no round number, so that an index that has wrapped around, or
     * a constant far too great, does not lead from one to another.
     */
    long reserveGlobal(long size) {
        long step = (size + MOST_OFFSET + 2 * GAP - 1) & -GAP;
        if (placement.isDownward()) {
            lastGlobal = lastGlobal == 0 ? GLOBAL_BASE ^ INVERTED : lastGlobal - step;
            return lastGlobal;
        }
        long gap = placement.gap(reserved++);
        if (placement.isUpward()) {
            lastGlobal = nextGlobal + (gap & -GAP) + (gap & MOST_OFFSET & -Placement.GRAIN);
            nextGlobal += (gap & -GAP) + step;
            return lastGlobal;
        }
        nextGlobal = (lastGlobal == 0 ? GLOBAL_LOW : nextGlobal) + gap;
        long crossing = placement.crossing(size);
        lastGlobal = crossing < 0 ? nextGlobal : (nextGlobal + GAP - 1 & -GAP) + crossing;
        nextGlobal = lastGlobal + step;
        return lastGlobal;
    }

    /**
     * Reserves the bytes of a variable in global memory, which need not start at a multiple of 256.
     */
    long reserveVariable(Variable v) {
        int alignment = placement.alignment(v.qualifiedName(), v.alignment());
        if (alignment >= TENSOR_ALIGNMENT) {
            long address = reserveGlobal(v.size() + alignment);
            return address + alignment - 1 & -(long) alignment;
        }
        return reserveGlobal(v.size() + TENSOR_ALIGNMENT)
                + (placement.displacement(variables++, alignment) & TENSOR_ALIGNMENT - 1);
    }

    public void add(MemoryObject object) {
        objects.put(object.base(), object);
    }

    public void removeAt(long base) {
        objects.remove(base);
    }

    /**
     * The object with the greatest base not above {@code address}, or null; the caller checks the
     * bounds.
     */
    public MemoryObject below(long address) {
        Map.Entry<Long, MemoryObject> e = objects.floorEntry(address);
        return e == null ? null : e.getValue();
    }

    /** True for an address of the shared window. */
    public static boolean isShared(long address) {
        return in(address, SHARED_WINDOW);
    }

    /** True for an address of the local window. */
    public static boolean isLocal(long address) {
        return in(address, LOCAL_WINDOW);
    }

    /** True for an address of the constant window. */
    public static boolean isConst(long address) {
        return in(address, CONST_WINDOW);
    }

    /** True for an address of the parameter window. */
    public static boolean isParam(long address) {
        return in(address, PARAM_WINDOW);
    }

    /**
     * True if a generic address lies in a state space; the window of the entry's parameters is part
     * of the global one (PTX ISA 6.4.1.1).
     */
    public static boolean isIn(long address, StateSpace space) {
        return switch (space) {
            case SHARED -> isShared(address);
            case LOCAL -> isLocal(address);
            case CONST -> isConst(address);
            case PARAM -> isParam(address);
            default -> !isShared(address) && !isLocal(address) && !isConst(address);
        };
    }

    private static boolean in(long address, long window) {
        return address >= window && address < window + WINDOW;
    }

    /**
     * True for the address of a byte of an object or just behind it; bases are numbers that no
     * kernel computes from data.
     */
    public boolean isInObject(long value) {
        if (value < GLOBAL_LOW) {
            return false;
        }
        MemoryObject object = below(value);
        return object != null && value - object.base() <= object.size();
    }
}
