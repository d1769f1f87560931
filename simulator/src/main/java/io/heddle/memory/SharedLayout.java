package io.heddle.memory;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the shared variables of a CTA lie: each is an object of its own behind a gap; all unsized
 * ones are the dynamic shared memory.
 */
public final class SharedLayout {
    private static final long FIRST = 0x400;
    private static final long FIRST_DOWNWARD = 0x1f800;
    private static final long FIRST_ELSEWHERE = 0x40000; // behind a variable at 0
    private static final long SHARED_GAPS = 0x1fc00; // multiples of 1024, some above 2^16
    private static final int GAP = Placement.GRAIN;
    private static final String OBJECT = "shared ";

    /**
     * A shared object.
     *
     * @param name for messages
     * @param address generic
     * @param size bytes
     * @param alignment that its declaration promises
     * @param placed the alignment that the placement grants it
     */
    public record Slot(String name, long address, long size, int alignment, int placed) {}

    /** The alignment in bytes that CUDA promises for dynamic shared memory. */
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
        List<Function> callable =
                module.functions().stream()
                        .filter(f -> !f.entry() || f.name().equals(entry.name()))
                        .toList();
        callable.forEach(f -> all.addAll(f.variables()));
        Set<String> used = UsedSymbols.of(callable);
        if (placement.isDownward()) {
            Collections.reverse(all);
        }
        if (!placement.isUpward()) {
            all.sort(Comparator.comparing(v -> !used.contains(v.name())));
        }
        VariableLayout layout =
                new VariableLayout(AddressSpace.SHARED_WINDOW, first(placement), GAP, placement);
        boolean alone =
                all.stream()
                        .noneMatch(v -> isShared(v) && !isDynamic(v) && used.contains(v.name()));
        long dynamic = -1;
        for (Variable v : all) {
            if (!isShared(v)) {
                continue;
            }
            boolean unsized = isDynamic(v);
            if (unsized && dynamic >= 0) {
                variables.put(v.name(), new PlacedVariable(v, dynamic));
                continue;
            }
            String name = OBJECT + SymbolNames.display(v.name());
            long size = unsized ? dynamicBytes : v.size();
            int alignment = unsized ? Math.max(DYNAMIC_ALIGNMENT, v.alignment()) : v.alignment();
            boolean granted = unsized ? alone : used.contains(v.name());
            int least = granted ? Math.max(alignment, placement.least()) : alignment;
            long address = layout.place(name, size, least);
            slots.add(new Slot(name, address, size, alignment, least));
            variables.put(v.name(), new PlacedVariable(v, address));
            bytes += size;
            if (unsized) {
                dynamic = address;
            }
        }
    }

    /** The bytes of the sized shared variables that the entry itself names. */
    public static long fixedBytes(PtxModule module, Function entry) {
        Set<String> used = UsedSymbols.of(List.of(entry));
        List<Variable> all = new ArrayList<>(module.variables());
        all.addAll(entry.variables());
        return all.stream()
                .filter(v -> isShared(v) && !isDynamic(v) && used.contains(v.name()))
                .mapToLong(Variable::size)
                .sum();
    }

    /** True if the entry itself names shared memory whose size the launch states. */
    public static boolean usesDynamic(PtxModule module, Function entry) {
        Set<String> used = UsedSymbols.of(List.of(entry));
        return Stream.concat(module.variables().stream(), entry.variables().stream())
                .anyMatch(v -> isShared(v) && isDynamic(v) && used.contains(v.name()));
    }

    private static long first(Placement placement) {
        if (placement.isUpward()) {
            return FIRST;
        }
        return placement.isDownward()
                ? FIRST_DOWNWARD
                : FIRST_ELSEWHERE + (placement.gap(0) & SHARED_GAPS);
    }

    private static boolean isShared(Variable v) {
        return v.space() == StateSpace.SHARED;
    }

    private static boolean isDynamic(Variable v) {
        return v.isUnsized() || v.external() && v.size() == 0;
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
