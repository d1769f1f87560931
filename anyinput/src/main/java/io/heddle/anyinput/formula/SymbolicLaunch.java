package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.MemoryObject;
import io.heddle.anyinput.summary.Threads;
import io.heddle.cost.RequestCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A launch whose sizes have names. */
public final class SymbolicLaunch {
    private static final long MOST_STEPS = 6_000_000;
    private static final double MOST_SECONDS = 10;

    private final Threads threads;
    private final Map<String, BitTerm> sizes;
    private final List<BitTerm> grid;
    private final Map<BitTerm, BitTerm> definitions = new LinkedHashMap<>();
    private final Map<String, Long> sharedAddresses;
    private final RequestCost model;
    private final List<MemoryObject> objects = new ArrayList<>();
    private LaneValues lanes;
    private final long began = System.nanoTime();
    private long steps;

    /**
     * Makes a launch.
     *
     * @param threads whose grid has any extents, but where it has 1
     * @param sizes variables by name
     * @param grid its extents as terms over the sizes
     * @param arguments variables for arguments, and the terms over the sizes that they are
     * @param sharedAddresses where variables in shared memory lie, by name
     * @param target number of the target architecture
     */
    public SymbolicLaunch(
            Threads threads,
            Map<String, BitTerm> sizes,
            List<BitTerm> grid,
            Map<BitTerm, BitTerm> arguments,
            Map<String, Long> sharedAddresses,
            int target) {
        this.threads = threads;
        this.sizes = new LinkedHashMap<>(sizes);
        this.grid = List.copyOf(grid);
        for (int k = 0; k < grid.size(); k++) {
            if (!threads.grid().get(k).isConstant()) {
                definitions.put(threads.grid().get(k), grid.get(k));
            }
        }
        definitions.putAll(arguments);
        this.sharedAddresses = Map.copyOf(sharedAddresses);
        model = new RequestCost(target);
    }

    Threads threads() {
        return threads;
    }

    Map<String, BitTerm> sizes() {
        return sizes;
    }

    List<BitTerm> grid() {
        return grid;
    }

    /** The extents of the grid and arguments: variables, and the terms over the sizes. */
    Map<BitTerm, BitTerm> definitions() {
        return definitions;
    }

    RequestCost model() {
        return model;
    }

    LaneValues lanes() {
        return lanes;
    }

    /** Says what is known of the threads of a block. */
    void use(LaneValues values) {
        lanes = values;
    }

    /** Where a variable in shared memory lies. */
    long shared(MemoryObject o) {
        Long address = sharedAddresses.get(o.name());
        if (address == null) {
            throw new NoFormulaException("where " + o.name() + " lies is not known");
        }
        return address;
    }

    /** A number of a tensor or variable in global memory. */
    int number(MemoryObject o) {
        if (!objects.contains(o)) {
            objects.add(o);
        }
        return objects.indexOf(o);
    }

    /** Refuses to take very long. */
    void checkTime() {
        if (System.nanoTime() - began > MOST_SECONDS * 1e9) {
            throw new NoFormulaException("they were not found within 10 seconds");
        }
    }

    /** Counts the work that is done. */
    void step() {
        if (++steps > MOST_STEPS) {
            throw new NoFormulaException("the launches that determine it are too large");
        }
    }
}
