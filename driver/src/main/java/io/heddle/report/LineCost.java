package io.heddle.report;

import io.heddle.cost.CostCause;
import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.InstructionCost;
import io.heddle.cost.KernelCost;
import io.heddle.finding.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the instructions of one line of CUDA source cost, or of one line of PTX where the source is
 * not known.
 *
 * @param location of the first of them
 * @param cost of all of them
 */
record LineCost(Location location, KernelCost cost) {
    /**
     * The lines of a launch, those with the most excess first, then those with the most traffic.
     */
    static List<LineCost> worstFirst(KernelCost cost) {
        Map<Object, List<InstructionCost>> lines = new LinkedHashMap<>();
        for (InstructionCost i : cost.instructions()) {
            Location at = i.location();
            Object line = at.source() == null ? at.position().line() : at.source();
            lines.computeIfAbsent(List.of(at.launch(), line), l -> new ArrayList<>()).add(i);
        }
        List<LineCost> all = new ArrayList<>();
        for (List<InstructionCost> of : lines.values()) {
            all.add(new LineCost(place(of), new KernelCost(of)));
        }
        all.sort(
                Comparator.comparingLong(LineCost::excess)
                        .thenComparingLong(LineCost::traffic)
                        .reversed());
        return all;
    }

    /** The instruction that costs most: its place in PTX is shown. */
    private static Location place(List<InstructionCost> of) {
        return of.stream()
                .max(
                        Comparator.comparingLong(CostCause::excess)
                                .thenComparingLong(LineCost::traffic))
                .orElseThrow()
                .location();
    }

    private static long traffic(InstructionCost i) {
        return i.count(Counter.SECTORS).most() + i.count(Counter.WAVEFRONTS).most();
    }

    /** Bank conflicts and sectors beyond the fewest. */
    long excess() {
        long sum = 0;
        for (InstructionCost i : cost.instructions()) {
            long one = CostCause.excess(i);
            sum = one == Count.UNBOUNDED || sum == Count.UNBOUNDED ? Count.UNBOUNDED : sum + one;
        }
        return sum;
    }

    private long traffic() {
        long sectors = cost.total(Counter.SECTORS).most();
        long wavefronts = cost.total(Counter.WAVEFRONTS).most();
        boolean unbounded = sectors == Count.UNBOUNDED || wavefronts == Count.UNBOUNDED;
        return unbounded ? Count.UNBOUNDED : sectors + wavefronts;
    }

    /** True if the line accesses memory or its branches diverge. */
    boolean isWorthSaying() {
        return traffic() > 0
                || cost.total(Counter.LOCAL_SECTORS).most() > 0
                || cost.total(Counter.BYTES_IN_FLIGHT).most() > 0
                || cost.total(Counter.DIVERGENT_BRANCHES).most() > 0;
    }
}
