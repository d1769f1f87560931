package io.heddle.replay.machine;

import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Offsets of variables in one state space, with gaps between them so that overruns are noticed.
 * Those of shared memory start at multiples of 1024, as dynamic shared memory does in practice: a
 * verdict may assume that, and lists it then.
 */
public final class Layout {
    private static final int START = 1024;
    private static final int GAP = 256;

    private static final int LEAST = 16;
    private static final int LEAST_SHARED = 1024;

    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private long end = START;
    private Slot dynamic;

    private record Slot(String name, long offset, int size, Variable variable) {}

    /** Places a variable under {@code key}; unsized ones all lie at one place of {@code bytes}. */
    public void add(String key, Variable variable, int bytes) {
        if (variable.isUnsized()) {
            if (dynamic == null) {
                dynamic = place("dynamic shared memory", variable, bytes, LEAST_SHARED);
            }
            slots.put(key, dynamic);
        } else {
            int size = Math.toIntExact(variable.size());
            slots.put(key, place(variable.name(), variable, size, variable.alignment()));
        }
    }

    private Slot place(String name, Variable variable, int size, int alignment) {
        boolean shared = variable.space() == StateSpace.SHARED;
        long align = Math.max(shared ? LEAST_SHARED : LEAST, alignment);
        long offset = (end + align - 1) / align * align;
        end = offset + size + GAP;
        return new Slot(name, offset, size, variable);
    }

    /** The offset of a variable, or −1 if it is not here. */
    public long offset(String key) {
        Slot slot = slots.get(key);
        return slot == null ? -1 : slot.offset();
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /**
     * Fresh memory whose addresses are the offsets plus {@code base}.
     *
     * @param poison what a byte holds that has no initial value
     */
    List<Region> allocate(long base, boolean writable, byte poison) {
        List<Region> regions = new ArrayList<>();
        for (Slot slot : slots.values().stream().distinct().toList()) {
            byte[] data = contents(slot.variable(), slot.size(), poison);
            regions.add(new Region(slot.name(), base + slot.offset(), data, writable));
        }
        return regions;
    }

    /** The initial bytes of a variable: poison where it has no initialiser. */
    static byte[] contents(Variable variable, int size, byte poison) {
        byte[] data = new byte[size];
        if (variable.initialiser() != null) {
            byte[] given = variable.initialiser().toArray();
            System.arraycopy(given, 0, data, 0, Math.min(given.length, size));
        } else if (variable.addresses().isEmpty()) {
            Arrays.fill(data, poison);
        }
        return data;
    }
}
