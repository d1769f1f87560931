package io.heddle.replay.step;

import io.heddle.idiom.Lifter;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import java.util.IdentityHashMap;

/** Functions whose inlined library functions are instructions; each is lifted once. Thread-safe. */
public final class LiftedFunctions {
    private final IdentityHashMap<Function, Function> lifted = new IdentityHashMap<>();

    /** True if a function has inlined library functions. {@code module}: as below. */
    boolean isLiftable(Function raw, PtxModule module) {
        return !of(raw, module).equals(raw);
    }

    /** The lifted function. {@code module}: the one that {@code raw} is part of. */
    synchronized Function of(Function raw, PtxModule module) {
        return lifted.computeIfAbsent(raw, f -> Lifter.lift(f, module));
    }
}
