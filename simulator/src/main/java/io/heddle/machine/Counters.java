package io.heddle.machine;

import io.heddle.sync.shadow.AccessCounts;

/** Mutable counts of an execution, each but the generations of barriers summed over threads. */
public final class Counters {
    public long instructions;
    public long blockSyncs;
    public long warpSyncs;
    public long loads;
    public long stores;
    public long generations;
    public AccessCounts shared = AccessCounts.NONE;
}
