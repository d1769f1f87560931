package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;

/** An instruction that is not modelled: the run ends as UNSUPPORTED if a thread executes it. */
public final class UnsupportedStep extends ValueStep {
    private final String reason;

    UnsupportedStep(String reason) {
        this.reason = reason;
    }

    @Override
    public void execute(Warp warp, int mask) {
        throw new UnsupportedPtxException(reason);
    }
}
