package io.heddle.cost;

import io.heddle.finding.Location;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a launch costs.
 *
 * @param totals of the counters, without those that are zero
 * @param instructions of all functions that were executed, in the order of the code; empty if the
 *     totals were read from a table
 * @param formulas the costs of launches of all sizes; null if nobody asked for them
 */
public record KernelCost(
        Map<Counter, Count> totals, List<InstructionCost> instructions, FormulaReport formulas)
        implements Serializable {
    /** Copies the collections. */
    public KernelCost {
        EnumMap<Counter, Count> sorted = new EnumMap<>(Counter.class);
        sorted.putAll(totals);
        totals = sorted;
        instructions = List.copyOf(instructions);
    }

    /** The cost of a launch alone. */
    public KernelCost(Map<Counter, Count> totals, List<InstructionCost> instructions) {
        this(totals, instructions, null);
    }

    /** The same with the costs of launches of all sizes. */
    public KernelCost with(FormulaReport ofAllSizes) {
        return new KernelCost(totals, instructions, ofAllSizes);
    }

    /** The cost of some instructions. */
    public KernelCost(List<InstructionCost> instructions) {
        this(sums(instructions), instructions);
    }

    private static Map<Counter, Count> sums(List<InstructionCost> instructions) {
        Map<Counter, Count> sums = new EnumMap<>(Counter.class);
        for (InstructionCost i : instructions) {
            i.counts()
                    .forEach((c, n) -> sums.merge(c, n, c.isGreatest() ? Count::max : Count::plus));
        }
        return sums;
    }

    /** A counter of the launch. */
    public Count total(Counter counter) {
        return totals.getOrDefault(counter, Count.ZERO);
    }

    /** What is moved from and to each tensor or variable in global memory. */
    public Map<String, Traffic> traffic() {
        Map<String, Traffic> all = new LinkedHashMap<>();
        for (InstructionCost i : instructions) {
            i.traffic().forEach((o, t) -> all.merge(o, t, Traffic::plus));
        }
        return all;
    }

    /** A counter by class of instruction; classes for which it is zero are left out. */
    public Map<String, Count> byKind(Counter counter) {
        Map<String, Count> all = new LinkedHashMap<>();
        for (InstructionCost i : instructions) {
            if (i.count(counter).most() != 0) {
                all.merge(i.kind(), i.count(counter), Count::plus);
            }
        }
        return all;
    }

    /** The cost of one of several launches of a side. */
    public KernelCost of(int launch, String entry) {
        return new KernelCost(instructions.stream().map(i -> i.of(launch, entry)).toList());
    }

    /** The cost of this and other launches together. */
    public KernelCost and(KernelCost next) {
        List<InstructionCost> all = new ArrayList<>(instructions);
        all.addAll(next.instructions);
        return new KernelCost(all);
    }

    /** What the launch costs in this or another case of its scalar arguments. */
    public KernelCost or(KernelCost other) {
        Map<Location, InstructionCost> mine = new LinkedHashMap<>();
        instructions.forEach(i -> mine.put(i.location(), i));
        Map<Location, InstructionCost> others = new LinkedHashMap<>();
        other.instructions.forEach(i -> others.put(i.location(), i));
        Map<Location, InstructionCost> all = new LinkedHashMap<>();
        mine.forEach((at, i) -> all.put(at, i.or(others.getOrDefault(at, nothing(i)))));
        others.forEach((at, i) -> all.computeIfAbsent(at, p -> i.or(nothing(i))));
        return new KernelCost(List.copyOf(all.values()));
    }

    private static InstructionCost nothing(InstructionCost i) {
        return new InstructionCost(
                i.location(),
                i.instruction(),
                i.kind(),
                Map.of(),
                Map.of(),
                LaneStride.NONE,
                0,
                0,
                "");
    }
}
