package io.heddle.machine;

import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import io.heddle.ptx.Variable;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The local and parameter variables of each thread of a CTA; an object is created when it is first
 * accessed.
 */
final class ThreadPrivateMemory {
    private final int cta;
    private final int threads;
    private final TreeMap<Long, PlacedVariable> variables = new TreeMap<>();
    private final Map<Long, MemoryObject[]> objectsByAddress = new HashMap<>();

    /**
     * Makes the memory of a CTA.
     *
     * @param cta number of the CTA among the executed ones
     * @param threads number of threads in the CTA
     * @param placed the variables that every thread has
     */
    ThreadPrivateMemory(int cta, int threads, List<PlacedVariable> placed) {
        this.cta = cta;
        this.threads = threads;
        for (PlacedVariable v : placed) {
            variables.put(v.address(), v);
        }
    }

    /** The object of a thread that contains an address of the local window, or null. */
    MemoryObject at(long address, int thread) {
        Map.Entry<Long, PlacedVariable> e = variables.floorEntry(address);
        if (e == null) {
            return null;
        }
        MemoryObject[] objects =
                objectsByAddress.computeIfAbsent(e.getKey(), k -> new MemoryObject[threads]);
        if (objects[thread] == null) {
            objects[thread] = privateObject(e.getValue());
        }
        return objects[thread];
    }

    /** Makes a variable of a thread undefined again. */
    void forget(long address, int thread) {
        MemoryObject[] objects = objectsByAddress.get(address);
        if (objects != null) {
            objects[thread] = null;
        }
    }

    private MemoryObject privateObject(PlacedVariable placed) {
        Variable v = placed.variable();
        String name = v.qualifiedName();
        int unit = v.size() % 4 == 0 && v.alignment() >= 4 ? 4 : 1;
        int bits = unit * 8;
        if (v.size() == 8) {
            unit = 8;
            bits = 64;
        }
        int width = bits;
        int step = unit;
        return new MemoryObject(
                        name,
                        placed.address(),
                        v.size(),
                        unit,
                        true,
                        null,
                        (cell, read) ->
                                Value.whole(
                                        Tag.UNDEFINED,
                                        read.undefined(name, name + "+" + cell * step),
                                        width),
                        null,
                        cta)
                .promising(v.alignment());
    }
}
