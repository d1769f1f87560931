package io.heddle.check;

import io.heddle.report.ReplayOutcome;

/** What running both kernels at the point of a refutation says of it. */
sealed interface PointReplay {
    /** The kernels differ there in their own arithmetic, too. */
    record Confirmed() implements PointReplay {
        @Override
        public ReplayOutcome outcome() {
            return ReplayOutcome.ofPoint(ReplayOutcome.Kind.REPLAYED);
        }
    }

    /**
     * The kernels differ over the reals only.
     *
     * @param equal true if they gave the same, and not but for a rounding
     */
    record RealOnly(boolean equal) implements PointReplay {
        @Override
        public ReplayOutcome outcome() {
            return ReplayOutcome.ofPoint(ReplayOutcome.Kind.REAL_ONLY);
        }
    }

    /**
     * The replay was not possible.
     *
     * @param reason why, for a user
     */
    record Skipped(String reason) implements PointReplay {
        @Override
        public ReplayOutcome outcome() {
            return ReplayOutcome.none(reason);
        }
    }

    /**
     * A kernel traps there.
     *
     * @param reason where, for a user
     */
    record Trapped(String reason) implements PointReplay {
        @Override
        public ReplayOutcome outcome() {
            return ReplayOutcome.none(reason);
        }
    }

    /** The same, for the report. */
    ReplayOutcome outcome();
}
