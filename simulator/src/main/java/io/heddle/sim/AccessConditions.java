package io.heddle.sim;

import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;

/**
 * Under which condition each thread has executed each instruction that accesses memory: the
 * disjunction over its executions.
 */
final class AccessConditions {
    private final TermStore store;
    private final Map<Long, Integer> conditions = new HashMap<>();

    /** By instruction and warp of the launch: lanes that have executed it unconditionally. */
    private final int[][] unconditional;

    private final int warps;

    AccessConditions(TermStore store, int instructions, int warps) {
        this.store = store;
        this.warps = warps;
        unconditional = new int[instructions][];
    }

    private static long key(int instruction, int thread) {
        return (long) instruction << 32 | thread;
    }

    /** Lanes execute an instruction unconditionally. */
    void add(int instruction, int warp, int lanes) {
        if (unconditional[instruction] == null) {
            unconditional[instruction] = new int[warps];
        }
        unconditional[instruction][warp] |= lanes;
    }

    /** A thread of the launch executes an instruction under a condition. */
    void addUnder(int condition, int instruction, int thread) {
        conditions.merge(key(instruction, thread), condition, store::or);
    }

    /**
     * The condition under which a thread has executed an instruction at all.
     *
     * @param warp of the launch that the thread is in
     * @param lane of the thread in it
     */
    int of(int instruction, int thread, int warp, int lane) {
        boolean always =
                unconditional[instruction] != null
                        && (unconditional[instruction][warp] >>> lane & 1) != 0;
        return always
                ? store.trueTerm()
                : conditions.getOrDefault(key(instruction, thread), store.trueTerm());
    }
}
