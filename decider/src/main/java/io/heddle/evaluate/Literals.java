package io.heddle.evaluate;

import io.heddle.algebra.RecoveredConstant;
import io.heddle.algebra.Recovery;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the LITERALs of a store mean: exactly their pattern's value, or the number it rounds. */
public final class Literals {
    private final TermStore store;
    private final Recovery recovery; // or null
    private final int trial; // of a perturbation, or 0
    private final Map<Integer, Optional<RecoveredConstant>> recovered = new HashMap<>();

    private Literals(TermStore store, Recovery recovery, int trial) {
        this.store = store;
        this.recovery = recovery;
        this.trial = trial;
    }

    /** Every literal is exactly the value of its pattern. */
    public static Literals exact(TermStore store) {
        return new Literals(store, null, 0);
    }

    /** Every literal is the number that {@code recovery} says. */
    public static Literals recovered(TermStore store, Recovery recovery) {
        return new Literals(store, recovery, 0);
    }

    /**
     * Every literal is off by about a unit in the last place, up or down as {@code trial} ≥ 1 says.
     */
    static Literals perturbed(TermStore store, int trial) {
        return new Literals(store, null, trial);
    }

    /** True if literals may stand for other numbers than their patterns' values. */
    boolean recovers() {
        return recovery != null;
    }

    /** A double near the number that LITERAL {@code t} stands for. */
    double approximation(int t) {
        Optional<RecoveredConstant> constant = recovered(t);
        if (constant.isPresent()) {
            return constant.get().approximation();
        }
        double value = DoubleInterval.nearest(store.rationalValue(t));
        return trial == 0 ? value : value * (1 + off(t));
    }

    /** The number that LITERAL {@code t} stands for if it is not {@link #recovered}. */
    Rational value(int t) {
        Rational value = store.rationalValue(t);
        return trial == 0 ? value : value.multiply(Rational.ONE.add(Rational.ofExact(off(t))));
    }

    /** The part of a literal by which it is off: a unit in the last place, up or down. */
    private double off(int t) {
        double ulp = Math.scalb(1.0, 1 - store.literalFormat(t).precision());
        long hash = (t * 0x9E3779B97F4A7C15L + trial) * 0xBF58476D1CE4E5B9L;
        return (hash >>> 40 & 1) == 0 ? ulp : -ulp;
    }

    /** The number that LITERAL {@code t} stands for, or empty where it is its pattern's value. */
    public Optional<RecoveredConstant> recovered(int t) {
        if (recovery == null) {
            return Optional.empty();
        }
        return recovered.computeIfAbsent(
                t, id -> recovery.recover(store.literalFormat(id), store.literalBits(id)));
    }
}
