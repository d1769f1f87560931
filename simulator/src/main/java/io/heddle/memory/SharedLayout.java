package io.heddle.memory;

import io.heddle.memory.UsedSymbols.OwnedName;
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
import java.util.function.Predicate;
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
    private final Map<String, Map<String, PlacedVariable>> variables = new HashMap<>();
    private long bytes;

    /** A variable and who declares it. */
    private record Declared(OwnedName name, Variable variable) {
        static List<Declared> of(PtxModule module, List<Function> functions) {
            List<Declared> all = new ArrayList<>();
            add("", module.variables(), all);
            functions.forEach(f -> add(f.name(), f.variables(), all));
            return all;
        }

        private static void add(String function, List<Variable> variables, List<Declared> all) {
            for (Variable v : variables) {
                if (v.space() == StateSpace.SHARED) {
                    all.add(new Declared(new OwnedName(function, v.name()), v));
                }
            }
        }

        boolean isDynamic() {
            return variable.isUnsized() || variable.external() && variable.size() == 0;
        }
    }

    /**
     * The shared variables of the module, of the entry and of the functions that it may call.
     *
     * @param dynamicBytes size of the unsized ones
     * @param placement in their order, or in the reverse one and elsewhere
     */
    public SharedLayout(PtxModule module, Function entry, int dynamicBytes, Placement placement) {
        List<Function> callable =
                module.functions().stream()
                        .filter(f -> !f.entry() || f.name().equals(entry.name()))
                        .toList();
        List<Declared> all = Declared.of(module, callable);
        UsedSymbols used = new UsedSymbols(callable);
        List<Declared> named = all.stream().filter(d -> used.contains(d.name())).toList();
        if (placement.isDownward()) {
            Collections.reverse(all);
        }
        if (!placement.isUpward()) {
            all.sort(Comparator.comparing(d -> !used.contains(d.name())));
        }
        VariableLayout layout =
                new VariableLayout(AddressSpace.SHARED_WINDOW, first(placement), GAP, placement);
        boolean alone = named.stream().allMatch(Declared::isDynamic);
        long dynamic = -1;
        for (Declared d : all) {
            Variable v = d.variable();
            boolean unsized = d.isDynamic();
            if (unsized && dynamic >= 0) {
                put(d, dynamic);
                continue;
            }
            String name = OBJECT + display(d, named);
            long size = unsized ? dynamicBytes : v.size();
            int alignment = unsized ? Math.max(DYNAMIC_ALIGNMENT, v.alignment()) : v.alignment();
            boolean granted = unsized ? alone : used.contains(d.name());
            int least = granted ? Math.max(alignment, placement.least()) : alignment;
            long address = layout.place(name, size, least);
            slots.add(new Slot(name, address, size, alignment, least));
            put(d, address);
            bytes += size;
            if (unsized) {
                dynamic = address;
            }
        }
    }

    private void put(Declared d, long address) {
        variables
                .computeIfAbsent(d.name().function(), f -> new HashMap<>())
                .put(d.variable().name(), new PlacedVariable(d.variable(), address));
    }

    /** The user's name of a variable, and more where that is the name of others, too. */
    private static String display(Declared d, List<Declared> named) {
        String symbol = d.variable().name();
        String shortName = SymbolNames.display(symbol);
        if (isAlone(d, named, v -> SymbolNames.display(v).equals(shortName))) {
            return shortName;
        }
        boolean ofModule = d.name().function().isEmpty();
        return ofModule || isAlone(d, named, symbol::equals)
                ? symbol
                : symbol + " of " + d.name().function();
    }

    private static boolean isAlone(Declared d, List<Declared> named, Predicate<String> same) {
        return named.stream().allMatch(o -> o.equals(d) || !same.test(o.variable().name()));
    }

    /** The bytes of the sized shared variables that the entry itself names. */
    public static long fixedBytes(PtxModule module, Function entry) {
        return named(module, entry)
                .filter(d -> !d.isDynamic())
                .mapToLong(d -> d.variable().size())
                .sum();
    }

    /** True if the entry itself names shared memory whose size the launch states. */
    public static boolean usesDynamic(PtxModule module, Function entry) {
        return named(module, entry).anyMatch(Declared::isDynamic);
    }

    private static Stream<Declared> named(PtxModule module, Function entry) {
        UsedSymbols used = new UsedSymbols(List.of(entry));
        return Declared.of(module, List.of(entry)).stream().filter(d -> used.contains(d.name()));
    }

    private static long first(Placement placement) {
        if (placement.isUpward()) {
            return FIRST;
        }
        return placement.isDownward()
                ? FIRST_DOWNWARD
                : FIRST_ELSEWHERE + (placement.gap(0) & SHARED_GAPS);
    }

    public List<Slot> slots() {
        return slots;
    }

    /** The variables that a function declares, by name; those of the module for an empty name. */
    public Map<String, PlacedVariable> variables(String function) {
        return variables.getOrDefault(function, Map.of());
    }

    /** Static and dynamic shared memory of a CTA. */
    public long bytes() {
        return bytes;
    }
}
