package io.heddle.machine;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;

/**
 * A decoded instruction. Its operands are lane bases ({@code register * 32}), constants and special
 * registers among them; everything that does not depend on execution has been computed.
 *
 * <p>A {@link ValueStep} computes values and goes on to the next step. A {@link ControlStep} sets
 * the program counters of its lanes.
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

    /** The instruction that this step was decoded from. */
    public final Instruction instruction() {
        return instruction;
    }

    /** The lane base of a declared register of the step's function. */
    public final int laneBase(Operand.Register register) {
        return (registers + register.index()) * Warp.LANES;
    }

    /** Program counter of this step. */
    public final int index() {
        return index;
    }

    final int guard() {
        return guard;
    }

    final boolean isGuardNegated() {
        return guardNegated;
    }

    /** Program counters of the steps within the same function that may follow. */
    public abstract int[] successors();

    /** True if the step takes a guard; around any other guarded step the decoder puts a branch. */
    abstract boolean mayBeGuarded();

    /** Lane bases of the registers that the step writes. */
    public int[] destinations() {
        return NONE;
    }

    /** True if the step issues, groups or waits for asynchronous copies. */
    public boolean isAsynchronous() {
        return false;
    }

    /** True if the step issues asynchronous copies. */
    public boolean isCopy() {
        return false;
    }

    /** True for a load whose results no instruction reads, or that has none. */
    public boolean isUnusedLoad() {
        return false;
    }

    /**
     * True for a load that its thread repeats until the value that it reads ends the loop: the
     * thread waits for what another thread writes.
     */
    public boolean endsItsLoop() {
        return false;
    }

    /** True if the step can order some threads of a CTA without the others. */
    public boolean ordersSomeThreads() {
        return false;
    }

    /**
     * True if the step may wait until other lanes of its warp have come to it, and is executed with
     * them.
     */
    public boolean isCollective() {
        return false;
    }

    /** True if the step reads or writes memory that other threads may access. */
    public boolean accessesMemory() {
        return false;
    }
}
