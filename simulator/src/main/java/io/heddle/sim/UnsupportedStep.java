package io.heddle.sim;

/** An instruction that is not modelled: ends the run where it is executed. */
final class UnsupportedStep extends ValueStep {
    private final String reason;

    UnsupportedStep(String reason) {
        this.reason = reason;
    }

    @Override
    public void execute(Warp warp, int mask) {
        throw new UnsupportedPtxException(reason);
    }
}
