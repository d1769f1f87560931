package io.heddle.machine;

import io.heddle.ptx.Effect;
import io.heddle.ptx.Opcode;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;

/** What the guards of a warp's steps are in its lanes (PTX ISA 9.3, predicated execution). */
final class Guards {
    private final Warp warp;
    private final Machine machine;
    private final TermStore store;

    Guards(Warp warp) {
        this.warp = warp;
        this.machine = warp.machine();
        this.store = warp.store();
    }

    /**
     * Refuses {@code bra.uni}, {@code call.uni} and {@code ret.uni} whose guard differs among the
     * lanes that execute it: the behaviour is undefined. ({@code vote.uni} has another meaning.)
     */
    void requireUniform(Step step, int mask, int on, int symbolic) {
        if (!isUniform(step, mask, on, symbolic)
                && Opcode.form(step.instruction()).orElseThrow().effect() == Effect.CONTROL) {
            throw machine.unsupported(
                    step, ".uni under a guard that differs among the lanes of a warp");
        }
    }

    /**
     * True if the guard is the same in all lanes of {@code mask}: it holds in those of {@code on},
     * and is a symbolic condition in those of {@code symbolic}.
     */
    boolean isUniform(Step step, int mask, int on, int symbolic) {
        boolean same = symbolic == 0 ? on == 0 || on == mask : symbolic == mask;
        for (int m = symbolic; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            same &= condition(step, lane) == condition(step, Warp.lowest(symbolic));
        }
        return same;
    }

    /** 1 or 0 if the guard of a lane is true or false on the lane's path; −1 if it is symbolic. */
    int holds(Step step, int lane) {
        int index = step.guard() + lane;
        if (warp.tags[index] == Tag.CONCRETE) {
            return warp.bits[index] != 0 != step.isGuardNegated() ? 1 : 0;
        }
        int condition = condition(step, lane);
        if (store.mayBeUndefined(condition)) {
            machine.undefined().report(condition, step, warp, lane, "a predicate");
            throw new StopException();
        }
        int holds = machine.paths().decide(condition, warp.path(lane));
        if (holds >= 0
                && machine.views()
                        .bounds()
                        .unordered()
                        .isAgainstNan(condition, holds == 1, warp.path(lane))) {
            machine.views().overflows().assumeNone();
        }
        return holds >= 0 || !warp.branches().isNested()
                ? holds
                : machine.loops().decide(step, condition, warp.path(lane));
    }

    /** The condition under which the guard of a lane holds. */
    int condition(Step step, int lane) {
        int p = warp.condition(step.guard() + lane);
        if (store.mayBeUndefined(p)) {
            p = machine.paths().refine(p, warp.path(lane));
        }
        return step.isGuardNegated() ? store.not(p) : p;
    }
}
