package io.heddle.machine;

/**
 * {@code call}: copies the arguments to the parameters of the callee and goes to its first step
 * (PTX ISA 9.7.12.5). Control flow within the calling function continues at the next step.
 */
public abstract class CallStep extends ControlStep {
    /** First program counters of the functions that it may call. */
    public abstract int[] callees();

    @Override
    int[] targets() {
        return new int[] {index() + 1};
    }
}
