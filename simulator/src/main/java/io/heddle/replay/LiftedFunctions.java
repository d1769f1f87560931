package io.heddle.replay;

import io.heddle.idiom.Lifter;
import io.heddle.ptx.Function;
import java.util.IdentityHashMap;
import java.util.Map;

/** Functions whose inlined library functions are instructions; each is lifted once. Thread-safe. */
final class LiftedFunctions {
    private final Map<Function, Function> lifted = new IdentityHashMap<>();

    synchronized Function of(Function raw) {
        return lifted.computeIfAbsent(raw, Lifter::lift);
    }
}
