package io.heddle.memory;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the shared variables of a CTA lie: each is an object of its own behind a gap; all unsized
 * ones are the dynamic shared memory.
 */
public final class SharedLayout {
    private static final long FIRST = 0x400;
    private static final long FIRST_DOWNWARD = 0xa800;
    private static final long SHARED_GAPS = 0x1fc00; // kernels may rely on multiples of 1024
    private static final long GAP = 0x400;

    /**
     * A shared object.
     *
     * @param name for messages
     * @param address generic
     * @param size bytes
     * @param alignment that its declaration promises
     */
    public record Slot(String name, long address, long size, int alignment) {}

    /** What CUDA promises of the start of dynamic shared memory. */
    private static final int DYNAMIC_ALIGNMENT = 16;

    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, PlacedVariable> variables = new HashMap<>();
    private long bytes;

    /**
     * The shared variables of the module, of the entry and of the functions that it may call.
     *
     * @param dynamicBytes size of the unsized ones
     * @param placement in their order, or in the reverse one and elsewhere
     */
    public SharedLayout(PtxModule module, Function entry, int dynamicBytes, Placement placement) {
        List<Variable> all = new ArrayList<>(module.variables());
        for (Function f : module.functions()) {
            if (!f.entry() || f.name().equals(entry.name())) {
                all.addAll(f.variables());
            }
        }
        long next = AddressSpace.SHARED_WINDOW + FIRST;
        if (placement.equals(Placement.DOWNWARD)) {
            Collections.reverse(all);
            next = AddressSpace.SHARED_WINDOW + FIRST_DOWNWARD;
        } else if (!placement.equals(Placement.UPWARD)) {
            next += placement.gap(0) & SHARED_GAPS;
        }
        long dynamic = -1;
        for (Variable v : all) {
            if (v.space() != StateSpace.SHARED) {
                continue;
            }
            boolean unsized = v.isUnsized() || v.external() && v.size() == 0;
            if (unsized && dynamic >= 0) {
                variables.put(v.name(), new PlacedVariable(v, dynamic));
                continue;
            }
            long size = unsized ? dynamicBytes : v.size();
            int alignment = unsized ? Math.max(DYNAMIC_ALIGNMENT, v.alignment()) : v.alignment();
            slots.add(new Slot("shared " + SymbolNames.display(v.name()), next, size, alignment));
            variables.put(v.name(), new PlacedVariable(v, next));
            bytes += size;
            if (unsized) {
                dynamic = next;
            }
            next += (size + GAP + 0x3ff) & ~0x3ffL;
        }
    }

    public List<Slot> slots() {
        return slots;
    }

    public Map<String, PlacedVariable> variables() {
        return variables;
    }

    /** Static and dynamic shared memory of a CTA. */
    public long bytes() {
        return bytes;
    }
}
