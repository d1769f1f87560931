package io.heddle.machine;

import io.heddle.finding.Assumption.Kind;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.PtxType;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Arrays;

/**
 * A warp: the registers of its 32 lanes, and a scheduler for them.
 *
 * <p>Lanes with the same program counter form a group and execute together. The group with the
 * smallest program counter runs first, and merges with the groups that it meets.
 */
public final class Warp extends WarpRegisters {
    /** The number of lanes of a warp. */
    public static final int LANES = 32;

    /** Sentinel for "no address". Never inside an object. */
    public static final long NO_ADDRESS = Long.MIN_VALUE;

    private static final int NO_STOP = Integer.MAX_VALUE;

    /** Number of steps after which lanes yield to others. */
    private static final int TURN = 1 << 20;

    private final Cta cta;
    private final int warpIndex;
    private final Step[] code;

    private final int[] pc = new int[LANES];
    private final int[] path = new int[LANES];
    private final int existing;
    private int exited;
    private int yielded; // lanes that let others run first
    private int blocked;
    private final Meeting meeting = new Meeting(this); // of blocked lanes
    private final boolean lockStep;
    private final WarpListener listener; // or null
    private long stepsInMemory; // memory accesses under the assumption of lock-step
    private boolean conditional;
    private final CallStacks calls = new CallStacks();
    private final SymbolicBranches branches;
    private final Guards guards;

    Warp(Machine machine, Cta cta, int warpIndex, int existing) {
        super(machine);
        this.cta = cta;
        this.warpIndex = warpIndex;
        this.code = machine.program().code;
        this.existing = existing;
        this.lockStep = machine.options().warpSynchronous();
        this.listener = machine.listener();
        Arrays.fill(path, store.trueTerm());
        this.guards = new Guards(this);
        this.branches = new SymbolicBranches(this);
    }

    // ---------------------------------------------------------------- context

    /** The CTA. */
    public Cta cta() {
        return cta;
    }

    /** Number of this warp in its CTA. */
    public int warpIndex() {
        return warpIndex;
    }

    /** Mask of the lanes that have a thread. */
    public int existing() {
        return existing;
    }

    /** Mask of the lanes whose thread has not exited. */
    public int live() {
        return existing & ~exited;
    }

    /** Linear id of a lane's thread in the CTA. */
    public int thread(int lane) {
        return warpIndex * LANES + lane;
    }

    /** Number of a lane's thread, counted over all CTAs of the launch. */
    public int globalThread(int lane) {
        return cta.firstThread() + thread(lane);
    }

    /** True if some lane executes under a symbolic condition. */
    public boolean isConditional() {
        return conditional;
    }

    /** The condition under which a lane executes; the true term outside symbolic branches. */
    public int path(int lane) {
        return path[lane];
    }

    /** The path of each lane; only symbolic branches may change it. */
    int[] paths() {
        return path;
    }

    /** Sets whether some lane executes under a symbolic condition; returns the old setting. */
    boolean setConditional(boolean now) {
        boolean before = conditional;
        conditional = now;
        return before;
    }

    /** True if the lanes of a warp are assumed to execute in lock-step. */
    boolean isLockStep() {
        return lockStep;
    }

    /** Number of steps so far that accessed memory under that assumption. */
    long stepsInMemory() {
        return stepsInMemory;
    }

    /** What the guards of steps are in its lanes. */
    Guards guards() {
        return guards;
    }

    /** Executes steps under symbolic conditions. */
    SymbolicBranches branches() {
        return branches;
    }

    /** Program counter of a lane that is blocked or not running. */
    int pc(int lane) {
        return pc[lane];
    }

    // ---------------------------------------------------------------- registers

    /** The address in a register lane; {@link #NO_ADDRESS}, and a finding, if it is undefined. */
    public long address(int index, int lane, Step step) {
        if (tags[index] == Tag.CONCRETE) {
            return bits[index];
        }
        Value v = value(index);
        if (conditional) {
            v = machine.paths().refine(v, path[lane]);
        }
        if (v.isConcrete()) {
            return v.payload();
        }
        if (views.mayBeUndefined(v)) {
            machine.undefined().report(v, step, this, lane, "an address");
            return NO_ADDRESS;
        }
        int t = views.integer(v, v.width(), false);
        throw AddressInputs.unsupported(machine, t, step);
    }

    // ---------------------------------------------------------------- execution

    /** Sets the program counter of all lanes. */
    void start(int start) {
        Arrays.fill(pc, start);
    }

    /** Runs until every live lane is blocked. */
    void run() {
        run(existing, NO_STOP);
    }

    /** True if some lane is neither blocked nor exited. */
    boolean canRun() {
        return (live() & ~blocked) != 0;
    }

    /** Mask of the lanes that wait at a barrier or for other lanes. */
    int blocked() {
        return blocked & live();
    }

    /** Mask of the lanes that wait for others of the warp at a collective operation. */
    int meeting() {
        return meeting.lanes() & live();
    }

    /**
     * Runs the lanes of {@code scope} until each is blocked, has exited, or is at {@code stop}.
     * Lanes that run for long yield to the other lanes of the warp, and once all have run, to the
     * other warps: so a thread that polls a flag does not keep another one from setting it.
     */
    void run(int scope, int stop) {
        int turn = TURN;
        while (true) {
            int able = scope & existing & ~exited & ~blocked;
            int lanes = able & ~yielded;
            int first = first(lanes, stop);
            if (first == Integer.MAX_VALUE) {
                if (first(able, stop) == Integer.MAX_VALUE) {
                    return;
                }
                yielded &= ~able;
                if (stop == NO_STOP) {
                    return;
                }
                continue;
            }
            int mask = 0;
            int next = stop;
            for (int m = lanes; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                if (pc[lane] == first) {
                    mask |= 1 << lane;
                } else if (pc[lane] < next) {
                    next = pc[lane];
                }
            }
            turn = runGroup(mask, first, next, turn);
            if (turn == 0) {
                yielded |= mask;
                turn = TURN;
            }
        }
    }

    /** The smallest program counter of {@code lanes} other than {@code stop}. */
    private int first(int lanes, int stop) {
        int first = Integer.MAX_VALUE;
        for (int m = lanes; m != 0; m &= m - 1) {
            int p = pc[Integer.numberOfTrailingZeros(m)];
            if (p != stop && p < first) {
                first = p;
            }
        }
        return first;
    }

    /** Executes at most {@code turn} steps of a group; returns how many are left. */
    private int runGroup(int mask, int start, int next, int turn) {
        int p = start;
        int left = turn;
        int lanes = Integer.bitCount(mask);
        keepStep(mask); // lanes that merged here are in lock-step again
        do {
            Step step = code[p];
            machine.count(step, lanes);
            if (listener != null && !step.isCollective()) {
                listener.issued(step, this, mask);
            }
            if (lockStep && (step.accessesMemory() || step instanceof ControlStep)) {
                keepStep(mask); // before the step only: its own accesses stay unordered
            }
            p = step.guard() < 0 ? advance(step, mask) : guarded(step, mask);
            left--;
        } while (p >= 0 && p < next && left > 0);
        if (p >= 0) {
            setPc(mask, p);
        }
        return left;
    }

    /**
     * Under the assumption of lock-step: orders what the lanes of a group did before what they do
     * from now on. It is also called before lanes diverge, so that each side of a branch is ordered
     * after what all lanes did before it.
     */
    private void keepStep(int mask) {
        if (lockStep && !branches.isOutOfStep()) {
            cta.lockStep(this, mask, branches.isNested());
        }
    }

    int advance(Step step, int mask) {
        if (lockStep && step.accessesMemory()) {
            machine.assume(Kind.OTHER, "the threads of a warp execute in lock-step", step);
            stepsInMemory++;
        }
        try {
            if (listener != null && !step.isCollective()) {
                listener.executing(step, this, mask);
            }
            if (step instanceof ControlStep control) {
                return control.advance(this, mask);
            }
            ((ValueStep) step).perform(this, mask);
            return step.index() + 1;
        } catch (UnsupportedPtxException e) {
            throw machine.unsupported(step, e.getMessage());
        }
    }

    /** Tells a listener that the lanes of {@code mask} have gone to several targets. */
    void scattered(Step step, int mask) {
        if (listener != null) {
            listener.scattered(step, this, mask);
        }
    }

    /** Sets the program counter of lanes. */
    public void setPc(int mask, int p) {
        for (int m = mask; m != 0; m &= m - 1) {
            pc[Integer.numberOfTrailingZeros(m)] = p;
        }
    }

    private int guarded(Step step, int mask) {
        int on = 0;
        int symbolic = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int holds = guards.holds(step, lane);
            if (holds > 0) {
                on |= 1 << lane;
            } else if (holds < 0) {
                symbolic |= 1 << lane;
            }
        }
        if (step.instruction().has("uni")) {
            guards.requireUniform(step, mask, on, symbolic);
        }
        if (step instanceof ControlStep control) {
            return guardedTransfer(control, mask, on, symbolic);
        }
        if (on != 0) {
            advance(step, on);
        }
        if (symbolic != 0) {
            branches.executeUnder((ValueStep) step, symbolic);
        }
        return step.index() + 1;
    }

    /** Executes a guarded {@link ControlStep}. */
    private int guardedTransfer(ControlStep step, int mask, int on, int symbolic) {
        if (listener != null) {
            boolean uniform = guards.isUniform(step, mask, on, symbolic);
            listener.branching(step, this, uniform, symbolic == 0);
        }
        if (symbolic != 0) {
            branches.transfer(step, mask, on, symbolic);
            return ControlStep.DIVERTED;
        }
        if (on == mask) {
            return advance(step, mask);
        }
        if (on == 0) {
            return step.index() + 1;
        }
        setPc(mask & ~on, step.index() + 1);
        int p = advance(step, on);
        if (p >= 0) {
            setPc(on, p);
        }
        return ControlStep.DIVERTED;
    }

    static int lowest(int mask) {
        return Integer.numberOfTrailingZeros(mask);
    }

    String show(int condition) {
        return "the condition " + store.show(condition, 120);
    }

    // ---------------------------------------------------------------- memory on a path

    /**
     * The context of a read by a lane.
     *
     * @param type that is loaded; null if no thread reads: a conditional store keeps the old value
     */
    public ReadContext reading(Step step, int lane, PtxType type) {
        return new LaneRead(machine, step, thread(lane), type);
    }

    /** Loads a value and simplifies it by the path of {@code lane}. */
    public Value load(MemoryObject o, long offset, int bytes, int lane, ReadContext read) {
        Value v = o.load(offset, bytes, read);
        return path[lane] == store.trueTerm() ? v : machine.paths().refine(v, path[lane]);
    }

    /** What memory holds after {@code lane} has stored {@code v}: ite(path, v, old value). */
    public Value stored(MemoryObject o, long offset, Value v, int lane) {
        int p = path[lane];
        if (p == store.trueTerm()) {
            return v;
        }
        Value old = o.load(offset, v.width() / 8, LaneRead.none(machine)); // keeps what is there
        return views.ite(p, v, machine.paths().refine(old, store.not(p)));
    }

    /** Stores a value on the path of {@code lane}. */
    void store(MemoryObject o, long offset, Value v, int lane) {
        o.store(offset, stored(o, offset, v, lane));
    }

    /** The number in a register lane, which must be concrete; {@code what} names it in messages. */
    public long concrete(int index, int lane, Step step, String what) {
        if (tags[index] == Tag.CONCRETE) {
            return bits[index];
        }
        Value v = machine.paths().refine(value(index), path[lane]);
        if (v.isConcrete()) {
            return v.payload();
        }
        if (views.mayBeUndefined(v)) {
            machine.undefined().report(v, step, this, lane, what);
            throw new StopException();
        }
        throw new UnsupportedPtxException(what + " is not concrete");
    }

    // ---------------------------------------------------------------- blocking, exit, calls

    /** Blocks lanes at program counter {@code p} until {@link #release}. */
    void block(int mask, int p) {
        setPc(mask, p);
        blocked |= mask;
    }

    /** Releases a blocked lane, which continues at {@code p}. */
    void release(int lane, int p) {
        blocked &= ~(1 << lane);
        pc[lane] = p;
    }

    /**
     * Makes lanes wait for the members of a warp-level operation.
     *
     * @param mask lanes that give one member mask
     * @param members that mask; lanes that do not exist or have exited do not count
     * @return the lanes that execute the operation now, or 0 if {@code mask} has to wait
     */
    public int rendezvous(Step step, int mask, int members) {
        int here = mask | meeting.others(step, mask, members);
        if ((members & live() & ~here) != 0) {
            block(mask, step.index());
            meeting.await(mask, members);
            return 0;
        }
        blocked &= ~here;
        meeting.leave(here);
        if (conditional) {
            branches.requireSamePath(step, here);
        }
        if (listener != null) {
            listener.issued(step, this, here);
            listener.executing(step, this, here);
        }
        return here;
    }

    /** The threads of lanes exit. */
    void exit(int mask) {
        exited |= mask;
        if (conditional) {
            return; // runArm notices and ends the run
        }
        blocked &= ~meeting.lanes(); // lanes that waited for these threads try again
        meeting.leave(-1);
        cta.threadsExited(this, mask);
    }

    /** Pushes a return address for each lane, which continues at {@code target}. */
    void call(int mask, int returnPc, int target) {
        for (int m = mask; m != 0; m &= m - 1) {
            calls.push(lowest(m), returnPc);
        }
        setPc(mask, target);
    }

    /** Pops the return address of each lane, which continues there. */
    void doReturn(int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = lowest(m);
            pc[lane] = calls.pop(lane);
        }
    }

    CallStacks calls() {
        return calls;
    }
}
