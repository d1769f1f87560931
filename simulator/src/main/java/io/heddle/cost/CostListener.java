package io.heddle.cost;

import io.heddle.machine.BranchStep;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.machine.WarpListener;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts what the instructions of an execution cost. What lanes do under a condition on data counts
 * as nothing in the least and in full in the most.
 */
public final class CostListener implements WarpListener {
    private static final String CONDITION = "a condition on data decides whether it is executed";

    private final Site[] sites;
    private final MemoryCost memory;
    private final Map<Integer, CopiesInFlight> copies =
            new HashMap<>(); // by first thread of a warp

    /**
     * Makes a listener.
     *
     * @param steps number of steps of the program
     * @param target number of the target architecture, such as 80
     */
    public CostListener(int steps, int target) {
        sites = new Site[steps];
        memory = new MemoryCost(target);
    }

    /** The counts of a step; null if it was never issued. */
    Site site(int step) {
        return sites[step];
    }

    private Site site(Step step) {
        Site site = sites[step.index()];
        if (site == null) {
            site = new Site(step);
            sites[step.index()] = site;
        }
        return site;
    }

    /** The lanes of {@code mask} that are certain to execute what they are about to. */
    static int certain(Warp warp, int mask) {
        if (!warp.isConditional()) {
            return mask;
        }
        int certain = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            certain |= warp.path(lane) == warp.store().trueTerm() ? 1 << lane : 0;
        }
        return certain;
    }

    @Override
    public void issued(Step step, Warp warp, int mask) {
        Site site = site(step);
        int certain = certain(warp, mask);
        site.add(Counter.WARP_INSTRUCTIONS, certain != 0 ? 1 : 0, 1);
        site.add(Counter.THREAD_INSTRUCTIONS, Integer.bitCount(certain), Integer.bitCount(mask));
        if (certain != mask) {
            site.because(CONDITION);
        }
    }

    @Override
    public void executing(Step step, Warp warp, int mask) {
        Site site = site(step);
        int certain = certain(warp, mask);
        if (certain != mask) {
            site.because(CONDITION);
        }
        if (site.flopsPerThread != 0) {
            site.add(
                    Counter.FLOPS,
                    (long) site.flopsPerThread * Integer.bitCount(certain),
                    (long) site.flopsPerThread * Integer.bitCount(mask));
        }
        if (site.operationsPerWarp != 0) {
            site.add(
                    Counter.MMA_OPERATIONS,
                    certain != 0 ? site.operationsPerWarp : 0,
                    site.operationsPerWarp);
        }
        if (site.addressed != null) {
            for (int k = 0; k < site.accesses.size(); k++) {
                memory.lanes(site, k, warp, mask);
            }
        } else if (site.lines != null) {
            memory.lines(site, warp, certain == mask);
        }
        if (site.groupsCopies) {
            copies(site, step, warp, mask);
        }
    }

    private void copies(Site site, Step step, Warp warp, int mask) {
        CopiesInFlight inFlight =
                copies.computeIfAbsent(warp.globalThread(0), w -> new CopiesInFlight());
        Instruction i = step.instruction();
        if (step.isCopy()) {
            long bytes = ((Operand.Immediate) i.operands().get(2)).bits();
            for (int m = mask; m != 0; m &= m - 1) {
                inFlight.issue(Integer.numberOfTrailingZeros(m), bytes);
            }
        } else if (i.has("commit_group")) {
            inFlight.commit(mask);
        } else if (i.has("wait_all") || i.has("wait_group")) {
            site.greatest(Counter.BYTES_IN_FLIGHT, inFlight.bytes(mask));
            inFlight.await(
                    mask,
                    i.has("wait_all") ? -1 : ((Operand.Immediate) i.operands().get(0)).bits());
        }
    }

    @Override
    public void branching(Step step, Warp warp, boolean uniform, boolean known) {
        if (step instanceof BranchStep && !uniform) {
            Site site = site(step);
            boolean certain = known && !warp.isConditional();
            site.add(Counter.DIVERGENT_BRANCHES, certain ? 1 : 0, 1);
            if (!certain) {
                site.because("data decide whether the threads of a warp part");
            }
        }
    }

    @Override
    public void scattered(Step step, Warp warp, int mask) {
        site(step).add(Counter.DIVERGENT_BRANCHES, warp.isConditional() ? 0 : 1, 1);
    }
}
