package io.heddle.anyinput.formula;

import io.heddle.cost.Counter;
import io.heddle.ptx.Instruction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a kernel costs, as formulas in the sizes of its launch.
 *
 * @param names of the sizes
 * @param from the least sizes for which the formulas hold
 * @param beyond sizes greater than all that the formulas were found at
 * @param periods of the sizes
 * @param totals of the counters
 * @param instructions of memory and branches, and those that begin a basic block, in the order of
 *     the code
 */
public record CostFormulas(
        List<String> names,
        List<Long> from,
        List<Long> beyond,
        List<Long> periods,
        Map<Counter, Bounds> totals,
        List<Of> instructions) {
    /** What formulas are of. */
    public static final List<Counter> COUNTERS = SiteCosts.COUNTERS;

    /** Copies the collections. */
    public CostFormulas {
        names = List.copyOf(names);
        from = List.copyOf(from);
        beyond = List.copyOf(beyond);
        periods = List.copyOf(periods);
        totals = new EnumMap<>(totals);
        instructions = List.copyOf(instructions);
    }

    /** The same from another size on. */
    CostFormulas from(long least) {
        return new CostFormulas(names, List.of(least), beyond, periods, totals, instructions);
    }

    /**
     * The cost of one instruction.
     *
     * @param instruction the instruction
     * @param counters what is counted of it
     */
    public record Of(Instruction instruction, Map<Counter, Bounds> counters) {
        /** Copies the map. */
        public Of {
            counters = new EnumMap<>(counters);
        }
    }
}
