package io.heddle.decide;

import io.heddle.algebra.ConstantTable;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the LITERALs of a store mean: exactly their pattern's value, or the number it rounds. */
final class Literals {
    private final TermStore store;
    private final boolean recover;
    private final int trial; // of a perturbation, or 0
    private final Map<Integer, Optional<RecoveredConstant>> recovered = new HashMap<>();

    private Literals(TermStore store, boolean recover, int trial) {
        this.store = store;
        this.recover = recover;
        this.trial = trial;
    }

    /** Every literal is exactly the value of its pattern. */
    static Literals exact(TermStore store) {
        return new Literals(store, false, 0);
    }

    /** Every literal that the constant table knows is the number that it rounds. */
    static Literals recovered(TermStore store) {
        return new Literals(store, true, 0);
    }

    /**
     * Every literal is off by about a unit in the last place, up or down as {@code trial} ≥ 1 says.
     * Only {@link #approximation} shows it.
     */
    static Literals perturbed(TermStore store, int trial) {
        return new Literals(store, false, trial);
    }

    /** True if literals may stand for other numbers than their patterns' values. */
    boolean recovers() {
        return recover;
    }

    /** A double near the number that LITERAL {@code t} stands for. */
    double approximation(int t) {
        Optional<RecoveredConstant> constant = recovered(t);
        if (constant.isPresent()) {
            return constant.get().approximation();
        }
        double value = DoubleInterval.nearest(store.rationalValue(t));
        if (trial == 0) {
            return value;
        }
        double ulp = Math.scalb(1.0, 1 - store.literalFormat(t).precision());
        long hash = (t * 0x9E3779B97F4A7C15L + trial) * 0xBF58476D1CE4E5B9L;
        return value * (1 + ((hash >>> 40 & 1) == 0 ? ulp : -ulp));
    }

    /** The number that LITERAL {@code t} stands for, or empty where it is its pattern's value. */
    Optional<RecoveredConstant> recovered(int t) {
        if (!recover) {
            return Optional.empty();
        }
        return recovered.computeIfAbsent(
                t,
                id ->
                        ConstantTable.standard()
                                .recover(store.literalFormat(id), store.literalBits(id)));
    }
}
