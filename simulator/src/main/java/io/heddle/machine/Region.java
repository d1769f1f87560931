package io.heddle.machine;

import java.util.ArrayDeque;
import java.util.BitSet;

/** The steps between a branch and its join: what its two arms may execute. */
final class Region {
    private final int[] written;
    private final boolean barrier;

    private Region(int[] written, boolean barrier) {
        this.written = written;
        this.barrier = barrier;
    }

    /** Lane bases of the registers of the branch's function that some step writes. */
    int[] written() {
        return written;
    }

    /** True if some step is a barrier of the CTA or an asynchronous operation. */
    boolean hasBarrier() {
        return barrier;
    }

    static Region of(Program program, BranchStep branch) {
        int join = program.joins[branch.index()];
        Frame frame = program.frame(branch.index());
        BitSet seen = new BitSet();
        BitSet registers = new BitSet();
        boolean barrier = false;
        ArrayDeque<Integer> work = new ArrayDeque<>();
        for (int s : branch.successors()) {
            work.push(s);
        }
        while (!work.isEmpty()) {
            int p = work.pop();
            if (p == join || seen.get(p)) {
                continue;
            }
            seen.set(p);
            Step step = program.code[p];
            barrier |= step instanceof BarrierStep || step.isAsynchronous();
            if (frame.contains(p)) { // a function that is called leaves no registers
                for (int r : step.destinations()) {
                    registers.set(r >>> 5);
                }
            }
            if (step instanceof CallStep call) {
                for (int t : call.callees()) {
                    work.push(t);
                }
            }
            for (int s : step.successors()) {
                work.push(s);
            }
        }
        return new Region(registers.stream().map(r -> r * Warp.LANES).toArray(), barrier);
    }
}
