package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.sync.barrier.Barriers;
import io.heddle.value.Tag;

/**
 * {@code bar} and {@code barrier} (PTX ISA 9.7.13.1). The {@link Barriers} of the CTA decide which
 * lanes wait.
 */
public final class BarrierStep extends WaitingStep {
    private final Barriers.Operation operation;
    private final boolean aligned;
    private final int id;
    private final int count;
    private final int destination;
    private final int predicate;
    private final String reducer;

    /**
     * Makes the step of a barrier.
     *
     * @param id lane base of the barrier number
     * @param count lane base of the thread count, or −1
     * @param destination lane base of a reduction's result, or −1
     * @param predicate lane base of a reduction's predicate, {@code -base - 1} if it is negated
     * @param reducer {@code popc}, {@code and} or {@code or}; empty if there is no reduction
     */
    public BarrierStep(
            Barriers.Operation operation,
            boolean aligned,
            int id,
            int count,
            int destination,
            int predicate,
            String reducer) {
        this.operation = operation;
        this.aligned = aligned;
        this.id = id;
        this.count = count;
        this.destination = destination;
        this.predicate = predicate;
        this.reducer = reducer;
    }

    @Override
    public int advance(Warp warp, int mask) {
        if (warp.isConditional()) {
            throw new UnsupportedPtxException("a barrier under a symbolic condition");
        }
        int rest = mask;
        while (rest != 0) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long barrier = number(warp, id, lane);
            long threads = count < 0 ? Barriers.ALL : number(warp, count, lane);
            int site = warp.cta().sites().site(this, warp, lane);
            int same = 0;
            for (int m = rest; m != 0; m &= m - 1) {
                int l = Integer.numberOfTrailingZeros(m);
                if (number(warp, id, l) == barrier
                        && (!aligned || warp.cta().sites().site(this, warp, l) == site)
                        && (count < 0 || number(warp, count, l) == threads)) {
                    same |= 1 << l;
                }
            }
            rest &= ~same;
            warp.cta()
                    .arrive(
                            warp,
                            same,
                            new Barriers.Call(
                                    operation,
                                    aligned,
                                    (int) barrier,
                                    count < 0 ? Barriers.ALL : toCount(threads),
                                    aligned ? site : index(),
                                    reducer),
                            votes(warp, same),
                            this);
        }
        return DIVERTED;
    }

    /** The thread count as an int; one that does not fit becomes an invalid count. */
    private static int toCount(long threads) {
        return (int) Math.min(threads, Integer.MAX_VALUE);
    }

    private long number(Warp warp, int register, int lane) {
        return warp.concrete(register + lane, lane, this, "the barrier number or count");
    }

    private int votes(Warp warp, int lanes) {
        if (operation != Barriers.Operation.RED) {
            return 0;
        }
        int votes = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int base = predicate >= 0 ? predicate : -predicate - 1;
            if (warp.tags[base + lane] == Tag.UNDEFINED) {
                warp.concrete(base + lane, lane, this, "the predicate that it reduces");
            }
            if (warp.tags[base + lane] != Tag.CONCRETE) {
                throw new UnsupportedPtxException(
                        "the predicate that it reduces is not concrete: "
                                + warp.store().show(warp.condition(base + lane), 100));
            }
            if (warp.bits[base + lane] != 0 == predicate >= 0) {
                votes |= 1 << lane;
            }
        }
        return votes;
    }

    /** Lane base of the barrier number. */
    int barrierRegister() {
        return id;
    }

    /** True if the barrier has a thread count or does not wait. */
    boolean isPartial() {
        return count >= 0 || operation == Barriers.Operation.ARRIVE;
    }

    /** Sets the result of a reduction when the barrier releases a lane. */
    void released(Warp warp, int lane, Barriers barriers) {
        if (operation != Barriers.Operation.RED) {
            return;
        }
        int thread = warp.thread(lane);
        int yes = barriers.trueVotes(thread);
        long result =
                switch (reducer) {
                    case "popc" -> yes;
                    case "and" -> yes == barriers.votes(thread) ? 1 : 0;
                    default -> yes > 0 ? 1 : 0;
                };
        warp.setConcrete(destination + lane, result);
    }

    @Override
    public int[] destinations() {
        return destination < 0 ? new int[0] : new int[] {destination};
    }
}
