package io.heddle.machine;

import io.heddle.flow.Liveness;
import io.heddle.flow.SpinLoops;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.RegisterUse;
import java.util.BitSet;

/**
 * What a function does with the value that one of its loads reads. An answer is computed when it is
 * first asked for: only loads that conflict with a store are asked.
 */
public final class LoadUse {
    private final Function function;
    private final Instruction load;
    private Boolean unused;
    private Boolean endsLoop;

    LoadUse(Function function, Instruction load) {
        this.function = function;
        this.load = load;
    }

    /** True if no instruction reads the value. */
    public boolean isUnused() {
        if (unused == null) {
            BitSet read = Liveness.read(function);
            unused =
                    RegisterUse.of(load).set().stream()
                            .map(Operand.Register::index)
                            .noneMatch(read::get);
        }
        return unused;
    }

    /** True if the load is repeated until its value ends the loop that it is in. */
    public boolean endsItsLoop() {
        if (endsLoop == null) {
            endsLoop = new SpinLoops(function).isEndedBy(load);
        }
        return endsLoop;
    }
}
