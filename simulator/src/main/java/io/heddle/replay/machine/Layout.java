package io.heddle.replay.machine;

import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    /** What a variable holds at first. */
    @FunctionalInterface
    interface Contents {
        /** The {@code size} bytes of a variable, in an array of their own. */
        byte[] of(Variable variable, int size);
    }

    /** Contents of which every byte is {@code poison}. */
    static Contents poisoned(byte poison) {
        return (variable, size) -> {
            byte[] data = new byte[size];
            Arrays.fill(data, poison);
            return data;
        };
    }

    /**
     * Fresh memory whose addresses are the offsets plus {@code base}: the object of each variable
     * by its key.
     */
    Map<String, Region> allocate(long base, boolean writable, Contents contents) {
        Map<Slot, Region> bySlot = new HashMap<>();
        Map<String, Region> regions = new LinkedHashMap<>();
        slots.forEach(
                (key, slot) ->
                        regions.put(
                                key,
                                bySlot.computeIfAbsent(
                                        slot,
                                        s ->
                                                new Region(
                                                        s.name(),
                                                        base + s.offset(),
                                                        contents.of(s.variable(), s.size()),
                                                        writable))));
        return regions;
    }
}
