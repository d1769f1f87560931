package io.heddle.sim;

import java.util.List;

/**
 * {@code trap}, {@code brkpt} and failed assertions: an error where it is reached under a concrete
 * condition, else its absence is assumed.
 */
public final class TrapStep extends Step {
    private final String what;

    /**
     * @param what said of the thread: "traps" or "an assertion fails"
     */
    public TrapStep(String what) {
        this.what = what;
    }

    @Override
    public void execute(Warp warp, int mask) {
        boolean certain = false;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (warp.path(lane) == warp.store().trueTerm()) {
                certain = true;
                warp.machine()
                        .report(
                                new Finding(
                                        Finding.Kind.TRAP,
                                        warp.machine().threadName(warp.thread(lane)) + ": " + what,
                                        Location.of(instruction()),
                                        List.of(warp.thread(lane))),
                                "");
            } else {
                warp.machine()
                        .assume(
                                "not "
                                        + warp.store().show(warp.path(lane), 120)
                                        + " (else "
                                        + what
                                        + " at "
                                        + Location.of(instruction())
                                        + ")",
                                this);
            }
        }
        if (certain) {
            throw new StopException();
        }
    }
}
