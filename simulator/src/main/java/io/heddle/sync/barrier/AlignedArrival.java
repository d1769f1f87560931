package io.heddle.sync.barrier;

/** Lanes of a warp held at an aligned barrier until the rest of the warp has reached it. */
final class AlignedArrival {
    final Barriers.Call call;
    int lanes;

    /** Lanes whose predicate is true, for a reduction. */
    int predicates;

    AlignedArrival(Barriers.Call call) {
        this.call = call;
    }
}
