package io.heddle.machine;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * {@code trap}, {@code brkpt} and failed assertions. Reached under a concrete condition it is a
 * defect. Under a symbolic condition the verdict lists the assumption that the condition is false,
 * and the arm of the branch ends.
 */
public final class TrapStep extends ControlStep {
    private final String what;

    /**
     * Makes the step.
     *
     * @param what completes "thread t …" in messages: "traps" or "an assertion fails"
     */
    public TrapStep(String what) {
        this.what = what;
    }

    @Override
    public int advance(Warp warp, int mask) {
        boolean certain = false;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int path = warp.path(lane);
            if (path == warp.store().trueTerm()) {
                certain = true;
                report(warp, lane, "");
            } else if (warp.machine().assumeNoTrap(path)) {
                TermStore s = warp.store();
                s.assumedRanges().add(s.ite(path, s.one(), s.zero()), Rational.ZERO, Rational.ZERO);
                warp.machine()
                        .assume(
                                Assumption.Kind.TRAP,
                                "not "
                                        + warp.store().show(path, 120)
                                        + " (else "
                                        + what
                                        + " at "
                                        + Location.of(instruction())
                                        + ")",
                                this);
            } else {
                certain = true;
                report(warp, lane, ", as some thread does on every input");
            }
        }
        if (certain) {
            throw new StopException();
        }
        warp.branches().endArm(mask);
        return DIVERTED;
    }

    private void report(Warp warp, int lane, String when) {
        warp.machine()
                .report(
                        new Finding(
                                Finding.Kind.TRAP,
                                warp.machine().threadName(warp.thread(lane)) + ": " + what + when,
                                Location.of(instruction()),
                                List.of(warp.thread(lane))),
                        "");
    }

    @Override
    int[] targets() {
        return new int[0];
    }
}
