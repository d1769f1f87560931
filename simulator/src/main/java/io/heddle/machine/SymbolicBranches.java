package io.heddle.machine;

import io.heddle.sync.clock.HappensBefore;
import io.heddle.term.TermStore;

/**
 * Executes steps of a warp under symbolic conditions. A guarded step executes on lanes whose guard
 * is symbolic; a branch on a symbolic predicate executes both arms, one after the other, up to
 * their join. The values that they compute are merged. The path of a lane is the condition under
 * which it executes.
 */
final class SymbolicBranches {
    private static final int MAX_NESTING = 40;

    private final Warp warp;
    private final Machine machine;
    private final Guards guards;
    private final TermStore store;
    private final int[] paths; // by lane
    private int nesting;
    private Arm arm; // the innermost, or null
    private boolean outOfStep; // in the second arm

    SymbolicBranches(Warp warp) {
        this.warp = warp;
        this.machine = warp.machine();
        this.guards = warp.guards();
        this.store = warp.store();
        this.paths = warp.paths();
    }

    /** True while lanes execute an arm of a branch. */
    boolean isNested() {
        return nesting > 0;
    }

    /**
     * True in the second arm of a branch whose first arm accessed memory: accesses of the two arms
     * are not in lock-step.
     */
    boolean isOutOfStep() {
        return outOfStep;
    }

    /**
     * Executes a guarded step on lanes whose guard is symbolic: each destination becomes ite(guard,
     * new value, old value).
     */
    void executeUnder(ValueStep step, int mask) {
        checkSchedule(step, mask);
        int[] saved = paths.clone();
        boolean wasConditional = warp.setConditional(true);
        int[] destinations = step.destinations();
        RegisterSnapshot before = new RegisterSnapshot(warp, destinations, mask);
        int[] conditions = guardConditions(step, mask);
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            paths[lane] = store.and(paths[lane], conditions[lane]);
        }
        RefinedRegisters refined = new RefinedRegisters(warp, mask);
        warp.advance(step, mask);
        before.merge(conditions);
        refined.restore(destinations);
        System.arraycopy(saved, 0, paths, 0, Warp.LANES);
        warp.setConditional(wasConditional);
    }

    private int[] guardConditions(Step step, int mask) {
        int[] conditions = new int[Warp.LANES];
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            conditions[lane] = guards.condition(step, lane);
        }
        return conditions;
    }

    /** Refuses a guard that depends on the schedule: it would decide what is executed. */
    private void checkSchedule(Step step, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int condition = guards.condition(step, Integer.numberOfTrailingZeros(m));
            if (machine.schedule().reaches(condition)) {
                throw machine.unsupported(step, warp.show(condition) + " depends on the schedule");
            }
        }
    }

    /** Checks that lanes that have come together execute under one condition. */
    void requireSamePath(Step step, int mask) {
        int first = paths[Warp.lowest(mask)];
        for (int m = mask; m != 0; m &= m - 1) {
            if (paths[Integer.numberOfTrailingZeros(m)] != first) {
                throw machine.forkOrUnsupported(
                        step, first, "lanes of the warp meet only under " + warp.show(first));
            }
        }
    }

    /** One arm of a symbolic branch while lanes execute it. */
    private static final class Arm {
        final int join;
        final int[] depths; // of the call stacks when the arm began
        int ended; // lanes that have trapped

        Arm(int join, int[] depths) {
            this.join = join;
            this.depths = depths;
        }
    }

    /**
     * Executes a transfer of control for which the guard of some lanes is symbolic.
     *
     * @param on lanes whose guard holds
     * @param symbolic lanes whose guard is symbolic
     */
    void transfer(ControlStep step, int mask, int on, int symbolic) {
        int condition = guards.condition(step, Warp.lowest(symbolic));
        if (!(step instanceof BranchStep branch)) {
            throw machine.forkOrUnsupported(
                    step, condition, "is executed under " + warp.show(condition));
        }
        warp.setPc(mask & ~on & ~symbolic, step.index() + 1);
        warp.setPc(on, branch.target());
        branch(branch, symbolic);
    }

    /**
     * Runs both arms of a branch on symbolic predicates up to their join and merges the values that
     * they computed.
     */
    private void branch(BranchStep branch, int mask) {
        checkSchedule(branch, mask);
        int join = machine.program().joins[branch.index()];
        int condition = guards.condition(branch, Warp.lowest(mask));
        if (join < 0 || nesting >= MAX_NESTING) {
            throw machine.forkOrUnsupported(
                    branch,
                    condition,
                    join < 0
                            ? "branches on " + warp.show(condition) + ", and its sides do not join"
                            : "loops while " + warp.show(condition) + " holds");
        }
        Region region = machine.region(branch);
        if (region.hasBarrier()) {
            throw machine.forkOrUnsupported(
                    branch,
                    condition,
                    "reaches a barrier or asynchronous copy only under " + warp.show(condition));
        }
        int[] conditions = guardConditions(branch, mask);
        int[] saved = paths.clone();
        boolean wasConditional = warp.setConditional(true);
        Arm outer = arm;
        nesting++;
        RegisterSnapshot before = new RegisterSnapshot(warp, region.written(), mask);
        HappensBefore.Knowledge known = warp.isLockStep() ? warp.cta().knowledge(warp, mask) : null;
        long accesses = warp.stepsInMemory();
        Arm first = runArm(branch, mask, branch.target(), region, conditions, saved, false);
        RegisterSnapshot taken = new RegisterSnapshot(warp, region.written(), mask);
        before.restore();
        boolean inStep = !outOfStep;
        if (warp.stepsInMemory() != accesses) {
            warp.cta().forget(warp, mask, known); // another lane may be in the other arm
            outOfStep = true;
        }
        Arm second = runArm(branch, mask, branch.index() + 1, region, conditions, saved, true);
        outOfStep = !inStep;
        for (int m = first.ended | second.ended; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m); // keeps the values of the other arm only
            conditions[lane] = store.condition((first.ended >>> lane & 1) == 0);
        }
        taken.mergeInto(conditions);
        System.arraycopy(saved, 0, paths, 0, Warp.LANES);
        warp.setConditional(wasConditional);
        nesting--;
        arm = outer;
        warp.setPc(mask, join);
        int ended = first.ended & second.ended;
        if (ended != 0) {
            if (arm == null) {
                throw machine.unsupported(branch, "both sides of the branch trap");
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
            paths[lane] = store.and(outer[lane], c);
        }
        arm = new Arm(machine.program().joins[branch.index()], warp.calls().depths());
        Arm current = arm;
        RefinedRegisters refined = new RefinedRegisters(warp, mask);
        warp.setPc(mask, start);
        int live = warp.live();
        warp.run(mask, current.join);
        if ((warp.blocked() & mask) != 0 || warp.live() != live) {
            throw machine.forkOrUnsupported(
                    branch,
                    conditions[Warp.lowest(mask)],
                    "lanes wait or exit under " + warp.show(conditions[Warp.lowest(mask)]));
        }
        refined.restore(region.written());
        return current;
    }

    /** Ends the arm of lanes that trap, under the assumption that the arm is not taken. */
    void endArm(int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            warp.calls().unwind(lane, arm.depths);
        }
        arm.ended |= mask;
        warp.setPc(mask, arm.join);
    }
}
