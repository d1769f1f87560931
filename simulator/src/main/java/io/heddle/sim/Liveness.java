package io.heddle.sim;

import io.heddle.ptx.Function;
import io.heddle.ptx.RegisterUse;
import java.util.BitSet;

/** Whether a register's value is ever used: conservatively, whether any instruction reads it. */
final class Liveness {
    private Liveness() {}

    /** The indices of the registers that some instruction of a function reads. */
    static BitSet read(Function function) {
        BitSet read = new BitSet();
        function.body().forEach(i -> RegisterUse.of(i).read().forEach(r -> read.set(r.index())));
        return read;
    }
}
