package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.Effect;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.PtxType;
import io.heddle.sync.HappensBefore;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.Arrays;

/**
 * A warp: registers of its 32 lanes and the groups of lanes that execute together.
 *
 * <p>Register r of lane l is at index {@code r * 32 + l} of three parallel arrays: tag, payload,
 * and the {@link Value} of a PIECES lane. Groups are lanes of equal program counter; the group with
 * the smallest one runs first and merges with those that it meets.
 */
public final class Warp {
    /** Lanes of a warp. */
    public static final int LANES = 32;

    /** Stands for an address that there is not; no object is there. */
    public static final long NO_ADDRESS = Long.MIN_VALUE;

    private static final int NO_STOP = Integer.MAX_VALUE;
    private static final int MAX_NESTING = 40;

    /** Steps after which lanes let others go first. */
    private static final int TURN = 1 << 20;

    private final Machine machine;
    private final Cta cta;
    private final int warpIndex;
    private final Step[] code;
    private final TermStore store;
    private final Views views;

    /** Tag of each register lane. */
    public final byte[] tags;

    /** Payload of each register lane. */
    public final long[] bits;

    private final Value[] values;
    private final int[] pc = new int[LANES];
    private final int[] path = new int[LANES];
    private final int existing;
    private int exited;
    private int yielded; // lanes that have had their turn
    private int blocked;
    private final Meeting meeting = new Meeting(this); // of blocked lanes
    private final boolean lockStep;
    private boolean outOfStep; // in the second arm of a symbolic branch
    private long stepsInMemory; // memory accesses under the assumption of lock-step
    private boolean conditional;
    private int nesting;
    private Arm arm; // the innermost, or null
    private final int[][] callStack = new int[LANES][];
    private final int[] callDepth = new int[LANES];
    private final int unwritten; // what a register holds that was never written

    Warp(Machine machine, Cta cta, int warpIndex, int existing) {
        this.machine = machine;
        this.cta = cta;
        this.warpIndex = warpIndex;
        this.code = machine.program().code;
        this.store = machine.store();
        this.views = machine.views();
        this.existing = existing;
        this.lockStep = machine.options().warpSynchronous();
        int n = machine.program().registers() * LANES;
        this.tags = new byte[n];
        this.bits = new long[n];
        this.values = new Value[n];
        Arrays.fill(path, store.trueTerm());
        this.unwritten = Read.none(machine).undefined("registers", "a register");
        Arrays.fill(tags, Tag.UNDEFINED);
        Arrays.fill(bits, unwritten);
    }

    // ---------------------------------------------------------------- context

    /** The machine. */
    public Machine machine() {
        return machine;
    }

    /** The CTA. */
    public Cta cta() {
        return cta;
    }

    /** The store of all terms. */
    public TermStore store() {
        return store;
    }

    /** Readings of bit strings. */
    public Views views() {
        return views;
    }

    /** Number of this warp in its CTA. */
    public int warpIndex() {
        return warpIndex;
    }

    /** Lanes that have a thread. */
    public int existing() {
        return existing;
    }

    /** Lanes whose thread has not exited. */
    public int live() {
        return existing & ~exited;
    }

    /** Linear thread id in the CTA of a lane. */
    public int thread(int lane) {
        return warpIndex * LANES + lane;
    }

    /** Thread id over all CTAs of the launch. */
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

    /** Program counter of a lane that is blocked or not running. */
    int pc(int lane) {
        return pc[lane];
    }

    // ---------------------------------------------------------------- registers

    /** The value of a register lane; {@code width} is that of the register. */
    public Value value(int index, int width) {
        byte tag = tags[index];
        if (tag == Tag.PIECES) {
            return values[index].resize(width);
        }
        if (tag == Tag.CONCRETE) {
            return Value.concrete(bits[index], width);
        }
        if (tag == Tag.UNDEFINED) {
            return Value.whole(tag, bits[index], width);
        }
        Value whole = Value.whole(tag, bits[index], sourceWidth(tag, bits[index], width));
        return whole.resize(width);
    }

    private static int sourceWidth(byte tag, long payload, int width) {
        if (Tag.isFloat(tag)) {
            return Tag.format(tag).bits();
        }
        return tag == Tag.PRED ? width : Tag.width(payload);
    }

    /** The width of the register that lane index {@code index} belongs to. */
    public int width(int index) {
        return machine.program().widths[index >>> 5];
    }

    /** The value of a register lane at the register's width. */
    public Value value(int index) {
        return value(index, width(index));
    }

    /** True if one of some lanes of a register is a concatenation. */
    public boolean hasPieces(int register, int lanes) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            if (tags[register + Integer.numberOfTrailingZeros(rest)] == Tag.PIECES) {
                return true;
            }
        }
        return false;
    }

    /** Sets a register lane, zero-extending or cutting {@code v} to the register's width. */
    public void set(int index, Value v) {
        Value sized = v.resize(width(index));
        byte tag = sized.tag();
        tags[index] = tag;
        if (tag == Tag.PIECES) {
            values[index] = sized;
        } else {
            bits[index] = sized.payload();
        }
    }

    /** Sets a register lane to concrete bits, which must fit its width. */
    public void setConcrete(int index, long pattern) {
        tags[index] = Tag.CONCRETE;
        bits[index] = pattern;
    }

    /** Sets a register lane to a real term in a format as wide as the register. */
    public void setReal(int index, byte floatTag, int term) {
        tags[index] = floatTag;
        bits[index] = term;
    }

    /** Sets a predicate lane to a condition term. */
    public void setCondition(int index, int condition) {
        if (condition == store.trueTerm() || condition == store.falseTerm()) {
            tags[index] = Tag.CONCRETE;
            bits[index] = condition == store.trueTerm() ? 1 : 0;
        } else {
            int assumed = machine.assumed(condition);
            if (assumed >= 0) {
                tags[index] = Tag.CONCRETE;
                bits[index] = assumed;
            } else if (store.op(condition) == Op.UNDEFINED) {
                tags[index] = Tag.UNDEFINED;
                bits[index] = condition;
            } else {
                tags[index] = Tag.PRED;
                bits[index] = condition;
            }
        }
    }

    /** A predicate lane as a condition term. */
    public int condition(int index) {
        return tags[index] == Tag.CONCRETE
                ? store.condition(bits[index] != 0)
                : Tag.term(bits[index]);
    }

    /** The real number in a register lane, read in a format. */
    public int real(int index, byte floatTag) {
        if (tags[index] == floatTag) {
            return (int) bits[index];
        }
        return slowReal(index, floatTag);
    }

    private int slowReal(int index, byte floatTag) {
        FloatFormat format = Tag.format(floatTag);
        if (tags[index] == Tag.CONCRETE) {
            return views.literal(format, bits[index] & Value.mask(format.bits()));
        }
        return views.real(value(index), format);
    }

    /** The integer in a register lane, read as {@code width} bits, signed or not. */
    public int integer(int index, int width, boolean signed) {
        return views.integer(value(index), width, signed);
    }

    /** The address in a register lane, or {@link #NO_ADDRESS} after reporting why there is none. */
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
            machine.reportUndefined(v, step, this, lane, "an address");
            return NO_ADDRESS;
        }
        int t = views.integer(v, v.width(), false);
        throw new UnsupportedPtxException(
                machine.schedule().reaches(t)
                        ? "the address depends on the schedule: on an atomic's result or the like"
                        : "the address depends on " + store.show(t, 120));
    }

    // ---------------------------------------------------------------- execution

    /** Starts all lanes at {@code start}. */
    void start(int start) {
        Arrays.fill(pc, start);
    }

    /** Runs until every live lane is blocked. */
    void run() {
        run(existing, NO_STOP);
    }

    /** True if some lane could run. */
    boolean canRun() {
        return (live() & ~blocked) != 0;
    }

    /** Lanes that wait at a barrier or for other lanes. */
    int blocked() {
        return blocked & live();
    }

    /** Lanes that wait for others of the warp at a collective operation. */
    int meeting() {
        return meeting.lanes() & live();
    }

    /**
     * Runs the lanes of {@code scope} until each is blocked, exited or at {@code stop}. Lanes that
     * run for long let the warp's other lanes go first, and once all have had their turn the other
     * warps, so that a thread which polls for another one's word does not keep it from writing it.
     */
    private void run(int scope, int stop) {
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

    /** The smallest program counter of {@code lanes} but for {@code stop}. */
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

    /** Executes at most {@code turn} steps; returns how many it has not. */
    private int runGroup(int mask, int start, int next, int turn) {
        int p = start;
        int left = turn;
        int lanes = Integer.bitCount(mask);
        keepStep(mask); // what has come together here is in step again
        do {
            Step step = code[p];
            machine.count(step, lanes);
            if (lockStep && (step.accessesMemory() || step instanceof ControlStep)) {
                keepStep(mask); // once: accesses of one instruction are not ordered
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
     * Under the assumption of lock-step, orders what lanes that execute together did before what
     * they do from now on; also before they part, so that each side of a branch is ordered after
     * what all did before it.
     */
    private void keepStep(int mask) {
        if (lockStep && !outOfStep) {
            cta.lockStep(this, mask, nesting > 0);
        }
    }

    private int advance(Step step, int mask) {
        if (lockStep && step.accessesMemory()) {
            machine.assume("the threads of a warp execute in lock-step", step);
            stepsInMemory++;
        }
        try {
            if (step instanceof ControlStep control) {
                return control.advance(this, mask);
            }
            ((ValueStep) step).perform(this, mask);
            return step.index() + 1;
        } catch (UnsupportedPtxException e) {
            throw machine.unsupported(step, e.getMessage());
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
            int holds = guardHolds(step, lane);
            if (holds > 0) {
                on |= 1 << lane;
            } else if (holds < 0) {
                symbolic |= 1 << lane;
            }
        }
        if (step.instruction().has("uni")) {
            requireUniform(step, mask, on, symbolic);
        }
        if (step instanceof ControlStep control) {
            return guardedTransfer(control, mask, on, symbolic);
        }
        if (on != 0) {
            advance(step, on);
        }
        if (symbolic != 0) {
            executeUnder((ValueStep) step, symbolic);
        }
        return step.index() + 1;
    }

    /**
     * {@code bra.uni}, {@code call.uni}, {@code ret.uni}: all lanes that execute it must have the
     * same guard, else the behaviour is undefined. ({@code vote.uni} has another meaning.)
     */
    private void requireUniform(Step step, int mask, int on, int symbolic) {
        boolean same = symbolic == 0 ? on == 0 || on == mask : symbolic == mask;
        for (int m = symbolic; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            same &= guardCondition(step, lane) == guardCondition(step, lowest(symbolic));
        }
        if (!same && Opcode.form(step.instruction()).effect() == Effect.CONTROL) {
            throw machine.unsupported(
                    step, ".uni under a guard that differs among the lanes of a warp");
        }
    }

    /** 1 or 0 where a lane's guard is true or false on its path, −1 where it depends on data. */
    private int guardHolds(Step step, int lane) {
        int index = step.guard() + lane;
        if (tags[index] == Tag.CONCRETE) {
            return bits[index] != 0 != step.isGuardNegated() ? 1 : 0;
        }
        int condition = guardCondition(step, lane);
        if (store.mayBeUndefined(condition)) {
            machine.reportUndefined(condition, step, this, lane, "a predicate");
            throw new StopException();
        }
        return machine.paths().decide(condition, path[lane]);
    }

    /** A guarded branch, or something to wait at. */
    private int guardedTransfer(ControlStep step, int mask, int on, int symbolic) {
        if (symbolic != 0) {
            int condition = guardCondition(step, lowest(symbolic));
            if (!(step instanceof BranchStep branch)) {
                throw machine.forkOrUnsupported(
                        step, condition, "executes under " + show(condition));
            }
            setPc(mask & ~on & ~symbolic, step.index() + 1);
            setPc(on, branch.target());
            symbolicBranch(branch, symbolic);
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

    private static int lowest(int mask) {
        return Integer.numberOfTrailingZeros(mask);
    }

    private String show(int term) {
        return "the condition " + store.show(term, 120);
    }

    private int guardCondition(Step step, int lane) {
        int p = condition(step.guard() + lane);
        if (store.mayBeUndefined(p)) {
            p = machine.paths().refine(p, path[lane]);
        }
        return step.isGuardNegated() ? store.not(p) : p;
    }

    private int[] guardConditions(Step step, int mask) {
        int[] conditions = new int[LANES];
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            conditions[lane] = guardCondition(step, lane);
        }
        return conditions;
    }

    /**
     * Executes a guarded step on lanes whose guard is symbolic: each destination becomes ite(guard,
     * new, old).
     */
    private void executeUnder(ValueStep step, int mask) {
        checkSchedule(step, mask);
        int[] saved = path.clone();
        boolean wasConditional = conditional;
        conditional = true;
        int[] destinations = step.destinations();
        RegisterSnapshot before = new RegisterSnapshot(this, destinations, mask);
        int[] conditions = guardConditions(step, mask);
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            path[lane] = store.and(path[lane], conditions[lane]);
        }
        RefinedRegisters refined = new RefinedRegisters(this, mask);
        advance(step, mask);
        before.merge(conditions);
        refined.restore(destinations);
        System.arraycopy(saved, 0, path, 0, LANES);
        conditional = wasConditional;
    }

    // ---------------------------------------------------------------- symbolic branches

    /** A value that depends on the schedule must not decide what is executed. */
    private void checkSchedule(Step step, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int condition = guardCondition(step, Integer.numberOfTrailingZeros(m));
            if (machine.schedule().reaches(condition)) {
                throw machine.unsupported(step, show(condition) + " depends on the schedule");
            }
        }
    }

    /** One side of a symbolic branch while lanes execute it. */
    private static final class Arm {
        final int join;
        final int[] depths; // of the call stacks
        int ended; // lanes that have trapped

        Arm(int join, int[] depths) {
            this.join = join;
            this.depths = depths;
        }
    }

    /**
     * Runs both arms of a branch on symbolic predicates up to their join and merges what they
     * computed.
     */
    private void symbolicBranch(BranchStep branch, int mask) {
        checkSchedule(branch, mask);
        int join = machine.program().joins[branch.index()];
        int condition = guardCondition(branch, lowest(mask));
        if (join < 0 || nesting >= MAX_NESTING) {
            throw machine.forkOrUnsupported(
                    branch,
                    condition,
                    join < 0
                            ? "branches on " + show(condition)
                            : "loops while " + show(condition) + " holds");
        }
        Region region = machine.region(branch);
        if (region.hasBarrier()) {
            throw machine.forkOrUnsupported(
                    branch,
                    condition,
                    "reaches a barrier or asynchronous copy only under " + show(condition));
        }
        int[] conditions = guardConditions(branch, mask);
        int[] saved = path.clone();
        boolean wasConditional = conditional;
        Arm outer = arm;
        conditional = true;
        nesting++;
        RegisterSnapshot before = new RegisterSnapshot(this, region.written(), mask);
        HappensBefore.Knowledge known = lockStep ? cta.knowledge(this, mask) : null;
        long accesses = stepsInMemory;
        Arm first = runArm(branch, mask, branch.target(), region, conditions, saved, false);
        RegisterSnapshot taken = new RegisterSnapshot(this, region.written(), mask);
        before.restore();
        boolean inStep = !outOfStep;
        if (stepsInMemory != accesses) {
            cta.forget(this, mask, known); // another lane may be in the other arm
            outOfStep = true;
        }
        Arm second = runArm(branch, mask, branch.index() + 1, region, conditions, saved, true);
        outOfStep = !inStep;
        for (int m = first.ended | second.ended; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m); // only the other arm's values go on
            conditions[lane] = store.condition((first.ended >>> lane & 1) == 0);
        }
        taken.mergeInto(conditions);
        System.arraycopy(saved, 0, path, 0, LANES);
        conditional = wasConditional;
        nesting--;
        arm = outer;
        setPc(mask, join);
        int ended = first.ended & second.ended;
        if (ended != 0) {
            if (arm == null) {
                throw machine.unsupported(branch, "both sides trap");
            }
            endArm(ended);
        }
    }

    private Arm runArm(
            BranchStep branch,
            int mask,
            int start,
            Region region,
            int[] conditions,
            int[] outer,
            boolean negated) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int c = negated ? store.not(conditions[lane]) : conditions[lane];
            path[lane] = store.and(outer[lane], c);
        }
        arm = new Arm(machine.program().joins[branch.index()], callDepth.clone());
        Arm current = arm;
        RefinedRegisters refined = new RefinedRegisters(this, mask);
        setPc(mask, start);
        int exitedBefore = exited;
        run(mask, current.join);
        if ((blocked & mask) != 0 || exited != exitedBefore) {
            throw machine.forkOrUnsupported(
                    branch,
                    conditions[lowest(mask)],
                    "lanes wait or exit under " + show(conditions[lowest(mask)]));
        }
        refined.restore(region.written());
        return current;
    }

    /**
     * Lanes trap: their arm of a symbolic branch ends, under the assumption that it is not taken.
     */
    void endArm(int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            callDepth[lane] = arm.depths[lane];
        }
        arm.ended |= mask;
        setPc(mask, arm.join);
    }

    // ---------------------------------------------------------------- memory on a path

    /**
     * The context of a read by a lane.
     *
     * @param type that is loaded, or null where nothing is read: a store keeps what is there
     */
    public ReadContext reading(Step step, int lane, PtxType type) {
        return new Read(machine, step, thread(lane), type);
    }

    /** Reads memory as it is on the path of {@code lane}. */
    public Value load(MemoryObject o, long offset, int bytes, int lane, ReadContext read) {
        Value v = o.load(offset, bytes, read);
        return path[lane] == store.trueTerm() ? v : machine.paths().refine(v, path[lane]);
    }

    /** What memory holds after {@code lane} has stored {@code v} on its path. */
    public Value stored(MemoryObject o, long offset, Value v, int lane) {
        int p = path[lane];
        if (p == store.trueTerm()) {
            return v;
        }
        Value old = o.load(offset, v.width() / 8, Read.none(machine)); // keeps what is there
        return views.ite(p, v, machine.paths().refine(old, store.not(p)));
    }

    /** Stores to memory on the path of {@code lane}. */
    void store(MemoryObject o, long offset, Value v, int lane) {
        o.store(offset, stored(o, offset, v, lane));
    }

    /** The concrete number in a register lane that {@code what} names; there must be one. */
    public long concrete(int index, int lane, Step step, String what) {
        if (tags[index] == Tag.CONCRETE) {
            return bits[index];
        }
        Value v = machine.paths().refine(value(index), path[lane]);
        if (v.isConcrete()) {
            return v.payload();
        }
        if (views.mayBeUndefined(v)) {
            machine.reportUndefined(v, step, this, lane, what);
            throw new StopException();
        }
        throw new UnsupportedPtxException(what + " is not concrete");
    }

    // ---------------------------------------------------------------- blocking, exit, calls

    /** Blocks lanes at {@code p} until {@link #release}. */
    void block(int mask, int p) {
        setPc(mask, p);
        blocked |= mask;
    }

    /** Lets a blocked lane go on at {@code p}. */
    void release(int lane, int p) {
        blocked &= ~(1 << lane);
        pc[lane] = p;
    }

    /**
     * Brings lanes together for a warp-level operation.
     *
     * @param mask lanes that give one member mask
     * @param members that mask; lanes that do not exist or have exited do not count
     * @return the lanes that execute it now, or 0 if {@code mask} has to wait
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
        checkSamePath(step, here);
        return here;
    }

    private void checkSamePath(Step step, int mask) {
        if (!conditional) {
            return;
        }
        int first = path[lowest(mask)];
        for (int m = mask; m != 0; m &= m - 1) {
            if (path[Integer.numberOfTrailingZeros(m)] != first) {
                throw machine.forkOrUnsupported(
                        step, first, "brings lanes together only under " + show(first));
            }
        }
    }

    /** Ends the threads of lanes. */
    void exit(int mask) {
        exited |= mask;
        if (conditional) {
            return; // the branch whose arm this is ends the run
        }
        blocked &= ~meeting.lanes(); // they may have waited for these threads only
        meeting.leave(-1);
        cta.threadsExited(this, mask);
    }

    /** Pushes return addresses; lanes go to {@code target}. */
    public void call(int mask, int returnPc, int target) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (callStack[lane] == null) {
                callStack[lane] = new int[8];
            }
            if (callDepth[lane] == callStack[lane].length) {
                callStack[lane] = Arrays.copyOf(callStack[lane], callDepth[lane] * 2);
            }
            callStack[lane][callDepth[lane]++] = returnPc;
        }
        setPc(mask, target);
    }

    /** Pops return addresses. */
    public void doReturn(int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            pc[lane] = callStack[lane][--callDepth[lane]];
        }
    }

    /**
     * True if the return address {@code returnPc} is on the stack of a lane: the call is recursive.
     */
    public boolean isOnStack(int lane, int from, int to) {
        for (int i = 0; i < callDepth[lane]; i++) {
            if (callStack[lane][i] > from && callStack[lane][i] <= to) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- saved registers

    /** Copies all lanes of a register. */
    void copyOut(int register, byte[] toTags, long[] toBits, Value[] toValues, int at) {
        System.arraycopy(tags, register, toTags, at, LANES);
        System.arraycopy(bits, register, toBits, at, LANES);
        System.arraycopy(values, register, toValues, at, LANES);
    }

    /** Puts a copy of a register lane back. */
    void put(int index, byte tag, long payload, Value pieces) {
        tags[index] = tag;
        bits[index] = payload;
        values[index] = pieces;
    }

    /** True if a register lane is as a copy says. */
    boolean holds(int index, byte tag, long payload, Value pieces) {
        return tags[index] == tag
                && (tag == Tag.PIECES ? values[index].equals(pieces) : bits[index] == payload);
    }

    /** The pieces of a lane whose tag is PIECES. */
    Value pieces(int index) {
        return values[index];
    }

    /** Lanes of a register are as if never written. */
    void forget(int register, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int index = register + Integer.numberOfTrailingZeros(m);
            tags[index] = Tag.UNDEFINED;
            bits[index] = unwritten;
        }
    }
}
