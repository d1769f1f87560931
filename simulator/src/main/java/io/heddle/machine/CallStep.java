package io.heddle.machine;

/**
 * {@code call}: parameters have been copied by the surrounding {@code st.param}; this binds them
 * and transfers (PTX ISA 9.7.12.5). Within its function it goes on behind itself.
 */
public abstract class CallStep extends ControlStep {
    /** First program counters of the functions that may be called. */
    public abstract int[] callees();

    @Override
    final int[] targets() {
        return new int[] {index() + 1};
    }
}
