package io.heddle.machine;

/** A step at which lanes may wait for others: barriers, shuffles, votes, mbarriers. */
public abstract class WaitingStep extends ControlStep {
    @Override
    final int[] targets() {
        return new int[] {index() + 1};
    }

    @Override
    final boolean mayBeGuarded() {
        return true;
    }
}
