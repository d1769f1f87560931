package io.heddle.replay.machine;

/** An activation of a function. */
public final class Frame {
    public final Program program;
    public final long[] registers;
    public final Frame caller; // null for the entry
    public final int returnPc;
    final int depth;
    public final Region parameters; // the function's .param variables; the entry's are the launch's
    final AddressSpace local; // null where the function has no .local variables
    public int[] results = {}; // where the caller wants the returns, as CallSteps numbers them

    Frame(
            Program program,
            Frame caller,
            int returnPc,
            Region parameters,
            AddressSpace local,
            long[] registers) {
        this.program = program;
        this.caller = caller;
        this.returnPc = returnPc;
        this.depth = caller == null ? 0 : caller.depth + 1;
        this.parameters = parameters;
        this.local = local;
        this.registers = registers;
    }
}
