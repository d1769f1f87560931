package io.heddle.replay.machine;

/** Thirty-two threads, or fewer at the end of the CTA, and what brings them together. */
public final class Warp {
    public final Lane[] lanes;

    Warp(Cta cta, int first, int count) {
        lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = new Lane(cta, this, first + i);
        }
    }

    /** {@code lane} waits at {@code operation} for all of {@code mask} that have not exited. */
    public void meet(Lane lane, WarpOperation operation, long mask) {
        if ((mask >>> lane.laneId & 1) == 0) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "a lane is not in its own member mask");
        }
        lane.state = Lane.State.WAITING;
        lane.waitingAt = operation;
        lane.waitingMask = mask & 0xFFFFFFFFL;
        tryComplete(lane);
    }

    /** {@code lane} waits at {@code operation} until no lane of the warp can run any more. */
    public void meetConvergent(Lane lane, WarpOperation operation) {
        lane.state = Lane.State.WAITING;
        lane.waitingAt = operation;
        lane.waitingMask = 0;
    }

    private void tryComplete(Lane first) {
        int together = 0;
        for (Lane other : lanes) {
            if ((first.waitingMask >>> other.laneId & 1) == 0 || other.state == Lane.State.EXITED) {
                continue;
            }
            if (other.state != Lane.State.WAITING
                    || other.waitingAt == null
                    || other.waitingMask != first.waitingMask
                    || !first.waitingAt.meets(other.waitingAt)) {
                return;
            }
            together |= 1 << other.laneId;
        }
        complete(first.waitingAt, together);
    }

    private void complete(WarpOperation operation, int together) {
        operation.complete(this, together);
        lanes[0].cta.noteMeeting();
        for (Lane lane : lanes) {
            if ((together >>> lane.laneId & 1) != 0) {
                lane.waitingAt = null;
                lane.state = Lane.State.RUNNING;
            }
        }
    }

    /** A lane has exited: others may have waited for it alone. */
    void exited() {
        for (Lane lane : lanes) {
            if (lane.state == Lane.State.WAITING
                    && lane.waitingAt != null
                    && lane.waitingMask != 0) {
                tryComplete(lane);
            }
        }
    }

    /**
     * Lets lanes at one instruction without a member mask execute it together, once no lane of the
     * warp can run.
     */
    void resolveConvergent() {
        for (Lane lane : lanes) {
            if (lane.state == Lane.State.RUNNING) {
                return;
            }
        }
        for (Lane lane : lanes) {
            if (lane.state == Lane.State.WAITING
                    && lane.waitingAt != null
                    && lane.waitingMask == 0) {
                WarpOperation operation = lane.waitingAt;
                int together = 0;
                for (Lane other : lanes) {
                    if (other.state == Lane.State.WAITING
                            && other.waitingAt == operation
                            && other.waitingMask == 0) {
                        together |= 1 << other.laneId;
                    }
                }
                complete(operation, together);
                return;
            }
        }
    }

    /** True if some lane can run. */
    boolean canRun() {
        for (Lane lane : lanes) {
            if (lane.state == Lane.State.RUNNING) {
                return true;
            }
        }
        return false;
    }
}
