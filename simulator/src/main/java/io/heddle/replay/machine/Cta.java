package io.heddle.replay.machine;

import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One thread block while it runs. */
public final class Cta {
    private static final int QUANTUM = 1 << 14;
    private static final long PATIENCE = 1 << 20;

    private final Image image;
    private final Launch launch;
    private final Dim3 index;
    private final AddressSpace shared;
    private final Barrier[] barriers = new Barrier[16];
    private final Map<Long, PhaseBarrier> phaseBarriers = new HashMap<>();
    private final List<Warp> warps = new ArrayList<>();
    private final ReplayOptions.Schedule schedule;
    private int live;
    private long executed;
    private long lastMeeting; // instructions executed when threads last met or one exited
    private Lane current;
    private final AccessWatch watch; // null: accesses are not watched
    private final int number;
    private int epoch;

    public Cta(
            Image image,
            AccessWatch watch,
            int number,
            Launch launch,
            Dim3 index,
            Program entry,
            Region parameters,
            ReplayOptions.Schedule schedule) {
        this.image = image;
        this.watch = watch;
        this.number = number;
        this.launch = launch;
        this.index = index;
        this.schedule = schedule;
        shared = image.newShared();
        for (int i = 0; i < barriers.length; i++) {
            barriers[i] = new Barrier();
        }
        live = Math.toIntExact(launch.block().size());
        for (int first = 0; first < live; first += 32) {
            warps.add(new Warp(this, first, Math.min(32, live - first)));
        }
        for (Warp warp : warps) {
            for (Lane lane : warp.lanes) {
                lane.enter(entry.activate(lane, 0, ownParameters(parameters, entry)), 0);
            }
        }
    }

    /** The launch's parameters; a copy where the entry also has .param variables of its own. */
    private static Region ownParameters(Region launchBlock, Program entry) {
        int size = entry.parameters().size();
        if (size == launchBlock.size()) {
            return launchBlock;
        }
        byte[] given = launchBlock.bytes(0, (int) Math.min(size, launchBlock.size()));
        return new Region("parameters", 0, Arrays.copyOf(given, size), true);
    }

    Image image() {
        return image;
    }

    /** What looks for races, or null. */
    public AccessWatch watch() {
        return watch;
    }

    /** The number of this CTA in the run. */
    int number() {
        return number;
    }

    /** How many barriers of the whole CTA have been passed. */
    int epoch() {
        return epoch;
    }

    /** All threads have met at a barrier. */
    void passBarrier() {
        epoch++;
    }

    AddressSpace shared() {
        return shared;
    }

    public Dim3 block() {
        return launch.block();
    }

    public Dim3 grid() {
        return launch.grid();
    }

    public Dim3 index() {
        return index;
    }

    public int dynamicShared() {
        return launch.dynamicShared();
    }

    /** Threads that have not exited. */
    int live() {
        return live;
    }

    /** The thread that ran last. */
    public Lane current() {
        return current;
    }

    /** A clock: thread instructions executed so far by turns, never going back. */
    public long time() {
        return ++executed;
    }

    public Barrier barrier(long id) {
        if (id < 0 || id >= barriers.length) {
            throw new StopException(ReplayResult.Reason.UNDEFINED, "barrier " + id);
        }
        return barriers[(int) id];
    }

    /** The mbarrier objects by address in shared memory. */
    public Map<Long, PhaseBarrier> phaseBarriers() {
        return phaseBarriers;
    }

    /** Notes that {@code lane} has exited. */
    void exited(Lane lane) {
        live--;
        noteMeeting();
        lane.warp.exited();
        if (live > 0) {
            for (Barrier b : barriers) {
                b.release(this);
            }
        }
    }

    public boolean isFinished() {
        return live == 0;
    }

    /** Notes that threads have met at a barrier or warp instruction. */
    void noteMeeting() {
        lastMeeting = executed;
    }

    /** True if its threads have run for long without meeting: they may wait for another CTA. */
    public boolean isSpinning() {
        return executed - lastMeeting > PATIENCE;
    }

    /**
     * Runs every thread once until it waits, exits or has had its turn. Looks at the clock after
     * each warp.
     *
     * @param budget instructions that may still be executed
     * @return the number executed; 0 if no thread can run
     */
    public long turn(long budget) {
        long before = executed;
        long limit = executed + budget;
        for (int k = 0; k < warps.size() && executed < limit; k++) {
            boolean backwards = schedule == ReplayOptions.Schedule.DESCENDING;
            Warp warp = warps.get(backwards ? warps.size() - 1 - k : k);
            if (schedule == ReplayOptions.Schedule.LOCK_STEP) {
                lockStep(warp, limit);
            } else {
                inTurn(warp, limit, backwards);
            }
            warp.resolveConvergent();
            image.clock().check();
        }
        return executed - before;
    }

    /** True if some thread can run. */
    public boolean canRun() {
        return warps.stream().anyMatch(Warp::canRun);
    }

    private void inTurn(Warp warp, long limit, boolean backwards) {
        int n = warp.lanes.length;
        for (int k = 0; k < n && executed < limit; k++) {
            Lane lane = warp.lanes[backwards ? n - 1 - k : k];
            if (lane.state == Lane.State.RUNNING) {
                current = lane;
                executed += lane.run((int) Math.min(QUANTUM, limit - executed));
            }
        }
    }

    /** One instruction at a time for the lanes that are furthest behind, in the deepest call. */
    private void lockStep(Warp warp, long limit) {
        for (int turn = 0; turn < QUANTUM && executed < limit && warp.canRun(); turn++) {
            Lane first = null;
            for (Lane lane : warp.lanes) {
                if (lane.state == Lane.State.RUNNING && (first == null || isBefore(lane, first))) {
                    first = lane;
                }
            }
            int pc = first.pc;
            Step[] code = first.code;
            int depth = first.frame.depth;
            for (Lane lane : warp.lanes) {
                if (lane.state == Lane.State.RUNNING
                        && lane.pc == pc
                        && lane.code == code
                        && lane.frame.depth == depth) {
                    current = lane;
                    executed += lane.run(1);
                }
            }
        }
    }

    private static boolean isBefore(Lane a, Lane b) {
        return a.frame.depth != b.frame.depth ? a.frame.depth > b.frame.depth : a.pc < b.pc;
    }
}
