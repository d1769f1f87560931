package io.heddle.sim;

import io.heddle.ptx.Instruction;

/**
 * A decoded instruction: operands are indices of register lanes ({@code register * 32}), constants
 * and special registers are registers that the launch fills, and everything that can be known
 * before execution is.
 *
 * <p>Subclasses implement {@link #execute} for the active lanes; those that move lanes elsewhere
 * than to the next instruction override {@link #advance}.
 */
public abstract class Step {
    /** Returned by {@link #advance} when it has set each lane's program counter. */
    public static final int DIVERTED = -1;

    private static final int[] NONE = new int[0];

    private Instruction instruction;
    private int index;
    private int guard = -1;
    private boolean guardNegated;

    final void place(Instruction instruction, int index, int guard, boolean guardNegated) {
        this.instruction = instruction;
        this.index = index;
        this.guard = guard;
        this.guardNegated = guardNegated;
    }

    /** The instruction that this was decoded from. */
    public final Instruction instruction() {
        return instruction;
    }

    /** Program counter. */
    public final int index() {
        return index;
    }

    final int guard() {
        return guard;
    }

    final boolean isGuardNegated() {
        return guardNegated;
    }

    /** Applies the instruction to the lanes in {@code mask}. */
    public abstract void execute(Warp warp, int mask);

    /**
     * Executes and says where the lanes go.
     *
     * @return the program counter of all lanes in {@code mask}, or {@link #DIVERTED}
     */
    public int advance(Warp warp, int mask) {
        execute(warp, mask);
        return index + 1;
    }

    /** The registers that this writes (as lane bases). */
    public int[] destinations() {
        return NONE;
    }

    /** Program counters that may follow, or null for the next one only. */
    public int[] successors() {
        return null;
    }

    /** True if lanes wait here for others (barriers, shuffles, votes). */
    public boolean isCollective() {
        return false;
    }

    /** True if it issues, groups or awaits asynchronous copies. */
    public boolean isAsynchronous() {
        return false;
    }

    /** True if it can order some threads of a CTA without the others. */
    public boolean ordersSomeThreads() {
        return false;
    }

    /** True if it reads or writes memory that other threads may access. */
    public boolean accessesMemory() {
        return false;
    }
}
