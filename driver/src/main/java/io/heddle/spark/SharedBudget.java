package io.heddle.spark;

import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import java.io.Serializable;

/**
 * The time and the monomials of a pair in one process, for tasks that share nothing else of the
 * pair. The time runs from when the first of them asks. What a process has of it stays there: a
 * process to which it is sent begins with all.
 */
final class SharedBudget implements Serializable {
    private static final long serialVersionUID = 1;

    private final long nanos;
    private final long heldMonomials;
    private final long mostMonomials;
    private transient long began;
    private transient boolean runs;
    private transient MonomialPool pool;

    /**
     * A budget of which nothing is spent.
     *
     * @param nanos the time; {@link Long#MAX_VALUE} for no limit
     * @param options have the limits of monomials
     */
    SharedBudget(long nanos, DecideOptions options) {
        this.nanos = nanos;
        this.heldMonomials = options.heldMonomials();
        this.mostMonomials = options.maxMonomials();
    }

    /** The nanoseconds that are left now, 0 if none are. */
    synchronized long left() {
        if (!runs) {
            runs = true;
            began = System.nanoTime();
        }
        return nanos == Long.MAX_VALUE ? nanos : Math.max(0, nanos - (System.nanoTime() - began));
    }

    /** The monomials of this process. */
    synchronized MonomialPool pool() {
        if (pool == null) {
            pool = new MonomialPool(heldMonomials, mostMonomials);
        }
        return pool;
    }
}
