package io.heddle.ptx;

/** What an instruction does besides setting its written operands. */
public enum Effect {
    /** Nothing: it computes its first operand from the others. */
    PURE,
    /** Like {@link #PURE}, but reads or sets the carry flag. */
    CARRY,
    /** Reads memory. */
    LOAD,
    /** Writes memory. */
    STORE,
    /** Reads and writes memory at once. */
    ATOMIC,
    /** Lanes of a warp exchange values. */
    WARP,
    /** Threads wait for each other. */
    SYNC,
    /** Starts, groups or awaits asynchronous copies, or uses an mbarrier. */
    ASYNC,
    /** Nothing that is modelled. */
    HINT,
    /** Ends the kernel as a fault. */
    TRAP,
    /** Decides what is executed next. */
    CONTROL
}
