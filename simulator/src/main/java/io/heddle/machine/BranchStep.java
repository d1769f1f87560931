package io.heddle.machine;

/**
 * {@code bra}: goes to its only target. Lanes diverge because its guard differs (PTX ISA 9.7.12.2).
 */
public final class BranchStep extends ControlStep {
    private final int target;

    BranchStep(int target) {
        this.target = target;
    }

    int target() {
        return target;
    }

    @Override
    public int advance(Warp warp, int mask) {
        return target;
    }

    @Override
    int[] targets() {
        return new int[] {target};
    }

    @Override
    boolean mayBeGuarded() {
        return true;
    }
}
