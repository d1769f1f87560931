package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the parameters of an entry hold: terms at byte offsets, and the tensors they point to. */
public final class Parameters {
    private final Map<String, TreeMap<Integer, BitTerm>> fields = new HashMap<>();
    private final Map<BitTerm, MemoryObject> objects = new HashMap<>();

    /** A field of a parameter. */
    public void put(String parameter, int offset, BitTerm value) {
        fields.computeIfAbsent(parameter, p -> new TreeMap<>()).put(offset, value);
    }

    /** An object that addresses in parameters lead to. */
    public void add(MemoryObject object) {
        objects.put(object.base(), object);
    }

    /** The value of the bytes at an offset; null if no field begins there. */
    BitTerm at(String parameter, long offset) {
        TreeMap<Integer, BitTerm> of = fields.get(parameter);
        return of == null ? null : of.get((int) offset);
    }

    /** The objects by their addresses. */
    Map<BitTerm, MemoryObject> objects() {
        return objects;
    }
}
