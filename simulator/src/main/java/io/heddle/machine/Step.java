package io.heddle.machine;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;

/**
 * A decoded instruction: operands are indices of register lanes ({@code register * 32}), constants
 * and special registers are registers that the launch fills, and everything that can be known
 * before execution is.
 *
 * <p>A {@link ValueStep} computes and goes on to the next instruction; a {@link ControlStep} says
 * itself where its lanes go, and can be executed in no other way.
 */
public abstract sealed class Step permits ValueStep, ControlStep {
    private static final int[] NONE = new int[0];

    private Instruction instruction;
    private int index;
    private int guard = -1;
    private boolean guardNegated;
    private int registers;

    final void place(
            Instruction instruction, int index, int guard, boolean guardNegated, int registers) {
        if (guard >= 0 && !mayBeGuarded()) {
            throw new AssertionError(instruction.mnemonic() + " is branched around, not guarded");
        }
        this.instruction = instruction;
        this.index = index;
        this.guard = guard;
        this.guardNegated = guardNegated;
        this.registers = registers;
    }

    /** The instruction that this was decoded from. */
    public final Instruction instruction() {
        return instruction;
    }

    /** The lane base of a register of the function that this belongs to. */
    public final int laneBase(Operand.Register register) {
        return (registers + register.index()) * Warp.LANES;
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

    /** Program counters that may follow, within the same function. */
    public abstract int[] successors();

    /** True if it takes a guard; the decoder branches around any other step that has one. */
    abstract boolean mayBeGuarded();

    /** The registers that this writes (as lane bases). */
    public int[] destinations() {
        return NONE;
    }

    /** True if it issues, groups or awaits asynchronous copies. */
    public boolean isAsynchronous() {
        return false;
    }

    /** True if it issues asynchronous copies. */
    public boolean isCopy() {
        return false;
    }

    /** True if it gives a value from memory that no instruction reads, or gives none. */
    public boolean isUnusedLoad() {
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
